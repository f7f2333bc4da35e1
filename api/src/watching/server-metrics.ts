import type { FastifyInstance } from 'fastify'
import { STATUSES } from 'sync-protocol/records/outcome'
import type { PushReply } from 'sync-protocol/wire/push'
import { PROTOCOL } from 'sync-protocol/wire/version'
import type { BackupState } from '../database/backup/kept-backups.ts'
import type { Database } from '../database/connect.ts'
import { routeOf } from '../logging/server-log.ts'
import { Metrics } from './metrics-text.ts'
import { watchProcess } from './process-metrics.ts'

/** From a list out of memory to a first load over a slow line, in seconds. */
const REQUEST_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** What happens within the server, in seconds. */
const INNER_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export interface Watched {
  database: Pick<Database, 'pool' | 'pipeline'>
  /** Pushes, and calls that write, that wait for their organization's turn. */
  waiting(): number
  /** Tablets that listen for changes. */
  listeners(): number
  backups(): Promise<BackupState>
  now(): Date
}

export interface ServerMetrics {
  text(): Promise<string>
  /** What became of the mutations of a push. */
  pushed(results: PushReply['results']): void
  /** A push, or a call that writes, waited so many seconds for its turn. */
  waited(seconds: number): void
  /** So many seconds after a commit was known here, everybody who listens was told. */
  told(seconds: number): void
  /** Every ledger was compared with its records. */
  ledgersLooked(at: Date): void
  /** What is read when somebody asks. */
  watch(app: FastifyInstance, watched: Watched): void
}

/** What a server tells Prometheus of itself. No label names a clinic, a person, a tablet or a record. */
export function serverMetrics(): ServerMetrics {
  const metrics = new Metrics()
  const requests = metrics.histogram(
    'http_request_duration_seconds',
    'Requests by the pattern of their route; streams of events are left out.',
    REQUEST_BOUNDS,
    ['route', 'method', 'status'],
  )
  const mutations = metrics.counter(
    'sync_mutations_total',
    'Mutations of tablets by their outcome; replayed: one that was sent again.',
    'outcome',
    [...STATUSES, 'replayed'],
  )
  const waits = metrics.histogram(
    'sync_queue_wait_seconds',
    'How long a push, or a call that writes, waited for its turn.',
    INNER_BOUNDS,
  )
  const delays = metrics.histogram(
    'live_event_delay_seconds',
    'From a commit to the event about it, for the tablets that listen here.',
    INNER_BOUNDS,
  )
  let lookedAt: number | undefined

  metrics.gauge('anesthesia_build_info', 'What runs here.', () => [[1, { protocol: String(PROTOCOL) }]])
  return {
    text: () => metrics.text(),
    pushed(results) {
      for (const { status, replayed } of results) mutations.add(replayed ? 'replayed' : status)
    },
    waited: (seconds) => waits.observe(seconds),
    told: (seconds) => delays.observe(seconds),
    ledgersLooked(at) {
      lookedAt = at.getTime()
    },
    watch(app, { database, waiting, listeners, backups, now }) {
      app.addHook('onResponse', (request, reply, done) => {
        if (request.routeOptions.config.sends?.type !== 'text/event-stream') {
          const status = `${Math.floor(reply.statusCode / 100)}xx`
          requests.observe(reply.elapsedTime / 1000, routeOf(request), request.method, status)
        }
        done()
      })
      const ago = (at: number) => Math.max(0, (now().getTime() - at) / 1000)
      const pools = [
        ['calls', database.pool],
        ['pushes', database.pipeline],
      ] as const
      metrics.gauge('sync_queue_waiting', 'Pushes, and calls that write, that wait for their turn.', () => [
        [waiting()],
      ])
      metrics.gauge('live_listeners', 'Tablets that listen for changes here.', () => [[listeners()]])
      metrics.gauge('database_connections', 'Connections of this process by pool and state.', () =>
        pools.flatMap(([pool, { totalCount, idleCount }]) => [
          [idleCount, { pool, state: 'idle' }] as const,
          [totalCount - idleCount, { pool, state: 'busy' }] as const,
        ]),
      )
      metrics.gauge('database_connections_max', 'How many of them there may be.', () =>
        pools.map(([pool, { options }]) => [options.max, { pool }]),
      )
      metrics.gauge('database_waiting', 'Statements that wait for a connection.', () =>
        pools.map(([pool, { waitingCount }]) => [waitingCount, { pool }]),
      )
      metrics.gauge(
        'ledger_look_age_seconds',
        'Since every ledger was last compared with its records.',
        () => (lookedAt === undefined ? [] : [[ago(lookedAt)]]),
      )
      metrics.gauge('backup_age_seconds', 'Since the last backup was made.', async () => {
        const { made } = await backups()
        return made === null ? [] : [[ago(Date.parse(made.at))]]
      })
      metrics.gauge('backup_failed', '1 where one was tried since and failed.', async () => [
        [(await backups()).failed === null ? 0 : 1],
      ])
      const stop = watchProcess(metrics)
      app.addHook('onClose', async () => stop())
    },
  }
}
