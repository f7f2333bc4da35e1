import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { EpochHead, LedgerRestoreEntry } from 'sync-protocol/records/ledger-entry'
import { nextEntry } from 'sync-protocol/rules/ledger'
import { queriesOn } from '../queries.ts'
import { OPERATOR } from '../../admin/operator.ts'
import { operatorText, type RestoredLedger } from './operator-text.ts'

/** What the ledger's guards say. */
const RESTRICT_VIOLATION = '23001'

/** The heads of each organization's ledger that stood in the database before a restore; null when there was none to ask. */
export type ReplacedLedgers = ReadonlyMap<string, readonly EpochHead[]> | null

/** Whether the database has the tables and columns of a ledger: it may be of an early version, or of tests. */
async function hasLedgers(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT count(*) = 5 AS there FROM pg_attribute
     WHERE (attrelid = to_regclass('public.organizations') AND attname IN ('ledger_n', 'ledger_hash'))
        OR (attrelid = to_regclass('public.installation') AND attname = 'epoch')
        OR (attrelid = to_regclass('public.ledger') AND attname IN ('entry', 'hash'))`,
  )
  return rows[0]?.there === true
}

async function ownsLedger(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    "SELECT pg_has_role(relowner, 'USAGE') AS owns FROM pg_class WHERE oid = 'public.ledger'::regclass",
  )
  return rows[0]?.owns === true
}

const RESTORE_ENTRY = '%"op":"restore"%'

interface Replaced {
  org_id: string
  epoch: string
  ledger_n: string
  ledger_hash: string
  restores: string[]
}

/**
 * Where the ledgers end that a restore is about to replace, and what their own restores said was gone. Nobody writes any
 * more once this was read. A damaged text tells nothing, and keeps nobody from the restore.
 */
export async function replacedLedgers(client: pg.ClientBase): Promise<ReplacedLedgers> {
  if (!(await hasLedgers(client))) return null
  await client.query('LOCK TABLE public.organizations IN ACCESS EXCLUSIVE MODE')
  const { rows } = await client.query<Replaced>(
    `SELECT o.org_id, i.epoch, o.ledger_n, o.ledger_hash, ARRAY(
       SELECT entry FROM public.ledger l WHERE l.org_id = o.org_id AND entry LIKE '${RESTORE_ENTRY}' ORDER BY n
     ) AS restores
     FROM public.organizations o CROSS JOIN public.installation i`,
  )
  if (rows.length === 0) return null
  return new Map(
    rows.map(({ org_id, epoch, ledger_n, ledger_hash, restores }) => [
      org_id,
      [...restores.flatMap(namedLost), { epoch, n: Number(ledger_n), hash: ledger_hash }],
    ]),
  )
}

function namedLost(entry: string): EpochHead[] {
  try {
    const { op, content } = JSON.parse(entry) as Partial<LedgerRestoreEntry>
    return op === 'restore' ? (content?.lost ?? []) : []
  } catch {
    return []
  }
}

const ledgersOf = (client: pg.ClientBase) =>
  queriesOn(client)
    .selectFrom(['organizations as o', 'installation as i'])
    .select(['o.org_id', 'o.name', 'i.epoch', 'o.ledger_n', 'o.ledger_hash'])
    .orderBy('o.org_id')
    .execute()
type Restored = Awaited<ReturnType<typeof ledgersOf>>[number]

/**
 * Appends to each organization's ledger that a new epoch begins, which one it continues and where, and which heads went;
 * the action log says it too. The chain is not checked by the database here: a damaged one is continued for all that.
 */
export async function enterRestore(
  client: pg.ClientBase,
  replaced: ReplacedLedgers,
  { epoch, backupAt, now }: { epoch: string; backupAt: string; now: string },
): Promise<RestoredLedger[]> {
  if (!(await hasLedgers(client))) return []
  const rows = await ledgersOf(client)
  // A server that begins a new epoch by itself owns no table; its ledger then has to be whole.
  const owner = await ownsLedger(client)
  if (owner) await client.query('ALTER TABLE public.ledger DISABLE TRIGGER next_link')
  const done: RestoredLedger[] = []
  for (const org of rows) {
    const lost = await goneOf(client, org.org_id, replaced)
    const message = operatorText.restored(backupAt, lost)
    const n = await enterOne(client, org, { epoch, lost, backupAt, now, message })
    done.push({ name: org.name, n, lost })
  }
  if (owner) await client.query('ALTER TABLE public.ledger ENABLE ALWAYS TRIGGER next_link')
  return done
}

/**
 * The same where the database itself went back: nothing stood in it that could tell what went. A chain that is damaged takes no
 * entry from a server that may not lift its guard; the action log says it all the same.
 */
export async function enterNewEpoch(
  client: pg.ClientBase,
  { epoch, endsAt, now }: { epoch: string; endsAt: string; now: string },
): Promise<RestoredLedger[]> {
  const rows = await ledgersOf(client)
  const event = { epoch, lost: null, backupAt: endsAt, now, message: operatorText.wentBack(endsAt) }
  const done: RestoredLedger[] = []
  for (const org of rows) {
    await client.query('SAVEPOINT ledger')
    try {
      done.push({ name: org.name, n: await enterOne(client, org, event), lost: null })
    } catch (error) {
      if ((error as { code?: string }).code !== RESTRICT_VIOLATION) throw error
      await client.query('ROLLBACK TO SAVEPOINT ledger')
      await sayIt(client, org, event)
    }
    await client.query('RELEASE SAVEPOINT ledger')
  }
  return done
}

/** Of the heads that stood there before: those that the restored ledger neither holds nor names as gone already, each once. */
async function goneOf(
  client: pg.ClientBase,
  orgId: string,
  replaced: ReplacedLedgers,
): Promise<EpochHead[] | null> {
  const heads = replaced?.get(orgId)
  if (heads === undefined) return null
  const entries = queriesOn(client).selectFrom('ledger').where('org_id', '=', orgId)
  const rows = await entries
    .select(['n', 'hash'])
    .where('n', 'in', [0, ...heads.map(({ n }) => n)])
    .execute()
  const here = new Map(rows.map(({ n, hash }) => [n, hash]))
  const restores = await entries.select('entry').where('entry', 'like', RESTORE_ENTRY).orderBy('n').execute()
  const keyOf = ({ n, hash }: EpochHead) => `${n} ${hash}`
  const named = new Set(restores.flatMap(({ entry }) => namedLost(entry)).map(keyOf))
  const gone = heads.filter((head) => head.n > 0 && here.get(head.n) !== head.hash && !named.has(keyOf(head)))
  return [...new Map(gone.map((head) => [keyOf(head), head])).values()]
}

interface Event {
  epoch: string
  lost: EpochHead[] | null
  backupAt: string
  now: string
  /** For the action log. */
  message: string
}

async function enterOne(client: pg.ClientBase, org: Restored, event: Event): Promise<number> {
  const { org_id, ledger_n: n, ledger_hash: hash } = org
  const { epoch, lost, backupAt: backup_at, now } = event
  const next = nextEntry(
    { n, hash },
    {
      at: now,
      received_at: now,
      org: org_id,
      epoch,
      by: 'operator',
      op: 'restore',
      content: { backup_at, continues: { epoch: org.epoch, n, hash }, lost },
    },
  )
  // Whoever set the head back left entries beyond it: they stay what verification names, and keep nobody from a restore.
  const db = queriesOn(client)
  const entered = await db
    .insertInto('ledger')
    .values({ org_id, ...next.head, entry: next.text })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (entered.numInsertedOrUpdatedRows === 1n) {
    await db
      .updateTable('organizations')
      .set({ ledger_n: next.head.n, ledger_hash: next.head.hash })
      .where('org_id', '=', org_id)
      .execute()
  }
  await sayIt(client, org, event)
  return n
}

async function sayIt(
  client: pg.ClientBase,
  { org_id, name }: Restored,
  { now, message }: Event,
): Promise<void> {
  const by = { user_id: OPERATOR, user_name: operatorText.name, org_name: name }
  await queriesOn(client)
    .insertInto('logged-actions')
    .values({ org_id, entry_id: randomUUID(), at: now, received_at: now, ...by, message })
    .execute()
}
