import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { accountRoutes } from './accounts/account-routes.ts'
import { accountStore } from './accounts/account-store.ts'
import { nextReset } from './accounts/demonstration-nights.ts'
import { demonstrationStands, removeDemonstration } from './accounts/demonstration-store.ts'
import { demonstrationLines, foundDemonstration } from './accounts/demonstration.ts'
import type { Secrets } from './accounts/secrets.ts'
import { ownAccountRoutes } from './accounts/own-account-routes.ts'
import { ownAccountStore } from './accounts/own-account-store.ts'
import { sessionStore } from './accounts/session-store.ts'
import { givePushToken } from './accounts/sign-in.ts'
import { SetupDoor } from './accounts/setup-code.ts'
import { SignInThrottle } from './accounts/sign-in-throttle.ts'
import { slowdownStore } from './accounts/slowdown-store.ts'
import { writeLibraries } from './accounts/starting-library.ts'
import { actionLogRoutes } from './action-log/action-log-routes.ts'
import { logActionAlone } from './action-log/action-log-store.ts'
import { logReadingStore } from './action-log/log-reading-store.ts'
import { backupsAsTold, type Nightly } from './backups/nightly.ts'
import { ownedNights } from './backups/owned-nights.ts'
import type { CertificateKeeper } from './certificates/serve-own.ts'
import type { Config } from './config.ts'
import { answers, inTime, type Database } from './database/connect.ts'
import { lackingMigrations, migrationFiles } from './database/migrate.ts'
import { canonicalAddress } from './documented-api/collection-paths.ts'
import { balanceReadRoutes } from './documented-api/controlled-substances/balance-read-routes.ts'
import { balanceWriteRoutes } from './documented-api/controlled-substances/balance-write-routes.ts'
import { drawRoutes } from './documented-api/controlled-substances/draw-routes.ts'
import { ledgerReading } from './documented-api/controlled-substances/ledger-reading.ts'
import { deviceRoutes } from './devices/device-routes.ts'
import { carriesKey, giveKey } from './devices/device-key.ts'
import { deviceStore } from './devices/device-store.ts'
import { useDocumentation } from './documentation/documentation.ts'
import { listRoutes } from './documented-api/list-routes.ts'
import { listingStore } from './documented-api/listing/listing-store.ts'
import { lists } from './documented-api/listing/lists.ts'
import { sectionRoutes } from './documented-api/section-routes.ts'
import { wholeListRoutes } from './documented-api/whole-list-routes.ts'
import { writeRoutes } from './documented-api/write-routes.ts'
import { sendError } from './errors.ts'
import { eventsRoutes } from './live/events-routes.ts'
import { liveChanges } from './live/live-changes.ts'
import { healthRoute } from './health-route.ts'
import { ledgerRoutes } from './ledger/ledger-routes.ts'
import { ledgerLines, ledgerText } from './ledger/ledger-store.ts'
import { requestIds, serverLog, type LogTarget } from './logging/server-log.ts'
import { openMail } from './mail/mail.ts'
import { organizationRoutes } from './organization/organization-routes.ts'
import { policiesRoutes } from './organization/policies-routes.ts'
import { organizationStore } from './organization/organization-store.ts'
import { passwordResetRoutes } from './password-reset/password-reset-routes.ts'
import { passwordResetStore } from './password-reset/password-reset-store.ts'
import { ResetThrottle } from './password-reset/reset-throttle.ts'
import { linkForUser } from './password-reset/user-link.ts'
import { useEntityTags } from './plugins/entity-tags.ts'
import { BODY_MAX, useLimits } from './plugins/limits.ts'
import { useRequestIds } from './plugins/request-id.ts'
import { useSecurityHeaders } from './plugins/security-headers.ts'
import { guardRoutes, isPushTokenOf, openToPrograms, useSessions } from './plugins/session.ts'
import { useStaticFiles } from './plugins/static-files.ts'
import { tlsOptions } from './plugins/tls-options.ts'
import { answerUnread, hostIsAskedForHere, useUnreadRequests } from './plugins/unread-requests.ts'
import { useSchemas } from './plugins/validation.ts'
import { programRoutes } from './programs/program-routes.ts'
import { programStore } from './programs/program-store.ts'
import { startRegularWork } from './regular-work.ts'
import { syncRoutes } from './sync/sync-routes.ts'
import { postgresStore } from './sync/sync-store.ts'
import { serverMetrics } from './watching/server-metrics.ts'
import { watchRoutes } from './watching/watch-routes.ts'

