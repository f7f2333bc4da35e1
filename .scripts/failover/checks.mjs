// What the database holds, beside what tablets saved and what they were told. Nothing of the server's code is asked: the outcomes,
// the records, the ledger and the digests are counted anew from the tables.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../install.mjs'

/** The ids of all mutations that the server has an outcome of. */
export const present = async (ask) =>
  new Set((await ask('SELECT mutation_id FROM mutations')).map(({ mutation_id }) => mutation_id))

export const epochOf = async (ask) => (await ask('SELECT epoch FROM installation'))[0].epoch

export async function headsOf(ask) {
  const rows = await ask('SELECT org_id, seq FROM organizations')
  return new Map(rows.map(({ org_id, seq }) => [org_id, Number(seq)]))
}

/**
 * How many changes stand more than once: a record whose version counts more changes than were made of it, and a fact with more
 * than one entry of its making or voiding in the ledger. And how many stand less than once, or otherwise than done.
 */
export async function effects(ask, saved) {
  const mutations = await ask('SELECT mutation_id, status, code, body FROM mutations')
  const versions = new Map()
  const entries = new Map()
  const otherwise = []
  const wanted = new Set(saved)
  for (const { mutation_id, status, code, body } of mutations) {
    if (!wanted.has(mutation_id)) continue
    const { action, ops } = JSON.parse(body)
    // What comes back after a new history may find a newer version than it was made on: both stand.
    if (status !== 'applied' && status !== 'merged')
      otherwise.push(`${action}: ${status}${code === null ? '' : ` ${code}`}`)
    for (const { op, collection, _id } of ops) {
      versions.set(_id, (versions.get(_id) ?? 0) + 1)
      if (collection === 'draws') entries.set(`${op} ${_id}`, 0)
    }
  }
  let twice = 0
  let missing = 0
  const compare = (stands, done) => {
    twice += Math.max(0, stands - done)
    missing += Math.max(0, done - stands)
  }
  const records = await ask(
    `SELECT record_id, version FROM records WHERE collection IN ('draws', 'procedures')`,
  )
  const stands = new Map(records.map(({ record_id, version }) => [record_id, version]))
  for (const [id, done] of versions) compare(stands.get(id) ?? 0, done)
  for (const id of stands.keys()) if (!versions.has(id)) twice++
  for (const { entry } of await ask('SELECT entry FROM ledger')) {
    const { op, record } = JSON.parse(entry)
    if (op === 'restore') continue
    const key = `${op} ${record._id}`
    entries.set(key, (entries.get(key) ?? 0) + 1)
  }
  for (const count of entries.values()) compare(count, 1)
  const [{ aside }] = await ask(
    `SELECT count(*)::int AS aside FROM records
     WHERE NOT deleted AND (collection = 'conflicts' OR (collection = 'attention' AND body->'content'->>'settled' IS NULL))`,
  )
  return { twice, missing, otherwise, aside }
}

const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

function fnv1a(text) {
  let hash = OFFSET
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, PRIME)
  return hash >>> 0
}

/** Of each clinic what its tablets have to hold, as text. */
export async function digestsOf(ask) {
  const found = new Map()
  for (const { org_id, collection, record_id, version } of await ask(
    'SELECT org_id, collection, record_id, version FROM records WHERE NOT deleted',
  )) {
    const of = found.get(org_id) ?? {}
    const { count = 0, sum = 0 } = of[collection] ?? {}
    of[collection] = { count: count + 1, sum: (sum + fnv1a(`${record_id}:${version}`)) >>> 0 }
    found.set(org_id, of)
  }
  return new Map([...found].map(([org, of]) => [org, digestText(of)]))
}

export const digestText = (of) =>
  JSON.stringify(Object.entries(of ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** A backup through the product, and every ledger in it by the stand-alone verifier, its records compared; why not, or nothing. */
export function ledgerFault(env, file) {
  for (const args of [
    [join(root, 'api/dist/database/backup/backup-command.js'), file],
    [join(root, '.scripts/verify-ledger.mjs'), file],
  ]) {
    const ran = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    if (ran.status !== 0) return `${ran.stdout}${ran.stderr}`.trim()
  }
  return undefined
}
