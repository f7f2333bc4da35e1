import { differenceWords } from 'sync-protocol/log/ledger-difference'
import { readable } from 'sync-protocol/log/readable'
import { canonical } from 'sync-protocol/records/json'
import { derivedId } from 'sync-protocol/records/mutation-hash'
import type { RecordDifference } from 'sync-protocol/rules/ledger-records'
import type { Database } from '../database/connect.ts'
import { keepWarnings } from '../mail/warnings-store.ts'
import { lookThrough, type LookedThrough } from './compare-records.ts'
import { atOneMoment, logFindings, peopleOf } from './ledger-records-store.ts'
import { watchMail } from './watch-mail.ts'
import { watchText as text } from './watch-text.ts'

/** Nobody of the clinic. */
const SERVER = '00000000-0000-0000-0000-000000000000'

export interface LedgerWatch {
  pool: Database['pool']
  organizationIds(): Promise<string[]>
  warn(words: string): void
  now(): Date
}

/**
 * Compares every ledger with its records, and tells the holders of 0 what differs: each finding once, by an entry of the
 * action log that is there from then on.
 */
export async function watchLedgers(watch: LedgerWatch, stop?: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  for (const orgId of await watch.organizationIds()) {
    if (stop?.aborted) return
    try {
      const looked = await atOneMoment(watch.pool, orgId, (moment) => lookThrough(moment, stop))
      if (looked && (looked.broken || looked.differences.length > 0)) await tell(watch, looked)
    } catch (error) {
      // What one organization's rows hold keeps nobody else's from being looked at.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not every ledger was looked at.')
}

async function tell({ pool, warn, now }: LedgerWatch, looked: LookedThrough): Promise<void> {
  const { keeper } = looked
  const people = await peopleOf(pool, keeper.org_id)
  const findings = findingsOf(looked, new Map(people.map(({ user_id, name }) => [user_id, name])))
  const server = { user_id: SERVER, user_name: text.name }
  const owners = people.filter(({ isOwner }) => isOwner)
  const fresh = await logFindings(pool, keeper, findings, server, now(), async (client, isNew) => {
    const told = findings.filter(({ id }) => isNew.has(id))
    const words = told.map((finding) => finding.words)
    const letters = owners.map(({ email }) => watchMail(email, keeper.name, words))
    const [first] = told
    if (first) await keepWarnings(client, `ledger/${first.id}`, letters, now())
  })
  for (const { id, place } of findings) if (fresh.has(id)) warn(text.logged(keeper.org_id, place))
}

interface Finding {
  /** Where it is: in the log, which holds nothing that was entered. */
  place: string
  /** Of its entry in the action log: the same finding has the same. */
  id: string
  message: string
  words: string
}

function findingsOf(
  { keeper, broken, differences }: LookedThrough,
  names: ReadonlyMap<string, string>,
): Finding[] {
  const idOf = (finding: string) => derivedId(keeper.org_id, `ledger-look/${finding}`)
  if (broken) {
    const words = text.broken(broken)
    return [{ id: idOf(`${broken.by}/${broken.n}`), place: `entry ${broken.n}`, message: words, words }]
  }
  const when = timeIn(keeper.time_zone)
  const naming = { nameOf: (id: string) => names.get(id) ?? id, when }
  return differences.map((one) => {
    const words = readable(differenceWords(one, naming))
    const place = [one.collection, one._id, ...one.path].join('/')
    return { id: idOf(sayingOf(one)), place, message: readable(text.differs(words)), words }
  })
}

const sayingOf = ({ collection, _id, kind, path, ledger, record }: RecordDifference) =>
  canonical([collection, _id, kind, path, ledger ?? null, record ?? null])

function timeIn(timeZone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'long',
  })
  return (iso) => (Number.isNaN(Date.parse(iso)) ? iso : format.format(new Date(iso)))
}
