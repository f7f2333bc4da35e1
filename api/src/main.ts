// Before every schema: each is compiled when it is first asked, and takes less time from then on.
import 'zod/compile'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { accountStore } from './accounts/account-store.ts'
import { otherSecrets } from './accounts/secrets-mark-store.ts'
import { readSecrets } from './accounts/secrets.ts'
import { setupLine } from './accounts/setup-code.ts'
import { addresses } from './addresses.ts'
import { buildApp } from './app.ts'
import { backupBeforeUpdate, forgetBackup } from './backups/before-update.ts'
import { backupProcess } from './backups/backup-process.ts'
import { CannotStart } from './cannot-start.ts'
import { cannotListen } from './cannot-listen.ts'
import { authorityFile } from './certificates/files.ts'
import { certificatesText } from './certificates/certificates-text.ts'
import type { CertificateKeeper } from './certificates/serve-own.ts'
import { hostOf, trustAddress } from './certificates/trust-page.ts'
import { readConfig, type Config } from './config.ts'
import { makeDataFolder } from './data-folder.ts'
import { claimFolder } from './database/backup/own-folder.ts'
import { connect, poolsOf, singleConnection } from './database/connect.ts'
import { startEmbeddedPostgres } from './database/embedded-postgres.ts'
import { migrate } from './database/migrate.ts'
import { assertOwnConnections, assertSameDatabase } from './database/pooler.ts'
import { ownerOf } from './database/reach-database.ts'
import { bindEmbeddedServer, bindServer } from './database/server-role.ts'
import { assertEveryLetter } from './database/stored-texts.ts'
import { untilBack } from './database/until-back.ts'
import { withEnvFile } from './env-file.ts'
import { listenOn } from './listen-on.ts'
import { safeErrorText } from './logging/safe-error.ts'
import { programFolder } from './program-folder.ts'

const webRoot = join(programFolder, 'web/dist')
const opened: (() => Promise<unknown>)[] = []
let closing = false
/** So long it still takes calls after it was told to end, so that a balancer leaves it first. */
let delayMs = 0

/** Closes what was opened, newest first, and ends; at the latest after ten seconds. */
async function close(exitCode: number): Promise<void> {
  if (closing) return
  closing = true
  if (exitCode === 0 && delayMs > 0) await pause(delayMs)
  setTimeout(() => process.exit(1), 10_000).unref()
  for (const closeOne of opened.toReversed()) await closeOne().catch(report)
  process.exit(exitCode)
}

function report(error: unknown): void {
  console.error(error instanceof CannotStart ? error.message : safeErrorText(error))
}

async function fail(error: unknown): Promise<void> {
  report(error)
  await close(1)
}

/** A database of the operator's: it is there, and gives the server what it needs. */
async function assertUsable(url: string, { ownerUrl, directUrl, connections }: Config): Promise<void> {
  if (directUrl === undefined) {
    const few = await assertOwnConnections(url, { name: 'DATABASE_URL', most: connections, least: 4 })
    if (few !== undefined) console.warn(few)
  } else {
    await assertSameDatabase(url, directUrl)
    await assertOwnConnections(directUrl, { name: 'DATABASE_DIRECT_URL', most: 3, least: 3 })
  }
  if (ownerUrl !== undefined)
    await assertOwnConnections(ownerUrl, { name: 'DATABASE_OWNER_URL', most: 2, least: 2 })
  const direct = singleConnection(directUrl ?? url)
  try {
    const reordered = await assertEveryLetter(direct)
    if (reordered !== undefined) console.warn(reordered)
  } finally {
    await direct.end()
  }
}

/** The role that owns the tables changes their shape; the server works as another where it can. */
async function migrateAs(ownerUrl: string): Promise<void> {
  const owner = connect(ownerUrl)
  try {
    await migrate(owner.queries, { onWait: console.warn })
  } finally {
    await owner.close()
  }
}

async function certificateKeeper(config: Config): Promise<CertificateKeeper | undefined> {
  if (config.tls !== 'auto') return undefined
  // Only then: what signs certificates takes a quarter of a second to load.
  const { certificatesOf } = await import('./certificates/own-certificates.ts')
  const keeper = {
    first: await certificatesOf(config, new Date()),
    now: () => certificatesOf(config, new Date()),
  }
  const { uncovered } = keeper.first
  if (uncovered.length > 0)
    console.warn(certificatesText.uncovered(uncovered, authorityFile(config.dataFolder)))
  return keeper
}

async function embeddedDatabase(dataFolder: string): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataFolder, onFailure: report })
  opened.push(postgres.stop)
  return postgres.url
}

/** What ended by itself is started again. */
const onceItIsBack = <T>(work: () => Promise<T>): Promise<T> =>
  untilBack(work, {
    isOver: () => closing,
    onWait: () =>
      console.warn('PostgreSQL ended while the server started. The start goes on once it is back.'),
  })

/** An operator's database is there before the server, or the start says why not. */
const once = <T>(work: () => Promise<T>): Promise<T> => work()

async function start(): Promise<void> {
  const config = readConfig(withEnvFile(process.env))
  delayMs = config.closeDelay * 1000
  await makeDataFolder(config.dataFolder)
  const certificates = await certificateKeeper(config)
  let url = config.databaseUrl
  const operators = ownerOf(config)?.url
  const asked = operators === undefined ? onceItIsBack : once
  const ownerUrl = operators ?? (await embeddedDatabase(config.dataFolder))
  // Before anything takes a lock there.
  if (url !== undefined) await assertUsable(url, config)
  const before = await asked(() => backupBeforeUpdate(ownerUrl, config, new Date()))
  if (before !== undefined) console.log(`The database is updated now. Its backup of before is ${before}.`)
  try {
    await asked(() => migrateAs(ownerUrl))
  } catch (error) {
    if (before !== undefined) await forgetBackup(ownerUrl, config, before)
    throw error
  }
  await asked(() => claimFolder(config.backups.folder, ownerUrl))
  if (url === undefined) url = await asked(() => bindEmbeddedServer(ownerUrl))
  else if (config.ownerUrl !== undefined && url !== ownerUrl) await bindServer(ownerUrl, url)
  const database = connect(url, {
    ...poolsOf(config.connections),
    directUrl: config.directUrl,
    onLost: (error) => closing || console.warn(`A database connection was lost: ${error.message}`),
  })
  opened.push(database.close)

  const secrets = await readSecrets(config.dataFolder)
  const others = await asked(() => otherSecrets(database.pool, secrets))
  if (others !== undefined) console.warn(others)

  const app = buildApp({
    config,
    database,
    secrets,
    certificates,
    now: () => new Date(),
    webRoot,
    makeBackup: backupProcess,
    isClosing: () => closing,
    ...(operators === undefined && { onceItIsBack }),
  })
  opened.push(() => app.close())
  await listenOn(app, config).catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(error, config) ?? error
  })
  const line = await asked(() => setupLine(accountStore(database), config.registration, secrets.jwt))
  if (line !== undefined) console.log(line)
  if (certificates) console.log(certificatesText.trust(trustAddress(hostOf(new URL(config.publicUrl)))))
  console.log(`Veterinary Anesthesia is ready at ${addresses(config).join(' and ')}`)
}

// What nobody expected may carry a row.
process.on('uncaughtException', (error) => void fail(error))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close(0))
// Told to end meanwhile, it fails for what was closed under it.
await start().catch((error: unknown) => (closing ? undefined : fail(error)))
