import { readPull } from 'sync-protocol/wire/pull'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { returnDrafts } from '../data/restore/acknowledged.ts'
import { forgetOldAcknowledged } from '../data/outbox/kept-receipts.ts'
import { isToLoad } from '../data/database/load-progress.ts'
import { adoptEpoch, beginFirstLoad, reloadRecords } from '../data/restore/new-epoch.ts'
import { readSetting, writeSetting } from '../data/database/settings.ts'
import { sweepOldLoad } from '../data/view/sweep-load.ts'
import { PIECE, PIECE_WITH_OWN, pieceSize, piecesOf, takePiece } from '../data/view/take-page.ts'
import { checkDigests } from './check-digests.ts'
import { exchange, Refused, type EnginePorts } from './exchange.ts'
import { loadRecords } from './load-records.ts'

const PAGE = 1000
/** Pages thrown away in a row because the cursor moved under them, before the next round tries again. */
const PATIENCE = 5

type Page = ReturnType<typeof readPull>

interface Place {
  epoch: string | undefined
  cursor: number
  load: number
  /** A load is to be begun or gone on with. */
  toLoad: boolean
  /** What the present load does not bring is swept at the end of the feed. */
  reloading: boolean
  draftsToResubmit: boolean
}

/** Asked for together: every answer that is waited for alone holds up what somebody waits to see. */
async function placeOf({ clinic }: EnginePorts): Promise<Place> {
  return clinic.transaction('r', [clinic.settings], async () => {
    const [epoch, cursor = 0, load = 0, loading, reloading, drafts] = await Promise.all([
      readSetting(clinic, 'epoch'),
      readSetting(clinic, 'cursor'),
      readSetting(clinic, 'load'),
      readSetting(clinic, 'loading'),
      readSetting(clinic, 'reloading'),
      readSetting(clinic, 'drafts_to_return'),
    ])
    const toLoad = isToLoad(loading, cursor)
    const draftsToResubmit = (drafts?.length ?? 0) > 0
    return { epoch, cursor, load, toLoad, reloading: reloading === true, draftsToResubmit }
  })
}

/**
 * Loads what there is to be loaded, then follows the organization's feed to its end, from this tablet's cursor. Only a
 * session may read; for somebody without permission for records there is nothing to read, be it that only the server knows, and
 * the tablet keeps its place for the next one. `between` two pages there is time for something else; `beforeReload` is asked when
 * the feed cannot be followed from here, or led to other records than the server's.
 */
export async function pullFeed(
  ports: EnginePorts,
  between: () => Promise<void>,
  beforeReload: () => Promise<void>,
): Promise<void> {
  if (!ports.mayRead()) return
  try {
    await followFeed(ports, between, beforeReload)
  } catch (error) {
    if (!(error instanceof Refused) || error.body?.code !== 'forbidden' || error.step === 'revoked')
      throw error
  }
}

async function followFeed(
  ports: EnginePorts,
  between: () => Promise<void>,
  beforeReload: () => Promise<void>,
): Promise<void> {
  let lost = 0
  for (;;) {
    const who = ports.credentials()
    if (!who || lost > PATIENCE) return
    let place = await placeOf(ports)
    if (place.toLoad) {
      await beginFirstLoad(ports.clinic)
      if (!(await loadRecords(ports, who.token, between))) {
        lost += 1
        continue
      }
      place = await placeOf(ports)
    }
    const reply = await page(ports, who.token, place)
    if (reply === 'reload') {
      await beforeReload()
      await reloadRecords(ports.clinic)
      continue
    }
    const taken = await takePage(ports, { ...place, epoch: reply.epoch }, reply)
    lost = taken ? 0 : lost + 1
    if (reply.more) await between()
    if (!taken || reply.more) continue
    if (place.reloading) await sweepOldLoad(ports.clinic)
    // Before the tables are looked through, which takes seconds after a first load of many: all of it is here.
    await writeSetting(ports.clinic, 'last_pull', isoOf(ports.deviceNow()))
    const reached = { epoch: reply.epoch, cursor: reply.cursor, load: place.load }
    if (await checkDigests(ports, reached, reply, between)) {
      // A history that went back may have been gone on with past this cursor: nothing else here would tell.
      // @rule difference-shows
      await beforeReload()
      continue
    }
    const { deviceNow, newId } = ports
    if (place.draftsToResubmit) await returnDrafts(ports.clinic, { user_id: who.user_id, deviceNow, newId })
    await forgetSometimes(ports, Date.parse(reply.server_time))
    return
  }
}

const FORGET_MS = 3_600_000
const forgotten = new WeakMap<EnginePorts['clinic'], number>()

/**
 * Once an hour is often enough for what is kept for a month. By the clock that is behind: the tablet's may be years ahead, and
 * so may the server's.
 */
async function forgetSometimes({ clinic, deviceNow }: EnginePorts, serverNow: number): Promise<void> {
  const now = Math.min(
    /* @rule receipts-by-server-time */ serverNow,
    /* @rule receipts-by-own-time */ deviceNow(),
  )
  if (Math.abs(now - (forgotten.get(clinic) ?? -Infinity)) < FORGET_MS) return
  forgotten.set(clinic, now)
  await forgetOldAcknowledged(clinic, now)
}

const isoOf = (ms: number) => new Date(ms).toISOString()

async function page(ports: EnginePorts, token: string, place: Place): Promise<Page | 'reload'> {
  const query = new URLSearchParams({
    protocol: String(PROTOCOL),
    cursor: String(place.cursor),
    limit: String(PAGE),
    ...(place.epoch === undefined ? {} : { epoch: place.epoch }),
  })
  try {
    const reply = await exchange(
      ports,
      { method: 'GET', path: `/sync/pull?${query}`, token },
      { parse: readPull },
    )
    // Else the same would be asked for again at once, for ever.
    // @rule page-goes-on
    if (reply.more && reply.cursor <= place.cursor) throw new TypeError('This page leads nowhere.')
    if (place.epoch === undefined) await adoptEpoch(ports.clinic, reply.epoch)
    return reply.head < place.cursor ? 'reload' : reply
  } catch (error) {
    if (!(error instanceof Refused) || error.step !== 'reload' || place.cursor === 0) throw error
    return 'reload'
  }
}

async function takePage(ports: EnginePorts, place: Place & { epoch: string }, reply: Page): Promise<boolean> {
  let { cursor } = place
  const ledger = { ...reply.ledger_head, at: isoOf(ports.deviceNow()) }
  const { changes } = reply
  const size = changes.length > PIECE_WITH_OWN ? await pieceSize(ports.clinic) : PIECE
  for (const piece of piecesOf(changes, reply.cursor, size)) {
    if (!(await takePiece(ports.clinic, { ...place, cursor }, piece, ledger))) return false
    cursor = piece.cursor
  }
  return true
}
