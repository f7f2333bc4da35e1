import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from '../cannot-start.ts'
import { quoted } from './backup/backup-format.ts'
import { tablesOf } from './backup/catalogue.ts'
import { connect, singleConnection } from './connect.ts'
import { distributeText as text } from './distribute-text.ts'
import { distributedTables, ON_EACH_NODE, ON_ONE_NODE } from './distribution.ts'
import { appliedMigrations, lackingMigrations, migrate, migrationFiles, migrationLock } from './migrate.ts'
import { inTransaction } from './transaction.ts'

/** Nothing was tried with an older one. */
const OLDEST_CITUS = 13

export interface Distributed {
  /** Rows by their table. */
  rows: Record<string, number>
}

/**
 * Distributes the tables of a database by the organization, all in one transaction: it is done, or nothing is changed. An empty
 * database is migrated first. What is distributed already stays as it is.
 * @throws CannotStart where something is missing, or somebody works on the database
 */
export async function distribute(ownerUrl: string): Promise<Distributed> {
  const pool = singleConnection(ownerUrl)
  try {
    const refusal = refusalOf(await clusterOf(pool))
    if (refusal !== undefined) throw new CannotStart(refusal)
    await assertMigrated(ownerUrl)
    return await inTransaction(pool, distributeAlone, { attempts: 1 })
  } finally {
    await pool.end()
  }
}

/** What the extension says of this database. */
export interface Cluster {
  version: string
  coordinator: boolean
  /** How many nodes it knows, and how many of them take data. */
  nodes: number
  takers: number
}

/** Why its tables cannot be distributed; undefined where they can. */
export function refusalOf(cluster: Cluster | undefined): string | undefined {
  if (!cluster) return text.noExtension
  const { version, coordinator, nodes, takers } = cluster
  if (Number.parseInt(version) < OLDEST_CITUS) return text.tooOld(version, OLDEST_CITUS)
  if (nodes > 0 && !coordinator) return text.notCoordinator
  return takers === 0 ? text.noNode : undefined
}

async function clusterOf(pool: pg.Pool): Promise<Cluster | undefined> {
  const { rows: extensions } = await pool.query<Pick<Cluster, 'version'>>(
    "SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'",
  )
  const [extension] = extensions
  if (!extension) return undefined
  const { rows } = await pool.query<Omit<Cluster, 'version'>>(
    `SELECT citus_is_coordinator() AS coordinator, count(*)::int AS nodes,
       count(*) FILTER (WHERE shouldhaveshards AND noderole = 'primary' AND isactive)::int AS takers
     FROM pg_dist_node`,
  )
  return { ...extension, ...rows[0]! }
}

async function assertMigrated(ownerUrl: string): Promise<void> {
  const { queries, close } = connect(ownerUrl)
  try {
    if ((await appliedMigrations(queries)).length === 0) await migrate(queries)
    const [lacking] = await lackingMigrations(queries, await migrationFiles())
    if (lacking !== undefined) throw new CannotStart(text.notMigrated)
  } finally {
    await close()
  }
}

