import { lastAt } from '../time-of-day.ts'

const HOUR_MS = 3_600_000

/** Nobody is put out in the middle of their work. */
const QUIET_MS = HOUR_MS / 2
/** After these hours it is morning: a computer that was off at night keeps its demonstration until the next one. */
const NIGHT_MS = 3 * HOUR_MS

export interface DemonstrationNights {
  /** Undefined where there is no demonstration that visitors may enter. */
  stands(): Promise<{ madeAt: Date; workedAt: Date | null } | undefined>
  /** Founds it anew, without its library. */
  reset(): Promise<boolean>
  /** Writes every library that is due. */
  fill(): Promise<void>
  now(): Date
}

/** Whether the demonstration has to be reset now: it is of before this night, and nobody works in it. */
export function isResetDue(madeAt: Date, workedAt: Date | null, now: Date, at: string): boolean {
  const due = lastAt(now, at)
  const isNight = now.getTime() - due.getTime() < NIGHT_MS
  const isQuiet = workedAt === null || now.getTime() - workedAt.getTime() >= QUIET_MS
  return isNight && isQuiet && madeAt < due
}

/** What is done regularly at a time of the day such as '03:00': the demonstration goes back to its start. */
export function demonstrationNights({ stands, reset, fill, now }: DemonstrationNights, at: string) {
  // What a night left half done: the next start would finish it too.
  let unfilled = false
  return async (): Promise<void> => {
    const its = await stands()
    if (its && isResetDue(its.madeAt, its.workedAt, now(), at)) unfilled = (await reset()) || unfilled
    if (!unfilled) return
    await fill()
    unfilled = false
  }
}
