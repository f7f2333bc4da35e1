import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { anyOf, queriesOn } from '../database/queries.ts'
import type { Heard, Place } from './live-hub.ts'

const CHANNEL = 'record_changes'
/** Asks for nothing but an answer, in words that say in the database's own lists whose connection this is. */
const BEAT = `SELECT '${CHANNEL}'`
/** A standby that was promoted writes on another timeline. Fails on one that was not, and where a service hides it. */
export const TIMELINE = 'SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline'
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

export interface Patience {
  /** How long the connection is quiet before it is asked for a sign of life. */
  beatMs: number
  /** How long one of its answers may take before it counts as lost. */
  answerMs: number
}
/** Both together: for how long changes go unheard at most, where the next pull would come after a minute. */
const PATIENCE: Patience = { beatMs: 15_000, answerMs: 10_000 }

export interface Hears {
  heard(heard: Heard): void
  /** Who listens to this organization may not any more. */
  look(orgId: string): void
  /** The connection stands, be it again; `isPromoted`: to a standby that took the place of the database of before. */
  missed(isPromoted: boolean): void
  lost(error: Error): void
}

export interface Neighbours {
  /** Tells the other processes on this database; of one organization the newest head, as soon as the last telling is over. */
  tell(heard: Heard): void
  /** Resolves once this process hears its neighbours. */
  listening(): Promise<void>
  close(): Promise<void>
}

/** How far the feeds of these organizations have come. */
export async function placesOf(pool: pg.Pool, orgIds: readonly string[]): Promise<Heard[]> {
  if (orgIds.length === 0) return []
  return places(pool).where('o.org_id', '=', anyOf(orgIds)).execute()
}

const places = (pool: pg.Pool) =>
  queriesOn(pool)
    .selectFrom(['organizations as o', 'installation as i'])
    .select(['o.org_id', 'o.seq as head', 'i.epoch'])

/** @throws ProtocolError unauthenticated where there is no such organization any more. */
export async function placeOf(pool: pg.Pool, orgId: string): Promise<Place> {
  const place = await places(pool).where('o.org_id', '=', orgId).executeTakeFirst()
  if (!place) throw new ProtocolError('unauthenticated', 'Please log in.')
  return { head: place.head, epoch: place.epoch }
}

/** In place of how far the feed has come: somebody may not listen any more. A process of before does not mind it. */
const LOOK = -1

/**
 * In a transaction that takes from somebody what they may listen by (a session, a permission, a tablet, the organization): once
 * it is committed every process looks who may still listen, and ends the streams of the others.
 */
export async function tellWhoMayListen(client: Pick<pg.ClientBase, 'query'>, orgId: string): Promise<void> {
  const payload = [randomUUID(), orgId, LOOK].join(' ')
  await client.query('SELECT pg_notify($1, $2)', [CHANNEL, payload])
}

/**
 * Says and hears over one connection what several API processes on one database commit, after the commit and outside its
 * transaction: NOTIFY inside it would put all commits of the database in one line. What a broken connection did not hear is
 * asked for when it stands again; until then tablets only see it later, at their next pull. What it could not say is said then.
 * A connection can also break without a word, behind a firewall that forgot it: it is asked again and again whether it lives.
 */
export function neighbours(
  connection: (answerMs: number) => Promise<pg.Client>,
  hears: Hears,
  { beatMs, answerMs } = PATIENCE,
): Neighbours {
  const self = randomUUID()
  let client: pg.Client | undefined
  let closed = false
  let pause = FIRST_PAUSE_MS
  let timer: NodeJS.Timeout | undefined
  let heart: NodeJS.Timeout | undefined
  let telling = false
  let timeline: string | undefined
  const untold = new Map<string, Place>()
  const waiting: (() => void)[] = []

  const drop = (broken: pg.Client, error: Error) => {
    if (client !== broken) return
    client = undefined
    clearTimeout(heart)
    void leave(broken)
    if (closed) return
    hears.lost(error)
    plan()
  }
  const plan = () => {
    timer = setTimeout(() => void open(), pause)
    timer.unref()
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
  const beat = async (mine: pg.Client) => {
    await mine.query(BEAT).catch((error: Error) => drop(mine, error))
    if (client !== mine) return
    // Not before: one that breaks whenever something is said would be opened ten times a second.
    pause = FIRST_PAUSE_MS
    planBeat(mine)
  }
  const planBeat = (mine: pg.Client) => {
    heart = setTimeout(() => void beat(mine), beatMs)
    heart.unref()
  }
  const open = async () => {
    let mine: pg.Client | undefined
    try {
      mine = await connection(answerMs)
      if (closed) return await leave(mine)
      const listener = mine
      listener.on('notification', ({ payload = '' }) => {
        const [from, org_id = '', head = '', epoch = ''] = payload.split(' ')
        if (Number(head) === LOOK) hears.look(org_id)
        else if (from !== self) hears.heard({ org_id, head: Number(head), epoch })
      })
      listener.on('error', (error) => drop(listener, error))
      listener.on('end', () => drop(listener, new Error('The connection ended.')))
      const before = timeline
      timeline = (await timelineOf(listener)) ?? before
      await listener.query(`LISTEN ${CHANNEL}`)
      client = listener
      planBeat(listener)
      hears.missed(before !== undefined && timeline !== before)
      for (const done of waiting.splice(0)) done()
      void say()
    } catch (error) {
      if (mine) void leave(mine)
      if (closed) return
      hears.lost(error as Error)
      plan()
    }
  }
  const say = async () => {
    if (telling) return
    telling = true
    for (let speaker = client; speaker && untold.size > 0; speaker = client) {
      const broken = speaker
      const said = [...untold]
      const payloads = said.map(([orgId, { head, epoch }]) => `${self} ${orgId} ${head} ${epoch}`)
      untold.clear()
      await speaker
        .query('SELECT pg_notify($1, p) FROM unnest($2::text[]) AS t (p)', [CHANNEL, payloads])
        .catch((error: Error) => {
          for (const [orgId, place] of said) if (!untold.has(orgId)) untold.set(orgId, place)
          drop(broken, error)
        })
    }
    telling = false
  }
  void open()
  return {
    tell({ org_id, head, epoch }) {
      const before = untold.get(org_id)
      if (before?.epoch !== epoch || before.head < head) untold.set(org_id, { head, epoch })
      void say()
    },
    listening: () => (client ? Promise.resolve() : new Promise((done) => waiting.push(done))),
    async close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(heart)
      const last = client
      client = undefined
      if (last) await leave(last)
    },
  }
}

/** Undefined where it cannot be told; a connection that broke is told by what is asked next. */
async function timelineOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client
    .query<{ timeline: string }>(TIMELINE)
    .catch(() => ({ rows: [] as { timeline: string }[] }))
  return rows[0]?.timeline
}

/** Says goodbye and does not wait for an answer, which a broken connection never gives. */
async function leave(client: pg.Client): Promise<void> {
  const ended = client.end()
  client.connection.stream.destroy()
  await ended
}