export interface AppDependencies {
  database: Database
  config: Pick<
    Config,
    | 'dataFolder'
    | 'backups'
    | 'registration'
    | 'demonstration'
    | 'resetDemonstration'
    | 'tls'
    | 'trustProxy'
    | 'mail'
    | 'publicUrl'
    | 'logLevel'
    | 'metrics'
  >
  secrets: Secrets
  now: () => Date
  /** The built app; without it only the API answers. */
  webRoot?: string | undefined
  /** With `tls` of `auto`. */
  certificates?: CertificateKeeper | undefined
  /** Makes a backup; without it none are made by themselves. */
  makeBackup?: Nightly['make']
  /** Asks a database that may end meanwhile, and is started again by itself, until it has answered. */
  onceItIsBack?: <T>(work: () => Promise<T>) => Promise<T>
  /** It was told to end, and soon takes no more calls. */
  isClosing?: () => boolean
  /** Tells whoever started the server. */
  say?: (line: string) => void
  /** Takes the log in place of the standard output. */
  logTo?: LogTarget
}

/** The whole server but its port: every route, and what must stand before the first request. */
export function buildApp(deps: AppDependencies): FastifyInstance {
  const { config, database, now, say = console.log } = deps
  const pair = keysOf(deps)
  const app = newServer(deps, pair, (raw) => secure(raw))
  const metrics = config.metrics && serverMetrics()
  const sessions = sessionStore(database)
  const store = postgresStore(
    database,
    deps.secrets.receipt,
    (error, parked, requests) =>
      app.log.error(
        { err: error, requests },
        parked ? `Mutation ${parked} was parked.` : 'A push is tried mutation by mutation.',
      ),
    { about: (orgId) => live.hub.readersOf(orgId), done: (heard, own) => live.committed(heard, own) },
    (words) => app.log.warn(words),
    metrics?.waited,
  )
  const live = liveChanges(app, database, {
    changeText: store.changeText,
    sessionsHolding: sessions.sessionsHolding,
    now,
    told: metrics?.told,
  })
  const accounts = accountStore(database)
  const devices = deviceStore(database)
  const slowdowns = slowdownStore(database.pool, deps.secrets.jwt)
  const throttle = new SignInThrottle(slowdowns)
  const mail = openMail({
    config,
    now,
    say,
    failed: (what, error, again) =>
      app.log.error(
        error,
        `${what} was not sent${again === null ? '; it is given up.' : `; again in ${again / 1000} s.`}`,
      ),
  })

  const nights = ownedNights({
    pool: database.pool,
    backups: config.backups,
    make: deps.makeBackup ?? (async () => 'busy'),
    log: (line) => app.log.error(line),
    now,
  })

  const listing = listingStore(database.pool)
  const reading = { listing, lists: lists(listing) }
  const ledgers = ledgerReading(listing)

  app.setErrorHandler(sendError)
  useSchemas(app)
  useRequestIds(app)
  // A tablet comes back over plain http when it has to trust a new authority.
  const secure = useSecurityHeaders(app, { onlyHttps: typeof config.tls === 'object' })
  useUnreadRequests(app, secure)
  useEntityTags(app)
  useLimits(app)
  useSessions(app, deps.secrets.jwt)
  useStaticFiles(app, deps.webRoot)
  useDocumentation(app)
  metrics?.watch(app, {
    database,
    waiting: store.waiting,
    listeners: () => live.hub.listening,
    backups: nights.state,
    now,
  })
  let needed: ReturnType<typeof migrationFiles> | undefined
  watchRoutes(app, {
    lacking: async () => inTime(lackingMigrations(database.queries, await (needed ??= migrationFiles()))),
    isClosing: deps.isClosing ?? (() => false),
    metrics: metrics && { text: metrics.text, token: config.metrics?.token },
  })
  void app.register(async (scope) => {
    const programs = programStore(database)
    guardRoutes(scope, sessions, programs, now)
    healthRoute(scope, { databaseAnswers: () => answers(database), backups: nights.state, now })
    accountRoutes(scope, {
      accounts,
      sessions,
      store,
      registration: config.registration,
      nextReset: async () =>
        config.demonstration
          ? nextReset(await demonstrationStands(database.pool), config.resetDemonstration, now())
          : undefined,
      secret: deps.secrets.jwt,
      setupDoor: new SetupDoor(deps.secrets.jwt, config.registration, slowdowns),
      throttle,
      known: devices.known,
      keys: {
        isCarried: (request, tablet) => carriesKey(deps.secrets.jwt, request, tablet),
        give: (request, reply, tablet) => giveKey(deps.secrets.jwt, request, reply, tablet),
      },
      now,
    })
    ownAccountRoutes(scope, { accounts, own: ownAccountStore(database), throttle, now })
    const resets = passwordResetStore(database)
    passwordResetRoutes(scope, {
      resets,
      mail,
      throttle: new ResetThrottle(slowdowns),
      signIns: throttle,
      publicUrl: config.publicUrl,
      now,
    })
    const organizations = organizationStore(database)
    policiesRoutes(scope, { policies: (orgId) => organizations.policies(orgId), store, now })
    organizationRoutes(scope, {
      organizations,
      removeDemonstration: (orgId) => removeDemonstration(database.pool, orgId),
      backups: () => backupsAsTold(nights, config.backups, now()),
      linkForUser: (speaker, email, at) => linkForUser(resets, email, speaker, at),
      now,
    })
    actionLogRoutes(scope, {
      log: logReadingStore(database),
      write: (speaker, message, at) => logActionAlone(database.pool, speaker, message, at),
      now,
    })
    syncRoutes(scope, {
      store,
      pushed: metrics?.pushed,
      pushTokenOf: (request, { device: named, lane }) => {
        const { speaker, signedIn } = request
        // Revoked with the tablet that the session is of, whichever one it names.
        const device = /* @rule token-of-own-tablet */ signedIn?.device ?? named
        const proven = carriesKey(deps.secrets.jwt, request, { org: speaker.org_id, device })
        return givePushToken(sessions, speaker, signedIn?.sessionId ?? null, { device, lane, proven }, now())
      },
      now,
    })
    deviceRoutes(scope, {
      devices,
      carriesKey: (request, tablet) => carriesKey(deps.secrets.jwt, request, tablet),
      giveKey: (request, reply, tablet) => giveKey(deps.secrets.jwt, request, reply, tablet),
      proves: async (request, tablet) =>
        carriesKey(deps.secrets.jwt, request, tablet) ||
        (await isPushTokenOf(sessions, request.headers.authorization ?? '', tablet, now())),
      now,
    })
    eventsRoutes(scope, live)
    programRoutes(scope, { programs, now })
    void scope.register(async (calls) => {
      openToPrograms(calls)
      sectionRoutes(calls, { listing, store, now })
      writeRoutes(calls, { store, now })
      listRoutes(calls, reading)
      drawRoutes(calls, { store, now, reading: ledgers })
      balanceReadRoutes(calls, ledgers)
      balanceWriteRoutes(calls, { store, now, reading: ledgers })
      wholeListRoutes(calls, reading)
      ledgerRoutes(calls, {
        ledgerText: (orgId, after) => ledgerText(database.pool, orgId, after),
        ledgerLines: (orgId, after) => ledgerLines(database.pool, orgId, after),
      })
    })
  })
  app.addHook('onClose', () => mail.close())
  const fillLibraries = () => writeLibraries({ accounts, store, now, week: config.demonstration === 'week' })
  startRegularWork(app, {
    database,
    config,
    certificates: deps.certificates,
    cert: pair?.cert,
    nights: deps.makeBackup && nights,
    store,
    slowdowns,
    mail,
    metrics,
    fillLibraries,
    now,
  })
  const { onceItIsBack = (work) => work() } = deps
  app.addHook('onReady', async () => {
    const made = config.demonstration
      ? await onceItIsBack(() => foundDemonstration(accounts, config.dataFolder, now()))
      : undefined
    await onceItIsBack(fillLibraries)
    if (made) demonstrationLines(made).forEach((line) => say(line))
  })
  return app
}

