import { liveRead } from '../data/database/live-read.ts'
import { now } from '../data/database/time.ts'
import { recentCodes } from '../data/view/code-events.ts'

/** How often a code that goes on is looked at again: nobody may say that it ended, ms. */
const AGAIN_MS = 60_000

const goesOn = async (): Promise<boolean> =>
  (await recentCodes(now())).some(({ stoppedAt }) => stoppedAt === null)

/** Calls with whether a code goes on: now, after each tap of any tablet, and while one does, each minute; gives what ends it. */
export function followCodes(listener: (isRunning: boolean) => void, read = goesOn): () => void {
  let looking: ReturnType<typeof setInterval> | undefined
  const look = async () => {
    try {
      const isRunning = await read()
      if (looking !== undefined) say(isRunning)
    } catch (error) {
      console.error('Codes could not be read.', error)
    }
  }
  const say = (isRunning: boolean) => {
    clearInterval(looking)
    looking = isRunning ? setInterval(() => void look(), AGAIN_MS) : undefined
    listener(isRunning)
  }
  const end = liveRead(read, say)
  return () => {
    clearInterval(looking)
    looking = undefined
    end()
  }
}
