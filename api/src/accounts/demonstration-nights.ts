import type { Config } from '../config.ts'
import { lastAt, nextAt } from '../time-of-day.ts'
import type { DemonstrationState } from './demonstration-store.ts'

type Resets = NonNullable<Config['resetDemonstration']>

const HOUR_MS = 3_600_000

/** Nobody is put out in the middle of their work. */
const QUIET_MS = HOUR_MS / 2
/** After these hours it is morning: a computer that was off at night keeps its demonstration until the next one. */
const NIGHT_MS = 3 * HOUR_MS

export interface DemonstrationNights {
  /** Undefined where there is no demonstration that visitors may enter. */
  stands(): Promise<DemonstrationState | undefined>
  /** Founds it anew, without its library. */
  reset(): Promise<boolean>
  /** Writes every library that is due. */
  fill(): Promise<void>
  now(): Date
}

/** When a demonstration that stands like this is reset next; undefined where it never is. */
export function nextReset(
  stands: Pick<DemonstrationState, 'isUsed'> | undefined,
  resets: Resets | undefined,
  now: Date,
): Date | undefined {
  if (stands === undefined || resets === undefined || (stands.isUsed && !resets.always)) return undefined
  return nextAt(now, resets.at)
}

/** Whether the demonstration has to be reset now: it is of before this night, and nobody works in it. */
export function isResetDue(stands: DemonstrationState, { at, always }: Resets, now: Date): boolean {
  const { madeAt, workedAt, isUsed } = stands
  if (isUsed && !always) return false
  const due = lastAt(now, at)
  const isNight = now.getTime() - due.getTime() < NIGHT_MS
  const isQuiet = workedAt === null || now.getTime() - workedAt.getTime() >= QUIET_MS
  return isNight && isQuiet && madeAt < due
}

/** What is done regularly: the demonstration goes back to its start. */
export function demonstrationNights({ stands, reset, fill, now }: DemonstrationNights, resets: Resets) {
  // What a night left half done: the next start would finish it too.
  let unfilled = false
  return async (): Promise<void> => {
    const its = await stands()
    if (its && isResetDue(its, resets, now())) unfilled = (await reset()) || unfilled
    if (!unfilled) return
    await fill()
    unfilled = false
  }
}
