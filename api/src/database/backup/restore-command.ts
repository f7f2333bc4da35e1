import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { putSecrets, type Secrets } from '../../accounts/secrets.ts'
import { CannotStart } from '../../cannot-start.ts'
import { readConfig } from '../../config.ts'
import { withEnvFile } from '../../env-file.ts'
import { assertOwnConnections } from '../pooler.ts'
import { ownerOf, serverRoleOf, withDatabaseUrl } from '../reach-database.ts'
import { operatorText } from './operator-text.ts'
import { handOver, installationOf } from './own-folder.ts'
import { restoreBackup } from './restore-backup.ts'
import { runCommand } from './run-command.ts'

await runCommand(async (args, from) => {
  const replace = args.includes('--replace')
  const names = args.filter((arg) => arg !== '--replace')
  const [name] = names
  if (name === undefined || names.length > 1) {
    throw new CannotStart('Usage: npm run restore FILE, or npm run restore -- --replace FILE')
  }
  const file = resolve(from, name)
  await access(file).catch((cause: unknown) => {
    throw new CannotStart(`${file} cannot be read.`, { cause })
  })
  const config = readConfig(withEnvFile(process.env))
  const owner = ownerOf(config)
  // It migrates, under a lock that a pooler would keep.
  if (owner !== undefined) await assertOwnConnections(owner.url, { name: owner.name, most: 2, least: 1 })
  const result = await withDatabaseUrl(config, async (url) => {
    const replaced = await installationOf(url)
    const restored = await restoreBackup(url, createReadStream(file), {
      replace,
      serverRole: serverRoleOf(config),
      passphrase: config.backups.passphrase,
    })
    await handOver(config.backups.folder, replaced, url)
    return restored
  })
  const { rows, createdAt, epoch, ledgers, readmitted, revoked } = result
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const begun = epoch
    ? ` The tablets load everything again and send what they have not sent yet (history ${epoch}).`
    : ''
  const restored = `Restored ${total} rows of ${Object.keys(rows).length} tables as they were at ${createdAt}.${begun}`
  return [
    restored,
    ...(await secretsLines(config.dataFolder, result.secrets)),
    ...ledgers.map(operatorText.ledger),
    ...readmitted.map(operatorText.readmitted),
    ...revoked.map(operatorText.revokedAgain),
    ...(result.demonstrationAgain ? [operatorText.demonstrationAgain] : []),
  ].join('\n')
})

async function secretsLines(dataFolder: string, secrets: Secrets | undefined): Promise<string[]> {
  if (secrets === undefined) return []
  const put = await putSecrets(dataFolder, secrets, new Date())
  if (put === 'same') return []
  return [put === 'put' ? operatorText.secretsPut : operatorText.secretsReplaced(put.before)]
}
