import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PROTOCOL } from 'sync-protocol/wire/version'

const repository = resolve(import.meta.dirname, '../..')

/** The built app and server in a folder of their own, where the app can be replaced. */
export function installation(): string {
  const root = mkdtempSync(join(tmpdir(), 'e2e-installation-'))
  for (const part of ['api/dist', 'api/src', 'api/package.json', 'web/dist', 'migrations'])
    cpSync(join(repository, part), join(root, part), { recursive: true })
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync(join(repository, 'node_modules')))
    if (name !== 'sync-protocol')
      symlinkSync(join(repository, 'node_modules', name), join(root, 'node_modules', name))
  const protocol = join(root, 'node_modules/sync-protocol')
  cpSync(join(repository, 'sync-protocol/dist'), join(protocol, 'dist'), { recursive: true })
  cpSync(join(repository, 'sync-protocol/package.json'), join(protocol, 'package.json'))
  return root
}

/** The server of this installation speaks the next number, serves reads of no other, and still takes pushes of today's. */
export function speakNext(root: string): void {
  const file = join(root, 'node_modules/sync-protocol/dist/wire/version.js')
  const before = readFileSync(file, 'utf8')
  const after = before
    .replace(`PROTOCOL = ${PROTOCOL}`, `PROTOCOL = ${PROTOCOL + 1}`)
    .replace(`OLDEST_READ = ${PROTOCOL}`, `OLDEST_READ = ${PROTOCOL + 1}`)
  if (after.split(String(PROTOCOL + 1)).length !== 3) throw new Error(before)
  writeFileSync(file, after)
}

function replaced(root: string, module: string, ...changes: [string, string][]): void {
  const file = join(root, 'node_modules/sync-protocol/dist', module)
  let code = readFileSync(file, 'utf8')
  for (const [from, to] of changes) {
    if (!code.includes(from)) throw new Error(`${module} holds no ${from}`)
    code = code.replace(from, to)
  }
  writeFileSync(file, code)
}

/**
 * The server of this installation is a later release: it has bottles too, drugs may have an antidote, each drug of a protocol its
 * usual dosage, and every fact is flagged `seal_unread`.
 */
export function knowMore(root: string): void {
  replaced(root, 'records/envelope.js', ["'procedures',", "'procedures', 'bottles',"])
  replaced(root, 'records/kinds.js', [
    'drugs: drug,',
    "drugs: drug, bottles: { ...procedure, nouns: ['bottle', 'bottles'], subjects: ['bottle'], type: undefined },",
  ])
  replaced(root, 'records/drug.js', [
    'section_key: {',
    "antidote: { schema: optional(name('Antidote')), label: 'Antidote', reads: 'words', group: 'antidote' }, section_key: {",
  ])
  replaced(root, 'records/anesthesia-protocol.js', [
    'dosage_to: z.literal(-1),',
    'dosage_to: z.literal(-1), half_life: optional(z.number()),',
  ])
  replaced(root, 'merge/apply-op.js', ['...(work.timeConfirmed', "'seal_unread', ...(work.timeConfirmed"])
}
