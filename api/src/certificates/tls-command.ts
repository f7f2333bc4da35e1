import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { encodeQR } from 'qr'
import { addresses } from '../addresses.ts'
import { readConfig } from '../config.ts'
import { makeDataFolder } from '../data-folder.ts'
import { runCommand } from '../database/backup/run-command.ts'
import { withEnvFile } from '../env-file.ts'
import { authorityFile } from './files.ts'
import { certificatesText as text } from './certificates-text.ts'
import { endDay } from './end-warning.ts'
import { certificatesOf } from './own-certificates.ts'
import { hostOf, inGroups, trustAddress } from './trust-page.ts'

await runCommand(async () => {
  const env = withEnvFile(process.env)
  const set = readConfig(env)
  if (typeof set.tls === 'object') return text.given(endDay(new X509Certificate(readFileSync(set.tls.cert))))
  const config = readConfig({ ...env, TLS: 'auto' })
  await makeDataFolder(config.dataFolder)
  const { authority, certificate, uncovered } = await certificatesOf(config, new Date())
  const page = trustAddress(hostOf(new URL(config.publicUrl)))
  return [
    text.addresses(addresses(config)),
    text.kept(endDay(certificate), endDay(authority)),
    ...(uncovered.length > 0 ? [text.uncovered(uncovered, authorityFile(config.dataFolder))] : []),
    '',
    text.steps(page),
    '',
    encodeQR(page, 'ascii'),
    text.fingerprints(inGroups(authority.fingerprint256), inGroups(authority.fingerprint)),
    ...(set.tls === 'auto' ? [] : ['', text.start]),
  ].join('\n')
})
