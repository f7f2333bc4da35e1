import { X509Certificate } from 'node:crypto'
import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { keptSecrets } from '../accounts/secrets.ts'
import { CannotStart } from '../cannot-start.ts'
import { authorityFile, serverFile } from '../certificates/files.ts'
import { endDay, endOfAuthority, forAnother } from '../certificates/end-warning.ts'
import type { Config } from '../config.ts'
import { readBackupState } from '../database/backup/kept-backups.ts'
import { singleConnection } from '../database/connect.ts'
import { appliedMigrations, migrationFiles } from '../database/migrate.ts'
import { queriesOn } from '../database/queries.ts'
import { postgresVersion, storedTexts, storedTextsSay } from '../database/stored-texts.ts'
import { smtpDelivery } from '../mail/smtp-delivery.ts'
import { retentionClock } from '../sync/retention-clock-store.ts'
import { doctorText as text } from './doctor-text.ts'

/** `bad` keeps the server from its work, or the clinic from its records; `care` is good to know. */
export interface Finding {
  level: 'good' | 'care' | 'bad'
  line: string
}
const good = (line: string): Finding => ({ level: 'good', line })
const care = (line: string): Finding => ({ level: 'care', line })
const bad = (line: string): Finding => ({ level: 'bad', line })

const DAY_MS = 24 * 3_600_000
/** A night may be missed: many a clinic is closed on one day. */
const BACKUP_OLD_MS = 3 * DAY_MS
const CERTIFICATE_SOON_MS = 30 * DAY_MS
const CLOCK_OFF_MS = 60_000
const FREE_LITTLE = 2_000_000_000
const FREE_LEAST = 200_000_000

export type Examined = Pick<Config, 'dataFolder' | 'backups' | 'tls' | 'mail' | 'publicUrl'>

/** Everything that can be seen from this computer without changing anything. `url`: of the database, as its owner. */
export async function examine(config: Examined, url: string, now: () => Date): Promise<Finding[]> {
  const looks = [dataFolder, secrets, disk, backups, ownDisk, certificate, mail].map(async (look) => {
    try {
      return await look(config, now)
    } catch (error) {
      return bad(text.notChecked(error instanceof Error ? error.message : String(error)))
    }
  })
  const findings = [...(await database(url, now)), ...(await Promise.all(looks))]
  return findings.filter((one) => one !== null)
}

type Look = (config: Examined, now: () => Date) => Promise<Finding | null>

async function database(url: string, now: () => Date): Promise<Finding[]> {
  const pool = singleConnection(url)
  try {
    const version = await postgresVersion(pool)
    const began = now().getTime()
    const { rows } = await pool.query<{ clock: Date }>('SELECT clock_timestamp() AS clock')
    const [said] = rows
    if (said === undefined) return [bad(text.unreachable('It answered nothing.'))]
    const { encoding, reordered } = await storedTexts(pool)
    const off = said.clock.getTime() - began
    const applied = await appliedMigrations(queriesOn(pool))
    const files = await migrationFiles()
    const behind = files.length - applied.length
    const far = behind > 0 ? undefined : (await retentionClock(pool, now())).said
    return [
      good(text.postgres(version)),
      ...(encoding === 'UTF8' ? [] : [bad(storedTextsSay.encoding(encoding))]),
      ...(reordered === undefined ? [] : [bad(storedTextsSay.reordered(reordered))]),
      Math.abs(off) > CLOCK_OFF_MS ? bad(text.clocks(Math.round(off / 1000))) : good(text.clock),
      behind > 0 ? care(text.behind(behind)) : good(text.migrated),
      ...(far === undefined ? [] : [care(far)]),
    ]
  } catch (error) {
    if (error instanceof CannotStart) return [bad(error.message)]
    return [bad(text.unreachable(error instanceof Error ? error.message : String(error)))]
  } finally {
    await pool.end()
  }
}

const dataFolder: Look = async ({ dataFolder: folder }) =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => good(text.dataFolder(folder)),
    () => bad(text.noDataFolder(folder)),
  )

const secrets: Look = async ({ dataFolder: folder }) =>
  (await keptSecrets(folder)) === undefined ? care(text.noSecrets(folder)) : good(text.secrets)

const disk: Look = async ({ dataFolder: folder }) => {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free < FREE_LEAST) return bad(text.noRoom(megabytes(free)))
  return free < FREE_LITTLE ? care(text.littleRoom(megabytes(free))) : good(text.room(megabytes(free)))
}
const megabytes = (bytes: number) => Math.floor(bytes / 1_000_000)

const backups: Look = async ({ backups: { folder, at } }, now) => {
  const { made, failed } = await readBackupState(folder)
  if (failed !== null) return bad(text.backupFailed(failed.at, failed.why))
  if (made === null) return at === undefined ? bad(text.backupsOff) : care(text.noBackup)
  const age = now().getTime() - Date.parse(made.at)
  if (age < 0) return care(text.backupOfFuture(made.at))
  if (age > BACKUP_OLD_MS) return bad(text.oldBackup(made.at))
  return made.proven === true ? good(text.backup(made.at)) : care(text.backupNotProven(made.at, made.proven))
}

const ownDisk: Look = async ({ dataFolder: folder, backups: { folder: kept } }) => {
  const place = await stat(kept).catch(() => stat(dirname(kept)))
  return place.dev === (await stat(folder)).dev ? care(text.sameDisk) : good(text.otherDisk)
}

const certificate: Look = async ({ tls, dataFolder: folder, publicUrl }, now) => {
  if (!tls) return care(text.noTls)
  if (tls === 'auto') return ownCertificate(folder, now())
  const given = new X509Certificate(await readFile(tls.cert))
  const another = forAnother(given, publicUrl)
  if (another !== undefined) return bad(another)
  const { validTo } = given
  const left = Date.parse(validTo) - now().getTime()
  if (left <= 0) return bad(text.certificateOver(validTo))
  return left < CERTIFICATE_SOON_MS ? care(text.certificateSoon(validTo)) : good(text.certificate(validTo))
}

async function ownCertificate(folder: string, now: Date): Promise<Finding> {
  const path = authorityFile(folder)
  const [authority, server] = await Promise.all(
    [path, serverFile(folder)].map((file) => readFile(file).catch(() => undefined)),
  )
  if (authority === undefined || server === undefined) return care(text.noOwnCertificate)
  const kept = new X509Certificate(server)
  if (Date.parse(kept.validTo) <= now.getTime()) return bad(text.ownCertificateOver(endDay(kept)))
  const ends = endOfAuthority(new X509Certificate(authority), now, path)
  return ends === undefined ? good(text.ownCertificate(endDay(kept))) : care(ends)
}

const mail: Look = async ({ mail: { smtpUrl, from }, publicUrl, dataFolder: folder }) => {
  if (smtpUrl === undefined) return care(text.noMail(folder))
  const smtp = smtpDelivery(smtpUrl, from)
  try {
    await smtp.greet()
  } catch (error) {
    return bad(text.mailRefuses(error instanceof Error ? error.message : String(error)))
  } finally {
    smtp.close()
  }
  return new URL(publicUrl).hostname === 'localhost' ? bad(text.mailLeadsHere) : good(text.mail(publicUrl))
}
