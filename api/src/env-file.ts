import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { BadConfiguration } from './config.ts'
import { programFolder } from './program-folder.ts'

/** Beside package.json. */
const USUAL = join(programFolder, '.env')

/**
 * A line of the file, or several where a quoted value has line breaks. Node skips what it cannot read without a word, and one
 * release ends a value without quotes at `#` where another does not: neither may decide which database a server works on.
 */
const ENTRY =
  /[^\S\n]*(?:#.*|(?:export[^\S\n]+)?[A-Za-z_]\w*[^\S\n]*=[^\S\n]*(?:(?:"[^"]*"|'[^']*'|`[^`]*`)[^\S\n]*(?:#.*)?|[^\s"'`#][^\n#]*)?)?(?:\n|$)/y

function assertReadable(text: string, file: string): void {
  ENTRY.lastIndex = 0
  while (ENTRY.lastIndex < text.length) {
    const at = ENTRY.lastIndex
    if (ENTRY.test(text)) continue
    const line = text.slice(0, at).split('\n').length
    // The line is not repeated: it may hold a password.
    throw new BadConfiguration(
      `${file} cannot be read from line ${line} on: a line is NAME=value or # a comment, and a value with # or a quote in it stands in quotes.`,
    )
  }
}

function textOf(file: string, isNamed: boolean): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' && !isNamed) return ''
    const why =
      code === 'ENOENT'
        ? 'There is no such file.'
        : code === 'EACCES'
          ? 'This user may not read it. Give the file to the group of the user that runs the server, and let the group read it (chmod 640).'
          : message
    throw new BadConfiguration(`The settings in ${file} cannot be read: ${why}`, { cause })
  }
}

/**
 * Puts into `env` what a file of settings says, and returns it: `.env`, or the one that ENV_FILE names; `off` reads none. What
 * is set already stays. It is not read into a copy, since the database's client and the mail's look into the environment too.
 * @throws BadConfiguration where the file is broken, or is named and not there
 */
export function withEnvFile(env: NodeJS.ProcessEnv, usual = USUAL): NodeJS.ProcessEnv {
  const named = env['ENV_FILE'] ?? ''
  if (named === 'off') return env
  const file = named === '' ? usual : resolve(named)
  const text = textOf(file, named !== '')
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
  assertReadable(text, file)
  for (const [name, value] of Object.entries(parseEnv(text)))
    if (value !== undefined && (env[name] ?? '') === '') env[name] = value
  return env
}
