import { liveRead } from '../data/database/live-read.ts'
import { now } from '../data/database/time.ts'
import { recentCodes } from '../data/view/code-events.ts'

/** Calls with whether a code goes on, now and after each tap of any tablet; gives what ends it. */
export const followCodes = (listener: (isRunning: boolean) => void): (() => void) =>
  liveRead(async () => (await recentCodes(now())).some(({ stoppedAt }) => stoppedAt === null), listener)