async function distributeAlone(client: pg.PoolClient): Promise<Distributed> {
  await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`)
  await assertOwner(client)
  await assertAlone(client)
  await assertNoDemonstration(client)
  const done = await distributedTables(client)
  const todo = (await placesOf(client)).filter(({ name }) => !done.includes(name))
  if (todo.length === 0) throw new CannotStart(text.already)
  const names = todo.map(({ name }) => name)
  await allowTriggers(client)
  await client.query(`LOCK TABLE ${names.map(target).join(', ')} IN ACCESS EXCLUSIVE MODE`)
  const before = await countRows(client, names)
  // A table that stands on each node has no foreign key to one that does not.
  await client.query(
    'ALTER TABLE public.sign_in_directory DROP CONSTRAINT IF EXISTS sign_in_directory_org_id_user_id_fkey',
  )
  for (const { name, place } of todo) await client.query(HOW[place], [target(name), ...beside(name, place)])
  await removeLocalCopies(client, names)
  const after = await countRows(client, names)
  for (const name of names)
    if (after[name] !== before[name])
      throw new CannotStart(text.lost(name, before[name] ?? 0, after[name] ?? 0))
  return { rows: after }
}

type Place = 'by organization' | 'on each node'

/** Of every table that is to be distributed, each after those that its foreign keys point to. */
export async function placesOf(client: pg.ClientBase): Promise<{ name: string; place: Place }[]> {
  const places = (await tablesOf(client)).flatMap(({ name, columns }): { name: string; place: Place }[] => {
    if (ON_ONE_NODE.includes(name)) return []
    if (ON_EACH_NODE.includes(name)) return [{ name, place: 'on each node' }]
    if (columns.includes('org_id')) return [{ name, place: 'by organization' }]
    throw new Error(`Nothing says where the table ${name} belongs in a distributed database.`)
  })
  // The others are split as this one is.
  return [...places.filter(({ name }) => name === FIRST), ...places.filter(({ name }) => name !== FIRST)]
}

const FIRST = 'organizations'
const HOW: Record<Place, string> = {
  'by organization': "SELECT create_distributed_table($1::text::regclass, 'org_id', colocate_with => $2)",
  'on each node': 'SELECT create_reference_table($1::text::regclass)',
}
const target = (name: string): string => `public.${quoted(name)}`
const beside = (name: string, place: Place): string[] =>
  place === 'on each node' ? [] : [name === FIRST ? 'none' : target(FIRST)]

async function assertOwner(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ role: string; owns: boolean }>(
    `SELECT current_user AS role, bool_and(pg_has_role(relowner, 'USAGE')) AS owns FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  )
  if (rows[0]?.owns !== true) throw new CannotStart(text.notOwner(rows[0]?.role ?? ''))
}

/** The process of a connection that was closed a moment ago, by this command too, may live on for so long. */
const LEAVING_MS = 5000

/** A server that runs would go on as on tables that are in one piece. */
async function assertAlone(client: pg.ClientBase): Promise<void> {
  const until = Date.now() + LEAVING_MS
  for (;;) {
    // What a transaction sees of the others stays what it first saw, unless it asks anew.
    await client.query('SELECT pg_stat_clear_snapshot()')
    const { rows } = await client.query<{ others: number }>(
      `SELECT count(*)::int AS others FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
         AND application_name NOT LIKE 'citus\\_%'`,
    )
    const { others } = rows[0]!
    if (others === 0) return
    if (Date.now() > until) throw new CannotStart(text.notAlone(others))
    await pause(50)
  }
}

/** It is removed past the guards of its tables, and no statement lifts the guards of the nodes. */
async function assertNoDemonstration(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('SELECT FROM public.organizations WHERE demo')
  if (rows.length > 0) throw new CannotStart(text.demonstration)
}

/**
 * The ledger, the action log and the organizations are guarded by triggers, which Citus calls unsafe since one may ask what
 * stands on another node. Ours ask only what is of the same organization. The owner may go on making and lifting them.
 */
async function allowTriggers(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT set_config('citus.enable_unsafe_triggers', 'on', true), set_config('citus.multi_shard_modify_mode', 'sequential', true)`,
  )
  const { rows } = await client.query<{ text: string }>(
    `SELECT format('ALTER ROLE %I IN DATABASE %I SET citus.enable_unsafe_triggers = on', current_user, current_database()) AS text`,
  )
  await client.query(rows[0]!.text)
}

/** What was copied to the nodes stays behind, unseen, in the tables as they were. */
async function removeLocalCopies(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  await client.query("SELECT set_config('citus.enable_ddl_propagation', 'off', true)")
  const { rows: guards } = await client.query<{ of: string; name: string }>(
    `SELECT tgrelid::regclass::text AS of, quote_ident(tgname) AS name FROM pg_trigger
     WHERE NOT tgisinternal AND tgenabled = 'A' AND (tgtype & 32) <> 0 AND tgrelid = ANY ($1::text[]::regclass[])`,
    [names.map(target)],
  )
  for (const guard of guards) await client.query(`ALTER TABLE ${guard.of} DISABLE TRIGGER ${guard.name}`)
  for (const name of names)
    await client.query('SELECT truncate_local_data_after_distributing_table($1::text::regclass)', [
      target(name),
    ])
  await client.query("SELECT set_config('citus.enable_ddl_propagation', 'off', true)")
  for (const guard of guards)
    await client.query(`ALTER TABLE ${guard.of} ENABLE ALWAYS TRIGGER ${guard.name}`)
  await client.query("SELECT set_config('citus.enable_ddl_propagation', 'on', true)")
}

async function countRows(client: pg.ClientBase, names: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of names) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${target(name)}`,
    )
    counts[name] = rows[0]!.count
  }
  return counts
}
