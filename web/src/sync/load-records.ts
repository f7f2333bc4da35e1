import { readSnapshot } from 'sync-protocol/wire/snapshot'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { leadsOn, nextAsked, snapshotPieces, type LoadProgress } from '../data/database/load-progress.ts'
import { adoptEpoch, giveUpLoad } from '../data/restore/new-epoch.ts'
import { readSetting } from '../data/database/settings.ts'
import { pieceSize } from '../data/view/take-page.ts'
import { dropAllArrived, takeSnapshotPiece } from '../data/view/take-snapshot.ts'
import { exchange, Refused, type EnginePorts } from './exchange.ts'

const PAGE = 2000

type Page = ReturnType<typeof readSnapshot>

interface Place {
  epoch: string | undefined
  load: number
  progress: LoadProgress
}

async function placeOf({ clinic }: EnginePorts): Promise<Place | undefined> {
  return clinic.transaction('r', [clinic.settings], async () => {
    const progress = await readSetting(clinic, 'loading')
    if (!progress) return undefined
    const epoch = await readSetting(clinic, 'epoch')
    return { epoch, load: (await readSetting(clinic, 'load')) ?? 0, progress }
  })
}

/**
 * Goes on with the load that is under way, page by page, from where it was left. True once there is none any more; false
 * when something else moved its place, which may be another tab that loads too.
 */
export async function loadRecords(
  ports: EnginePorts,
  token: string,
  between: () => Promise<void>,
): Promise<boolean> {
  const place = await placeOf(ports)
  if (!place) return true
  let { progress } = place
  let epoch = place.epoch
  let coming = pageFrom(ports, token, progress, epoch)
  for (;;) {
    const page = await coming
    if (page === 'unknown') {
      await giveUpLoad(ports.clinic)
      return true
    }
    if (epoch === undefined) await adoptEpoch(ports.clinic, page.epoch)
    epoch = page.epoch
    const pieces = snapshotPieces(progress, page, await pieceSize(ports.clinic))
    const reached = pieces.at(-1)?.next ?? progress
    const isEnd = reached.rest.length === 0
    // The next page travels while this one is stored.
    if (!isEnd) coming = ahead(pageFrom(ports, token, reached, epoch))
    for (const piece of pieces) {
      const taken = await takeSnapshotPiece(ports.clinic, { epoch, load: place.load, progress }, piece)
      if (!taken) return false
      progress = piece.next
    }
    if (isEnd) {
      await dropAllArrived(ports.clinic)
      return true
    }
    await between()
  }
}

/** Its failure is heard of when it is waited for, which may never be. */
function ahead<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** `unknown` to a server of an earlier version, by its own word: a proxy without a way to the server answers 404 too. */
async function pageFrom(
  ports: EnginePorts,
  token: string,
  progress: LoadProgress,
  epoch: string | undefined,
): Promise<Page | 'unknown'> {
  const { collections, after } = nextAsked(progress)
  const query = new URLSearchParams({
    protocol: String(PROTOCOL),
    collections: collections.join(','),
    limit: String(PAGE),
    ...(after === undefined ? {} : { after }),
    ...(epoch === undefined ? {} : { epoch }),
  })
  try {
    const page = await exchange(
      ports,
      { method: 'GET', path: `/sync/snapshot?${query}`, token },
      { parse: readSnapshot },
    )
    // @rule load-goes-on
    if (!leadsOn(progress, page.after)) throw new TypeError('This page leads nowhere.')
    return page
  } catch (error) {
    if (error instanceof Refused && /* @rule own-not-found */ error.body?.code === 'not_found')
      return 'unknown'
    throw error
  }
}