/** The certificate and its key, in PEM form; undefined for plain http. */
function keysOf({ config: { tls }, certificates }: AppDependencies) {
  if (certificates) return { cert: certificates.first.server, key: certificates.first.server }
  return typeof tls === 'object' ? { cert: readFileSync(tls.cert), key: readFileSync(tls.key) } : undefined
}

function newServer(
  { config: { trustProxy, logLevel }, logTo, onceItIsBack }: AppDependencies,
  pair: ReturnType<typeof keysOf>,
  beforeHooks: (raw: ServerResponse) => void,
): FastifyInstance {
  const options = {
    // A body that comes drop by drop: longer than any tablet waits for its answer.
    requestTimeout: 400_000,
    ...serverLog(logLevel, logTo),
    genReqId: requestIds(trustProxy !== false),
    bodyLimit: BODY_MAX,
    // An e-mail stands in the path of a password reset, and may be long and wrong.
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    // A number means so many proxies before this server.
    trustProxy: typeof trustProxy === 'number' ? (_: string, hop: number) => hop < trustProxy : trustProxy,
    // The first start writes the demonstration clinic before it listens, on slow machines too; and while its database comes back.
    pluginTimeout: onceItIsBack ? 0 : 60_000,
    frameworkErrors(error: unknown, request: FastifyRequest, reply: FastifyReply) {
      beforeHooks(reply.raw)
      return sendError(error, request, reply)
    },
    clientErrorHandler: (error: Error, socket: Socket) => answerUnread(app, error, socket, beforeHooks),
    rewriteUrl: (request: { url?: string | undefined }) => canonicalAddress(request.url ?? '/'),
  }
  const app: FastifyInstance = pair
    ? Fastify({ ...options, https: { ...tlsOptions(pair.cert, pair.key), ...hostIsAskedForHere } })
    : Fastify({ ...options, http: hostIsAskedForHere })
  return app
}
