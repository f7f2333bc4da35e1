import { keyOf, type Collection } from 'sync-protocol/records/envelope'
import { EMPTY_LEDGER, type LedgerHead } from 'sync-protocol/records/ledger-entry'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { LedgerAlarm, SeenHead } from '../database/setting-values.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { currentClinic } from '../database/signed-in.ts'

/** The head of the ledger as the server told it with a page of the feed or its answer to a push, and the device's clock then. */
export interface ToldHead extends LedgerHead {
  at: string
}

const headsOf = (clinic: ClinicDatabase, epoch: string) =>
  clinic.ledger_heads.where('[epoch+n]').between([epoch, 0], [epoch, Infinity])

/** The newest head that was seen of an epoch. */
export const newestOf = (clinic: ClinicDatabase, epoch: string): Promise<SeenHead | undefined> =>
  headsOf(clinic, epoch).last()

/**
 * Remembers what the server told, inside the transaction of the page that told it. A head is never overwritten: the end of
 * the ledger that was cut off, or written anew, is known by the heads seen before. What contradicts one is an alarm, once.
 */
export async function rememberHead(
  clinic: ClinicDatabase,
  epoch: string,
  told: ToldHead,
  newest: SeenHead | undefined,
): Promise<void> {
  if (newest?.n === told.n && newest.hash === told.hash) return
  if (told.n > (newest?.n ?? 0)) {
    await clinic.ledger_heads.add({ epoch, n: told.n, hash: told.hash, seen_at: told.at })
    return
  }
  if (newest) await raiseAlarm(clinic, { epoch, seen: newest, told })
}

/**
 * The same for the answer to a push. A page that was read after it may have told of more already: an answer with less says
 * nothing then, and the next page is judged.
 */
export async function rememberGrowth(clinic: ClinicDatabase, epoch: string, told: ToldHead): Promise<void> {
  const newest = await newestOf(clinic, epoch)
  if (told.n >= (newest?.n ?? 0)) await rememberHead(clinic, epoch, told, newest)
}

async function raiseAlarm(clinic: ClinicDatabase, alarm: LedgerAlarm): Promise<void> {
  const alarms = (await readSetting(clinic, 'ledger_alarms')) ?? []
  const { epoch, seen } = alarm
  if (alarms.some((one) => one.epoch === epoch && one.seen.n === seen.n)) return
  console.error('The ledger of the server is not the one that this tablet saw.', alarm)
  await writeSetting(clinic, 'ledger_alarms', [...alarms, alarm])
}

/** What the server told against the heads seen before, and nobody has dealt with yet. */
export async function openAlarms(clinic: ClinicDatabase): Promise<LedgerAlarm[]> {
  const alarms = (await readSetting(clinic, 'ledger_alarms')) ?? []
  return alarms.filter(({ settled }) => settled === undefined)
}

/** Every head of the ledger that this tablet ever saw, of every epoch of the server, in order. */
export const seenHeads = (): Promise<SeenHead[]> =>
  currentClinic().ledger_heads.orderBy('[epoch+n]').toArray()

/** The newest head that this tablet saw of the server's present epoch; n is 0 while it knows of none. */
export function knownLedgerHead(): Promise<LedgerHead> {
  const clinic = currentClinic()
  return clinic.transaction('r', [clinic.settings, clinic.ledger_heads], async () => {
    const epoch = await readSetting(clinic, 'epoch')
    const newest = epoch === undefined ? undefined : await newestOf(clinic, epoch)
    return newest ? { n: newest.n, hash: newest.hash } : EMPTY_LEDGER
  })
}

/** Whether a fact is in the ledger, and the newest head that this tablet knows, which then covers it. */
export type LedgerPlace = { entered: true; head: LedgerHead } | { entered: false }

/** A fact enters the ledger when the server takes it, so one that this tablet has not had back is not yet in it. */
export function ledgerPlace(collection: Collection, _id: string): Promise<LedgerPlace> {
  const clinic = currentClinic()
  const tables = [clinic.settings, clinic.ledger_heads, clinic.server_state, viewOf(clinic, collection)]
  return clinic.transaction('r', tables, async () => {
    const [record, beside, head] = await Promise.all([
      viewOf(clinic, collection).get(_id),
      clinic.server_state.get(keyOf({ collection, _id })),
      knownLedgerHead(),
    ])
    const onServer = record !== undefined && (record.pending !== true || (beside?.record ?? null) !== null)
    return onServer && head.n > 0 ? { entered: true, head } : { entered: false }
  })
}
