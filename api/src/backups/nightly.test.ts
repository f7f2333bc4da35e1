import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { NO_BACKUP, writeBackupState, type MadeBackup } from '../database/backup/kept-backups.ts'
import { backupsAsTold, isDue, nightWatch, type BackupOutcome } from './nightly.ts'

const folder = mkdtempSync(join(tmpdir(), 'nights '))
afterAll(() => rmSync(folder, { recursive: true }))

const local = (text: string) => new Date(text)
const made = (at: Date): MadeBackup => ({ at: at.toISOString(), file: 'x', bytes: 1, rows: 1, proven: true })
const HOUR_MS = 3_600_000

describe('a backup is due', () => {
  const now = local('2026-11-27T08:15')
  test('when none was made since then, as on a computer that is off at night', () => {
    expect(isDue(NO_BACKUP, now, '02:00')).toBe(true)
    expect(isDue({ made: made(local('2026-11-26T02:00')), failed: null }, now, '02:00')).toBe(true)
    expect(isDue({ made: made(local('2026-11-27T02:00')), failed: null }, now, '02:00')).toBe(false)
    expect(isDue({ made: made(local('2026-11-27T08:10')), failed: null }, now, '02:00')).toBe(false)
  })

  test('an hour after one failed, not before', () => {
    const failed = (at: string) => ({ made: null, failed: { at: local(at).toISOString(), why: 'No room' } })
    expect(isDue(failed('2026-11-27T07:16'), now, '02:00')).toBe(false)
    expect(isDue(failed('2026-11-27T07:15'), now, '02:00')).toBe(true)
  })

  test('when what is there comes from a clock that was wrong', () => {
    expect(isDue({ made: made(local('2028-11-27T02:00')), failed: null }, now, '02:00')).toBe(true)
    const failed = { at: local('2028-11-27T02:00').toISOString(), why: '' }
    expect(isDue({ made: null, failed }, now, '02:00')).toBe(true)
  })
})

describe('the watch', () => {
  function watched(outcomes: BackupOutcome[], times: { at: string | undefined } = { at: '02:00' }) {
    const clock = { now: local('2026-11-27T02:00') }
    const told: string[] = []
    let asked = 0
    const watch = nightWatch({
      backups: { ...times, folder: join(folder, 'none') },
      make: async () => {
        asked += 1
        return outcomes.shift() ?? 'made'
      },
      tell: async (why) => void told.push(why),
      now: () => clock.now,
    })
    const look = async (hours: number) => {
      clock.now = new Date(clock.now.getTime() + hours * HOUR_MS)
      await watch.look(new AbortController().signal)
    }
    return { watch, look, told, asked: () => asked }
  }

  test('tries again each hour, and tells of a failure once a day', async () => {
    const { look, told, asked, watch } = watched(Array.from({ length: 40 }, () => ({ why: 'No room' })))
    for (let hour = 0; hour < 30; hour += 1) await look(hour === 0 ? 0 : 1)
    expect([asked(), told]).toEqual([30, ['No room', 'No room']])
    expect((await watch.state()).failed?.why).toBe('No room')
    await look(0.5)
    expect(asked()).toBe(30)
  })

  test('a failure is told in the words that the folder keeps, not in all that was printed', async () => {
    const kept = join(folder, 'words')
    mkdirSync(kept)
    const now = local('2026-11-27T02:00')
    const told: string[] = []
    const watch = nightWatch({
      backups: { at: '02:00', folder: kept },
      make: async () => {
        const at = new Date(now.getTime() + 1000).toISOString()
        await writeBackupState(kept, { made: null, failed: { at, why: 'No room' } })
        return { why: 'Error: No room\n    at write (make-backup.js:7:1)' }
      },
      tell: async (why) => void told.push(why),
      now: () => now,
    })
    await watch.look(new AbortController().signal)
    expect(told).toEqual(['No room'])
  })

  test('a backup that was made ends a failure', async () => {
    const { look, told, watch } = watched([{ why: 'No room' }, 'made', { why: 'Again' }])
    await look(0)
    await look(1)
    expect((await watch.state()).failed).toBeNull()
    await look(1)
    expect(told).toEqual(['No room', 'Again'])
  })

  test('a backup of a clock that was ahead hides no failure, and none is made more often for it', async () => {
    const kept = mkdtempSync(join(folder, 'ahead '))
    await writeBackupState(kept, { made: made(local('2028-11-27T02:00')), failed: null })
    const clock = { now: local('2026-11-27T08:00') }
    let asked = 0
    const watch = nightWatch({
      backups: { at: '02:00', folder: kept },
      make: async () => {
        asked += 1
        return { why: 'No room' }
      },
      tell: async () => undefined,
      now: () => clock.now,
    })
    const { signal } = new AbortController()
    for (let look = 0; look < 3; look++) await watch.look(signal)
    expect([asked, (await watch.state()).failed?.why]).toEqual([1, 'No room'])
    clock.now = new Date(clock.now.getTime() + HOUR_MS)
    await watch.look(signal)
    expect(asked).toBe(2)
  })

  test('what another process makes is no failure; where none are wanted none are made', async () => {
    const busy = watched(['busy'])
    await busy.look(0)
    expect([busy.asked(), busy.told, await busy.watch.state()]).toEqual([1, [], NO_BACKUP])
    const off = watched([], { at: undefined })
    await off.look(48)
    expect(off.asked()).toBe(0)
  })

  test('a failure that the folder knows of, and what was made after it', async () => {
    const kept = join(folder)
    const now = () => local('2026-11-27T08:00')
    const watch = nightWatch({
      backups: { at: '02:00', folder: kept },
      make: async () => 'busy',
      tell: async () => undefined,
      now,
    })
    const failed = { at: local('2026-11-27T02:00').toISOString(), why: 'No room' }
    const earlier = made(local('2026-11-26T02:00'))
    await writeBackupState(kept, { made: earlier, failed })
    const settings = { at: '02:00', keep: 14, passphrase: undefined }
    expect(await backupsAsTold(watch, settings, now())).toEqual({
      next_at: local('2026-11-28T02:00').toISOString(),
      keep: 14,
      sealed: false,
      made: { at: earlier.at, bytes: 1, proven: true },
      failed,
    })
    await writeBackupState(kept, { made: made(local('2026-11-27T03:00')), failed })
    expect((await watch.state()).failed).toBeNull()
  })
})
