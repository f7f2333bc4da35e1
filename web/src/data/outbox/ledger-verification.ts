import type { LedgerHead } from 'sync-protocol/records/ledger-entry'
import type { LedgerAlarm, LedgerVerification } from '../database/setting-values.ts'
import { openAlarms, seenHeads } from '../view/ledger-head.ts'
import { newId } from '../database/ids.ts'
import { queueMutation, durableTransaction } from './save.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { currentClinic, currentUser } from '../database/signed-in.ts'

/** A head that this tablet saw, in which epoch of the server. */
export interface TrustedHead extends LedgerHead {
  epoch: string
}

/** What the action log takes of a detail. */
const DETAIL_MAX = 200
const saver = () => ({ user_id: currentUser()._id, deviceNow: Date.now, newId })

/** How the ledger was last verified on this tablet, for when the server is out of reach. */
export const lastVerification = (): Promise<LedgerVerification | undefined> =>
  readSetting(currentClinic(), 'ledger_verified')

/** Every head that the ledger has to hold: those that the feed told, and the end of the last whole one. */
export async function trustedHeads(): Promise<TrustedHead[]> {
  const [seen, last] = await Promise.all([seenHeads(), lastVerification()])
  return [...seen.map(({ epoch, n, hash }) => ({ epoch, n, hash })), ...(last?.whole ? [last.whole] : [])]
}

/** Keeps what a verification said, and tells the action log. */
export async function keepVerification(
  words: Pick<LedgerVerification, 'ok' | 'title' | 'lines' | 'details'>,
  whole: TrustedHead | undefined,
): Promise<void> {
  const clinic = currentClinic()
  const { name: by_name } = currentUser()
  const at = new Date().toISOString()
  const detail = [words.title, ...(words.ok ? [] : words.lines.slice(0, 1))].join('. ').slice(0, DETAIL_MAX)
  await durableTransaction(clinic, async () => {
    const before = await readSetting(clinic, 'ledger_verified')
    const trusted = whole ?? before?.whole
    await writeSetting(clinic, 'ledger_verified', {
      ...words,
      at,
      by_name,
      ...(trusted === undefined ? {} : { whole: trusted }),
    })
    await queueMutation(clinic, saver(), { action: 'ledger.verify', detail, ops: [] })
  })
}

/** Tells the action log that a copy of the ledger was taken. */
export async function logExport(name: string): Promise<void> {
  const clinic = currentClinic()
  await durableTransaction(clinic, () =>
    queueMutation(clinic, saver(), { action: 'ledger.export', detail: name, ops: [] }),
  )
}

export const ledgerAlarms = (): Promise<LedgerAlarm[]> => openAlarms(currentClinic())

/** Somebody has looked into what the server told against the heads seen here; it stays on record who and when. */
export async function settleAlarms(words: string): Promise<void> {
  const clinic = currentClinic()
  const { _id: by, name: by_name } = currentUser()
  const settled = { by, by_name, at: new Date().toISOString() }
  await durableTransaction(clinic, async () => {
    const alarms = (await readSetting(clinic, 'ledger_alarms')) ?? []
    await writeSetting(
      clinic,
      'ledger_alarms',
      alarms.map((alarm) => ({ settled, ...alarm })),
    )
    await queueMutation(clinic, saver(), {
      action: 'ledger.alarm',
      detail: words.slice(0, DETAIL_MAX),
      ops: [],
    })
  })
}
