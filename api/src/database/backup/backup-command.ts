import { resolve } from 'node:path'
import { keptSecrets } from '../../accounts/secrets.ts'
import { CannotStart } from '../../cannot-start.ts'
import { readConfig, type Config } from '../../config.ts'
import { withEnvFile } from '../../env-file.ts'
import { safeMessage } from '../../logging/safe-error.ts'
import { withDatabaseUrl } from '../reach-database.ts'
import { backupInto, backupIntoFolder } from './make-backup.ts'
import { readBackupState, writeBackupState } from './kept-backups.ts'
import { operatorText } from './operator-text.ts'
import { assertOwnFolder, OthersFolder } from './own-folder.ts'
import { runCommand } from './run-command.ts'
import { IS_BEING_MADE } from './write-backup.ts'

await runCommand(async ([name, ...rest], from) => {
  if (rest.length > 0) throw new CannotStart('Usage: npm run backup, or npm run backup FILE')
  const config = readConfig(withEnvFile(process.env))
  const how = { config, now: new Date() }
  const { line, secrets } = await (name === undefined ? intoFolder(how) : intoFile(how, resolve(from, name)))
  return secrets === undefined ? `${line}\n${operatorText.noSecrets}` : line
})

interface How {
  config: Config
  now: Date
}

async function intoFile({ config, now }: How, file: string) {
  const secrets = await keptSecrets(config.dataFolder)
  const { passphrase } = config.backups
  const { rows, total } = await withDatabaseUrl(config, (url) =>
    backupInto(file, url, { now, secrets, passphrase }),
  )
  return { line: operatorText.saved(total, Object.keys(rows).length, file), secrets }
}

/** As the server does it at night; the folder then knows how it went. */
async function intoFolder({ config, now }: How) {
  const { folder } = config.backups
  try {
    const secrets = await keptSecrets(config.dataFolder)
    const { made, installation } = await withDatabaseUrl(config, async (url) => ({
      installation: await assertOwnFolder(folder, url),
      made: await backupIntoFolder(url, config, { sort: 'nightly', now, secrets, isProven: true }),
    }))
    await writeBackupState(folder, { made, failed: null, installation }).catch((cause: unknown) => {
      throw new CannotStart(operatorText.notNoted(folder, safeMessage(cause)), { cause })
    })
    return { line: operatorText.kept(made, folder), secrets }
  } catch (error) {
    if (error instanceof OthersFolder || (error instanceof CannotStart && error.cause === IS_BEING_MADE))
      throw error
    const why = error instanceof CannotStart ? error.message : safeMessage(error)
    const before = await readBackupState(folder)
    // Whoever started this is told why. A folder that does not take the note either is most likely the reason itself.
    await writeBackupState(folder, { ...before, failed: { at: now.toISOString(), why } }).catch(
      () => undefined,
    )
    throw error
  }
}
