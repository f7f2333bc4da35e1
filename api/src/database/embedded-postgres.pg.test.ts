import { chownSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  childrenOf,
  commandOf,
  isAlive,
  killed,
  postmasterOf,
  startProcess,
  endProcesses,
} from './testing-process.ts'

const root = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
const nameless = { uid: 54_321, gid: 54_321 }

let around: string
let folder: string

beforeEach(async () => {
  around = await mkdtemp(join(tmpdir(), 'embedded-'))
  folder = join(around, 'data')
})
afterEach(async () => {
  await endProcesses()
  await rm(around, { recursive: true })
})

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const keep = (url: string) => query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
const kept = (url: string) => query(url, 'SELECT answer FROM kept')
const gone = (pid: number) =>
  vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000, interval: 20 })
const runFolderOf = (url: string) => new URL(url).searchParams.get('host')!

describe('the embedded PostgreSQL', { timeout: 60_000 }, () => {
  it('keeps its records from start to start', async () => {
    const first = startProcess(folder)
    await keep(await first.url)
    const postmaster = postmasterOf(folder)
    first.process.kill('SIGTERM')
    await first.ended
    expect(isAlive(postmaster)).toBe(false)
    expect(existsSync(runFolderOf(await first.url))).toBe(false)
    const url = await startProcess(folder).url
    expect(await kept(url)).toEqual([{ answer: 42 }])
  })

  it('is reached over its private socket alone, sorts alike everywhere, and checks its pages', async () => {
    const url = await startProcess(folder).url
    const [settings] = await query(
      url,
      `SELECT current_setting('listen_addresses') AS addresses, current_setting('data_checksums') AS checksums,
        current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
        (SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = 'postgres') AS locale`,
    )
    expect(settings).toEqual({
      addresses: '',
      checksums: 'on',
      fsync: 'on',
      commit: 'on',
      locale: 'b C.UTF-8',
    })
    expect(readdirSync(folder)).toContain('postgres-18')
  })

  it('lives in a folder with spaces, deeper than a socket path can be long', async () => {
    folder = join(around, `a folder with spaces, ${'x'.repeat(100)}`, "and 'quotes'", 'data')
    expect(await query(await startProcess(folder).url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  it('goes when node is killed outright, and loses nothing', async () => {
    const started = startProcess(folder)
    const url = await started.url
    await keep(url)
    const postmaster = postmasterOf(folder)
    await killed(started)
    await gone(postmaster)
    await vi.waitFor(() => expect(existsSync(runFolderOf(url))).toBe(false), { timeout: 20_000 })
    expect(await kept(await startProcess(folder).url)).toEqual([{ answer: 42 }])
  })

  it('starts at once after a kill, while the old one is still ending', async () => {
    const started = startProcess(folder)
    await keep(await started.url)
    await killed(started)
    expect(await kept(await startProcess(folder).url)).toEqual([{ answer: 42 }])
  })

  it.runIf(process.platform === 'linux')('replaces an orphan that even lost its watchdog', async () => {
    const started = startProcess(folder)
    await keep(await started.url)
    const postmaster = postmasterOf(folder)
    const [shell] = childrenOf(started.process.pid!)
    const guards = childrenOf(shell!).filter((pid) => pid !== postmaster)
    expect(guards).toHaveLength(1)
    for (const pid of [...guards, shell!]) process.kill(pid, 'SIGKILL')
    await killed(started)
    expect(isAlive(postmaster)).toBe(true)
    expect(await kept(await startProcess(folder).url)).toEqual([{ answer: 42 }])
    expect(isAlive(postmaster)).toBe(false)
  })

  it.each([
    ['a process that is no more', () => 2 ** 22 - 1],
    ['a live process of somebody else', () => process.pid],
    ['nothing at all', () => ''],
  ])('is not kept from starting by a pid file that names %s', async (_name, named) => {
    const first = startProcess(folder)
    await keep(await first.url)
    first.process.kill('SIGTERM')
    await first.ended
    const records = join(folder, 'postgres-18')
    writeFileSync(join(records, 'postmaster.pid'), `${named()}\n${records}\n1700000000\n5432\n/tmp\n`)
    expect(await kept(await startProcess(folder).url)).toEqual([{ answer: 42 }])
  })

  it('serves one of several starts on one folder, and tells the others', async () => {
    const starts = await Promise.allSettled([1, 2, 3].map(() => startProcess(folder).url))
    const refused = starts.filter((start) => start.status === 'rejected')
    expect(refused).toHaveLength(2)
    for (const { reason } of refused) expect(String(reason)).toContain('is in use by another copy')
  })

  it('starts afresh after a kill in the middle of its creation', async () => {
    const first = startProcess(folder)
    const unfinished = () => readdirSync(folder).filter((name) => name.startsWith('initializing-'))
    await vi.waitFor(() => expect(existsSync(join(folder, unfinished()[0]!, 'base'))).toBe(true), {
      timeout: 10_000,
      interval: 5,
    })
    await killed(first)
    expect(readdirSync(folder)).not.toContain('postgres-18')
    expect(await query(await startProcess(folder).url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    expect(unfinished()).toEqual([])
  })

  it('comes back under the same address when it ends by itself', async () => {
    const url = await startProcess(folder).url
    await keep(url)
    const postmaster = postmasterOf(folder)
    process.kill(postmaster, 'SIGKILL')
    await gone(postmaster)
    await vi.waitFor(async () => expect(await kept(url)).toEqual([{ answer: 42 }]), { timeout: 10_000 })
  })

  it('is started again for as long as it does not start, and says why', async () => {
    const started = startProcess(folder)
    const url = await started.url
    await keep(url)
    const settings = join(folder, 'postgres-18', 'postgresql.conf')
    renameSync(settings, `${settings}.away`)
    process.kill(postmasterOf(folder), 'SIGKILL')
    await vi.waitFor(
      () => {
        expect(started.errors()).toContain('It is started again in 0.25 s.')
        expect(started.errors()).toContain('It is started again in 0.5 s.')
        expect(started.errors()).toContain('postgresql.conf')
      },
      { timeout: 30_000 },
    )
    renameSync(`${settings}.away`, settings)
    await vi.waitFor(async () => expect(await kept(url)).toEqual([{ answer: 42 }]), { timeout: 30_000 })
  })

  it.runIf(process.platform === 'linux')(
    'comes back when it is killed again while it comes back',
    async () => {
      const started = startProcess(folder)
      const url = await started.url
      await keep(url)
      const [first] = childrenOf(started.process.pid!)
      process.kill(postmasterOf(folder), 'SIGKILL')
      // One that gave up by itself before it was killed does not count: the next one comes.
      await vi.waitFor(
        () => {
          const again = childrenOf(started.process.pid!).find((pid) => pid !== first)
          process.kill(again ?? expect.fail('not yet'), 'SIGKILL')
        },
        { timeout: 30_000, interval: 1 },
      )
      await vi.waitFor(async () => expect(await kept(url)).toEqual([{ answer: 42 }]), { timeout: 30_000 })
    },
  )

  it.runIf(process.platform === 'linux')(
    'starts all the same when it is killed while it recovers at the first start',
    async () => {
      const before = startProcess(folder)
      await keep(await before.url)
      const postmaster = postmasterOf(folder)
      for (const pid of [...childrenOf(childrenOf(before.process.pid!)[0]!), postmaster])
        if (isAlive(pid)) process.kill(pid, 'SIGKILL')
      await killed(before)
      await gone(postmaster)
      const started = startProcess(folder)
      // The first engine of this start; the watchdog is its parent.
      await vi.waitFor(
        () => {
          const [shell] = childrenOf(started.process.pid!)
          const engine = childrenOf(shell ?? expect.fail('no watchdog yet')).find(
            (pid) => commandOf(pid) === 'postgres',
          )
          process.kill(engine ?? expect.fail('no engine yet'), 'SIGKILL')
        },
        { timeout: 30_000, interval: 1 },
      )
      expect(await kept(await started.url)).toEqual([{ answer: 42 }])
      expect(started.errors()).toContain('PostgreSQL was killed while it started')
    },
  )

  it.runIf(process.platform === 'linux')(
    'waits at the first start until what a killed one left behind is gone',
    async () => {
      const before = startProcess(folder)
      await keep(await before.url)
      const postmaster = postmasterOf(folder)
      // One of its own processes that does not get to see that it is gone.
      const [left] = childrenOf(postmaster)
      process.kill(left!, 'SIGSTOP')
      for (const pid of [...childrenOf(childrenOf(before.process.pid!)[0]!), postmaster])
        if (isAlive(pid)) process.kill(pid, 'SIGKILL')
      await killed(before)
      await gone(postmaster)
      const started = startProcess(folder)
      const log = join(folder, 'postgres.log')
      // The first launch, and the one after it.
      await vi
        .waitFor(
          () => {
            const refused = [log, `${log}.1`].filter((file) =>
              readFileSync(file, 'utf8').includes('pre-existing shared memory block'),
            )
            expect(refused).toHaveLength(2)
          },
          { timeout: 30_000, interval: 5 },
        )
        .finally(() => process.kill(left!, 'SIGKILL'))
      expect(await kept(await started.url)).toEqual([{ answer: 42 }])
    },
  )

  it.runIf(process.platform === 'linux').each([
    ['its watchdog is', (shell: number) => [shell]],
    [
      'its watchdog and what that left to stop it are',
      (shell: number, guards: number[]) => [...guards, shell],
    ],
  ])('comes back under the same address when %s killed, after the one before is gone', async (_name, of) => {
    const started = startProcess(folder)
    const url = await started.url
    await keep(url)
    const postmaster = postmasterOf(folder)
    const [shell] = childrenOf(started.process.pid!)
    const guards = childrenOf(shell!).filter((pid) => pid !== postmaster)
    for (const pid of of(shell!, guards)) process.kill(pid, 'SIGKILL')
    await gone(postmaster)
    await vi.waitFor(async () => expect(await kept(url)).toEqual([{ answer: 42 }]), { timeout: 10_000 })
    const [watchdog] = childrenOf(started.process.pid!)
    expect(childrenOf(watchdog!)).toContain(postmasterOf(folder))
    started.process.kill('SIGTERM')
    await started.ended
    expect(existsSync(runFolderOf(url))).toBe(false)
  })

  it.runIf(process.platform === 'linux')(
    'is gone with all it used when it is stopped right then',
    async () => {
      const started = startProcess(folder)
      const url = await started.url
      const postmaster = postmasterOf(folder)
      const [shell] = childrenOf(started.process.pid!)
      process.kill(shell!, 'SIGKILL')
      started.process.kill('SIGTERM')
      await started.ended
      expect(isAlive(postmaster)).toBe(false)
      expect(existsSync(runFolderOf(url))).toBe(false)
    },
  )

  it('refuses records of a PostgreSQL that this machine does not have', async () => {
    await mkdir(join(folder, 'postgres-99'), { recursive: true })
    await expect(startProcess(folder).url).rejects.toThrow('The records were written by PostgreSQL 99')
  })
})

describe.skipIf(!root)('the embedded PostgreSQL, needing root to change users', () => {
  it('started by root runs as another user, also below a folder that is closed to that one', async () => {
    const closed = await mkdtemp(join(tmpdir(), 'closed-'))
    const inside = join(closed, 'data')
    try {
      const first = startProcess(inside)
      await keep(await first.url)
      expect(await query(await first.url, 'SHOW data_directory')).toEqual([
        { data_directory: '/proc/self/cwd' },
      ])
      await killed(first)
      expect(await kept(await startProcess(inside).url)).toEqual([{ answer: 42 }])
    } finally {
      await endProcesses()
      await rm(closed, { recursive: true })
    }
  })

  it('started by an ordinary user runs as that one, and later started by root too', async () => {
    await mkdir(folder)
    for (const own of [around, folder]) chownSync(own, nobody.uid, nobody.gid)
    const first = startProcess(folder, nobody)
    await keep(await first.url)
    await killed(first)
    expect(await kept(await startProcess(folder).url)).toEqual([{ answer: 42 }])
  })

  it('says what to do when the user has no name', async () => {
    await mkdir(folder)
    for (const own of [around, folder]) chownSync(own, nameless.uid, nameless.gid)
    await expect(startProcess(folder, nameless).url).rejects.toThrow('54321 has no entry in /etc/passwd')
  })
})
