import { X509Certificate } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { demonstrationNights } from './accounts/demonstration-nights.ts'
import { demonstrationStands, resetDemonstration } from './accounts/demonstration-store.ts'
import { newDemonstration } from './accounts/demonstration.ts'
import type { SlowdownStore } from './accounts/slowdown-store.ts'
import type { NightWatch } from './backups/nightly.ts'
import { endOfAuthority, endOfGiven, forAnother } from './certificates/end-warning.ts'
import { authorityFile } from './certificates/files.ts'
import { serveOwnCertificates, type CertificateKeeper } from './certificates/serve-own.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import { watchLedgers } from './ledger/ledger-watch.ts'
import type { Mail } from './mail/mail.ts'
import { sendWarnings } from './mail/warnings.ts'
import { warningsStore } from './mail/warnings-store.ts'
import { regularly } from './plugins/regularly.ts'
import { moveRetentionClock, retentionClock } from './sync/retention-clock-store.ts'
import { organizationIds } from './sync/retention-store.ts'
import type { postgresStore } from './sync/sync-store.ts'
import type { ServerMetrics } from './watching/server-metrics.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export interface RegularWorkParts {
  database: Pick<Database, 'pool'>
  config: Pick<Config, 'dataFolder' | 'demonstration' | 'resetDemonstration' | 'publicUrl'>
  certificates: CertificateKeeper | undefined
  /** The certificate that the server shows, in PEM form; undefined over plain http. */
  cert: string | Buffer | undefined
  /** Undefined where no backups are made by themselves. */
  nights: Pick<NightWatch, 'look'> | undefined
  store: Pick<ReturnType<typeof postgresStore>, 'forgetExpired' | 'mendDigests'>
  slowdowns: Pick<SlowdownStore, 'forget'>
  mail: Pick<Mail, 'deliver' | 'failed'>
  metrics: Pick<ServerMetrics, 'ledgersLooked'> | undefined
  fillLibraries(): Promise<void>
  now(): Date
}

/** What the server does by itself for as long as it listens. */
export function startRegularWork(app: FastifyInstance, parts: RegularWorkParts): void {
  const { database, config, nights, store, slowdowns, mail, metrics, fillLibraries, now } = parts
  watchCertificates(app, parts)
  if (nights)
    regularly(app, {
      // Behind the rush of the first tablets.
      first: 5 * MINUTE_MS,
      every: MINUTE_MS,
      work: (stop) => nights.look(stop),
      failed: 'The backup could not be made.',
    })
  const watch = {
    pool: database.pool,
    organizationIds: () => organizationIds(database.pool),
    warn: (words: string) => app.log.warn(words),
    now,
  }
  regularly(app, {
    // Soon after a start, since many a clinic switches its server off for the night, but behind that rush.
    first: 10 * MINUTE_MS,
    every: 24 * HOUR_MS,
    work: async (stop) => {
      await watchLedgers(watch, stop)
      if (!stop.aborted) metrics?.ledgersLooked(now())
    },
    failed: 'The ledgers could not be compared with the records.',
  })
  regularly(app, {
    first: 0,
    every: MINUTE_MS,
    work: (stop) => sendWarnings({ ...mail, store: warningsStore(database.pool), now }, stop),
    failed: 'Warnings could not be sent.',
  })
  regularly(app, {
    first: 0,
    every: 6 * HOUR_MS,
    work: async (stop) => {
      const { agrees, said } = await retentionClock(database.pool, now())
      if (said !== undefined) app.log.warn(said)
      return agrees ? store.forgetExpired(now(), stop) : store.mendDigests(stop)
    },
    failed: 'Expired tombstones are still there.',
  })
  regularly(app, {
    // Never at a start: one that is tried again and again is no time that passed.
    first: HOUR_MS,
    every: HOUR_MS,
    work: () => moveRetentionClock(database.pool, now()),
    failed: 'Expired tombstones are kept for longer.',
  })
  regularly(app, {
    first: 0,
    every: HOUR_MS,
    work: () => slowdowns.forget(now().getTime()),
    failed: 'Counts of failed sign-ins are kept for longer than a day.',
  })
  if (config.demonstration && config.resetDemonstration) {
    const demonstration = {
      stands: () => demonstrationStands(database.pool),
      reset: async () => resetDemonstration(database.pool, await newDemonstration(config.dataFolder), now()),
      fill: fillLibraries,
      now,
    }
    regularly(app, {
      first: 10 * MINUTE_MS,
      every: 10 * MINUTE_MS,
      work: demonstrationNights(demonstration, config.resetDemonstration),
      failed: 'The demonstration could not be reset.',
    })
  }
}

function watchCertificates(
  app: FastifyInstance,
  { config, certificates, cert, now }: RegularWorkParts,
): void {
  if (certificates) serveOwnCertificates(app, certificates, config.publicUrl)
  if (cert === undefined) return
  regularly(app, {
    first: 0,
    every: 24 * HOUR_MS,
    work: async () => {
      const given = new X509Certificate(cert)
      const said = certificates
        ? [endOfAuthority(certificates.first.authority, now(), authorityFile(config.dataFolder))]
        : [endOfGiven(given, now()), forAnother(given, config.publicUrl)]
      for (const words of said) if (words !== undefined) app.log.warn(words)
    },
    failed: 'Nobody can say when the certificate ends.',
  })
}
