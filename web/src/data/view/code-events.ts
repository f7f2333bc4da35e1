import { codeIdOf } from 'sync-protocol/records/sheet-id'
import { codeState, type Tap } from 'sync-protocol/rules/code'
import type { CodePatient } from 'sync-protocol/records/code-event'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { currentClinic } from '../database/signed-in.ts'

/** A tap of a code, as the view has it. */
export interface StoredTap extends Tap {
  version: number
  codeId: string
  sheetId?: string
  by: string
  byId: string
  /** Who said that it was a mistake. */
  voidedBy?: string
  patient?: CodePatient
}

/** A code, as the clinic's list of the last days says it. */
export interface RecentCode {
  codeId: string
  sheetId?: string
  startedAt: string
  /** Null while it goes on. */
  stoppedAt: string | null
  patient: CodePatient | undefined
}

const HOUR = 3_600_000
/** What was started longer ago than this and never stopped does not go on any more, ms. */
const FORGOTTEN_MS = 2 * HOUR
const LISTED_MS = 7 * 24 * HOUR

function tapOf({ _id, version, content, meta, voided }: ViewRecord<'code_events'>): StoredTap[] {
  if (content === null) return []
  const { code_id, sheet_id, what, at, detail, patient } = content
  return [
    {
      _id,
      version,
      codeId: code_id,
      what,
      at,
      by: meta.author_name,
      byId: meta.author_id,
      isVoid: voided !== undefined,
      ...(sheet_id !== undefined && { sheetId: sheet_id }),
      ...(detail !== undefined && { detail }),
      ...(patient !== undefined && { patient }),
      ...(voided !== undefined && { voidedBy: voided.by_name }),
    },
  ]
}

const events = (clinic: ClinicDatabase) => viewOf(clinic, 'code_events')

/** All taps of a code, those that were a mistake too. */
export const tapsOfCode = async (codeId: string, clinic = currentClinic()): Promise<StoredTap[]> =>
  (await events(clinic).where('content.code_id').equals(codeId).toArray()).flatMap(tapOf)

/** The taps of the code of a sheet, open or saved. */
export const tapsOfSheet = (sheetId: string): Promise<StoredTap[]> => tapsOfCode(codeIdOf(sheetId))

/** The ids of all codes. Only keys are read. For a query that stays live. */
export const allCodes = async (clinic = currentClinic()): Promise<ReadonlySet<unknown>> =>
  new Set(await events(clinic).orderBy('content.code_id').uniqueKeys())

/**
 * Whom a code is for: what its first start says, or the first one after it was stopped, which may know a better weight. One that was
 * a mistake was for the same patient.
 */
export function patientOfCode(taps: readonly StoredTap[]): CodePatient | undefined {
  const said = taps.filter(({ patient }) => patient !== undefined).sort((a, b) => (a.at < b.at ? -1 : 1))
  const stand = said.filter(({ isVoid }) => !isVoid)
  const starts = stand.length > 0 ? stand : said
  const last = starts.at(-1)?.at ?? ''
  const stops = taps.flatMap(({ what, at, isVoid }) =>
    what === 'stopped' && !isVoid && at < last ? [at] : [],
  )
  const stopped = stops.reduce((latest, at) => (at > latest ? at : latest), '')
  return /* @rule last-start */ starts.find(({ at }) => at > stopped)?.patient
}

const sheetOf = (taps: readonly StoredTap[]) => {
  const sheetId = taps.find((tap) => tap.sheetId !== undefined)?.sheetId
  return sheetId === undefined ? {} : { sheetId }
}

/** The codes of the last seven days, the latest first; `now` in ms. */
export async function recentCodes(now: number, clinic = currentClinic()): Promise<RecentCode[]> {
  const since = new Date(now - LISTED_MS).toISOString()
  const recent = (await events(clinic).where('content.at').above(since).toArray()).flatMap(tapOf)
  const codes = new Set(recent.map(({ codeId }) => codeId))
  const all = await Promise.all(
    [...codes].map(async (codeId) => [codeId, await tapsOfCode(codeId, clinic)] as const),
  )
  return all
    .flatMap(([codeId, taps]) => {
      const { startedAt, stoppedAt } = codeState(taps, now)
      if (startedAt === null) return []
      const last = taps.reduce((latest, { at }) => Math.max(latest, Date.parse(at)), 0)
      const isForgotten = stoppedAt === null && last < now - FORGOTTEN_MS
      const over = isForgotten ? new Date(last).toISOString() : stoppedAt
      return [{ codeId, startedAt, stoppedAt: over, patient: patientOfCode(taps), ...sheetOf(taps) }]
    })
    .sort((a, b) => (a.startedAt > b.startedAt ? -1 : 1))
}
