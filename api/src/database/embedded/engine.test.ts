import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { engineUser } from './engine-user.ts'
import type { ShippedEngine } from './engine-copy.ts'
import { findEngine, shippedEngine } from './engine.ts'
import { linkFolderIn, makeRunFolder } from './run-folder.ts'
import { tryOut } from './watchdog.ts'

const user = engineUser(undefined)
const shipped = shippedEngine()
let around: string

beforeEach(() => {
  around = mkdtempSync(join(tmpdir(), 'engine-'))
  chmodSync(around, 0o755)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(around, { recursive: true })
})

/** A program on the PATH that calls itself PostgreSQL. */
function install(printed: string): void {
  const program = join(around, 'postgres')
  writeFileSync(program, `#!/bin/sh\necho '${printed}'\n`)
  chmodSync(program, 0o755)
  vi.stubEnv('PATH', `${around}:/usr/bin:/bin`)
}

describe('an installed PostgreSQL', () => {
  it('does where the shipped one is missing', () => {
    install('postgres (PostgreSQL) 16.2')
    const engine = findEngine(user, around, undefined, undefined)
    expect(engine).toEqual({ bin: around, libraries: [], major: 16 })
  })

  it('alone opens records of its own major version', () => {
    install('postgres (PostgreSQL) 97.1')
    expect(findEngine(user, around, 97, shipped).major).toBe(97)
    expect(() => findEngine(user, around, 98, shipped)).toThrow(/written by PostgreSQL 98, .* has only .*97/)
  })

  it('that is too old does not count', () => {
    install('postgres (PostgreSQL) 14.9')
    expect(() => findEngine(user, around, 14, undefined)).toThrow(/PostgreSQL/)
  })
})

describe.skipIf(!shipped)('the shipped PostgreSQL, where npm has one for this platform', () => {
  it('runs though no install script made the links of its libraries', async () => {
    const bare = withoutLinks(shipped!)
    const run = await makeRunFolder(user, bare)
    const initdb = join(bare.folder, 'bin/initdb')
    const lib = join(bare.folder, 'lib')
    try {
      expect(tryOut(initdb, ['--version'], { user, libraries: [lib] })).toBeUndefined()
      expect(tryOut(initdb, ['--version'], { user, libraries: [linkFolderIn(run), lib] })).toContain(
        '(PostgreSQL)',
      )
    } finally {
      rmSync(run, { recursive: true })
    }
  })
})

describe.skipIf(!shipped || !user)('the shipped PostgreSQL, started by root where npm has one', () => {
  it('runs from a copy when its own folder is closed to the user that runs it', () => {
    const version = `test-${process.pid}`
    const closed = { ...withoutLinks(shipped!), version }
    chmodSync(around, 0o700)
    const { bin, major, libraries } = findEngine(user, around, undefined, closed)
    try {
      expect(major).toBe(18)
      expect(bin).toContain(`postgres-${version}`)
      expect(tryOut(join(bin, 'initdb'), ['--version'], { user, libraries })).toContain('(PostgreSQL)')
    } finally {
      rmSync(join(bin, '..'), { recursive: true })
    }
  })
})

/** The package as npm unpacks it. */
function withoutLinks(engine: ShippedEngine): ShippedEngine {
  const folder = join(around, 'native')
  for (const part of ['bin', 'lib']) {
    mkdirSync(join(folder, part), { recursive: true })
    for (const { name } of readdirSync(join(engine.folder, part), { withFileTypes: true }).filter(
      (entry) => entry.isFile() && !engine.links.some((link) => link.name === entry.name),
    )) {
      copyFileSync(join(engine.folder, part, name), join(folder, part, name))
    }
  }
  return { ...engine, folder }
}
