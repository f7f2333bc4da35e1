import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { CannotStart } from './cannot-start.ts'

/** The root of a clone, or the folder into which a release was unpacked. The program only reads there. */
export const programFolder = resolve(import.meta.dirname, '../..')

const NAME = 'veterinary-anesthesia'

interface Surroundings {
  isRelease: boolean
  platform: NodeJS.Platform
  uid: number | undefined
  home: () => string
  env: NodeJS.ProcessEnv
}

const here = (): Surroundings => ({
  isRelease: existsSync(join(programFolder, 'program.mjs')),
  platform: process.platform,
  uid: process.getuid?.(),
  home: homedir,
  env: process.env,
})

/**
 * Where the data is when nobody says: in a clone beside the program. The next release takes the place of a release as a whole,
 * so its data is where this computer keeps what a program may change.
 */
export function usualDataFolder({ isRelease, platform, uid, home, env } = here()): string {
  if (!isRelease) return join(programFolder, 'data')
  if (uid === 0) return join('/var/lib', NAME)
  const of = (named: string | undefined, below: string) =>
    join(named === undefined || named === '' ? join(homeBy(home), below) : named, NAME)
  if (platform === 'win32') return of(env['LOCALAPPDATA'], 'AppData/Local')
  if (platform === 'darwin') return of(undefined, 'Library/Application Support')
  return of(env['XDG_DATA_HOME'], '.local/share')
}

function homeBy(home: () => string): string {
  try {
    return home()
  } catch (cause) {
    throw new CannotStart('This user has no home folder. Set DATA_DIR to the folder for the data.', { cause })
  }
}
