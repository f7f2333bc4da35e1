import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../database/connect.ts'
import { emptyDatabase } from '../database/testing.ts'
import { typescript } from '../database/testing-process.ts'
import { backupProcess } from './backup-process.ts'

let folder: string
let url: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup process '))
  url = await emptyDatabase('template_migrated')
})
afterEach(() => rm(folder, { recursive: true }))

const options = () => ({
  execArgv: typescript,
  env: { PATH: process.env['PATH'], ENV_FILE: 'off', DATABASE_URL: url, DATA_DIR: folder },
})
const backups = async () =>
  (await readdir(join(folder, 'backups')).catch(() => [])).filter((name) => name.startsWith('nightly-'))

describe('a backup in a process of its own', { timeout: 120_000 }, () => {
  test('is made, and why one is not comes back in words', async () => {
    const { signal } = new AbortController()
    expect(await backupProcess(signal, options())).toBe('made')
    expect(await backups()).toHaveLength(1)
    await writeFile(join(folder, 'secrets.json'), 'broken')
    expect(await backupProcess(signal, options())).toMatchObject({
      why: expect.stringMatching(/does not hold this installation's secrets\. Restore it from a copy\./),
    })
  })

  test('what a closed folder says is one sentence, without a stack, and no draft of a note stays', async () => {
    const { signal } = new AbortController()
    const into = (BACKUP_DIR: string) => ({ ...options(), env: { ...options().env, BACKUP_DIR } })
    // Nobody writes there, root neither.
    expect(await backupProcess(signal, into('/sys/backups'))).toEqual({
      why: expect.stringMatching(/^The server may not write its backup to \/sys\/backups\. [^\n]+$/),
    })
    const noted = join(folder, 'noted')
    await mkdir(join(noted, 'last-backup.json'), { recursive: true })
    expect(await backupProcess(signal, into(noted))).toEqual({
      why: expect.stringMatching(
        /^The backup was made, but its note in [^\n]+ could not be written \([^\n]+$/,
      ),
    })
    expect((await readdir(noted)).filter((name) => name.startsWith('last-backup.json.'))).toEqual([])
  })

  test('waits for none that another process makes, and ends with the server', async () => {
    const { pool, close } = connect(url)
    const holder = await pool.connect()
    await holder.query('BEGIN; SELECT pg_advisory_xact_lock(5523481190267714301)')
    expect(await backupProcess(new AbortController().signal, options())).toBe('busy')
    await holder.query('ROLLBACK; BEGIN; LOCK TABLE organizations')
    const closing = new AbortController()
    const cut = backupProcess(closing.signal, options())
    const waits =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await vi.waitFor(async () => expect((await pool.query(waits)).rowCount).toBe(1), { timeout: 60_000 })
    closing.abort()
    expect(await cut).toMatchObject({ why: expect.anything() })
    expect(await backups()).toEqual([expect.stringMatching(/\.unfinished-/)])
    holder.release(true)
    await close()
  })
})
