import { useCallback, useEffect, useRef, useState } from 'react'
import { isCurrent, type SyncStatus } from '../../data/database/sync-status.ts'
import { seenDevices, type SeenDevices } from '../../data/people/seen-devices.ts'
import { usePerson } from '../../records/use-person.ts'
import { checksOf, type Check, type Readiness } from './readiness.ts'
import { readTablet, type TabletFacts } from './read-readiness.ts'

/** The answer of a server that is near takes less; the rest of the checks do not wait for it. */
const ASKED_MS = 1_500

export interface ReadySources {
  status: SyncStatus
  /** Begins a round, and says whether the server answers within so many ms. */
  reach: (withinMs: number) => Promise<boolean>
  /** Absent for who may not see the tablets. */
  askTablets?: (() => Promise<SeenDevices>) | undefined
  readsLedger: boolean
}

interface Found {
  tablet: TabletFacts | 'failed' | null
  reached: boolean | null
  tablets: Readiness['tablets']
  areTabletsKept: boolean
}

export interface Readied {
  /** Null until this tablet has told of itself. */
  checks: readonly Check[] | null
  failed: boolean
  /** When it was checked, in ms; and the zone in which that is said. */
  at: number | null
  timeZone: string
  again: () => void
}

/** Looks at this tablet when the screen opens, when it is seen again, and when it is asked to. */
export function useReadiness({ status, reach, askTablets, readsLedger }: ReadySources): Readied {
  const person = usePerson()
  const mayAsk = askTablets !== undefined
  const [found, setFound] = useState<Found>({
    tablet: null,
    reached: null,
    tablets: mayAsk ? 'asking' : null,
    areTabletsKept: false,
  })
  const turns = useRef(0)
  const sources = useRef({ person, reach, askTablets })
  useEffect(() => {
    sources.current = { person, reach, askTablets }
  })

  const look = useCallback(async () => {
    const turn = ++turns.current
    const show = (part: Partial<Found>) => {
      if (turn === turns.current) setFound((now) => ({ ...now, ...part }))
    }
    const { person: who, reach: reachNow, askTablets: askNow } = sources.current
    const readIn = async () => show({ tablet: await readOrFail(who) })
    const server = async () => {
      const reached = await reachNow(ASKED_MS)
      show({ reached })
      // A round may have brought more.
      await readIn()
    }
    const others = async () => {
      if (askNow !== undefined) show(await tabletsOf(askNow))
    }
    await Promise.all([readIn(), server(), others()])
  }, [])
  useEffect(() => {
    void look()
    const whenSeen = () => {
      if (document.visibilityState === 'visible') void look()
    }
    document.addEventListener('visibilitychange', whenSeen)
    return () => {
      document.removeEventListener('visibilitychange', whenSeen)
      turns.current += 1
    }
  }, [look])
  const { loaded, libraryLoaded } = status
  useEffect(() => {
    // What has loaded since is counted.
    if (loaded || libraryLoaded) void look()
  }, [look, loaded, libraryLoaded])

  const { tablet, reached, tablets, areTabletsKept } = found
  // What the sync knows is read a moment later than what the tablet knows.
  const isTold = tablet !== null && tablet !== 'failed' && status.state !== 'reading'
  return {
    checks: isTold
      ? checksOf({ ...factsOf(status, readsLedger, tablet), ...tablet, reached, tablets, areTabletsKept })
      : null,
    failed: tablet === 'failed',
    at: isTold ? tablet.now : null,
    timeZone: person.time_zone,
    again: () => {
      setFound((now) => ({ ...now, reached: null, tablets: mayAsk ? 'asking' : null }))
      void look()
    },
  }
}

function factsOf(status: SyncStatus, readsLedger: boolean, { verified }: TabletFacts) {
  const { lastHeard, loaded, libraryLoaded, unsent, attention, storage, updateRequired, ledgerAlarms } =
    status
  const ledger = readsLedger ? { last: verified, alarms: ledgerAlarms } : null
  return {
    isCurrent: isCurrent(status),
    lastHeard,
    loaded,
    libraryLoaded,
    unsent,
    attention,
    storage,
    updateRequired,
    ledger,
  }
}

async function readOrFail(who: Parameters<typeof readTablet>[0]): Promise<TabletFacts | 'failed'> {
  try {
    return await readTablet(who)
  } catch (error) {
    console.error(error)
    return 'failed'
  }
}

/** As the server has them, else as they were seen last. */
async function tabletsOf(
  ask: () => Promise<SeenDevices>,
): Promise<Pick<Found, 'tablets' | 'areTabletsKept'>> {
  try {
    return { tablets: await ask(), areTabletsKept: false }
  } catch (error) {
    console.warn(error)
    return { tablets: (await seenDevices().catch(() => undefined)) ?? null, areTabletsKept: true }
  }
}
