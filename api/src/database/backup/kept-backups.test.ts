import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CannotStart } from '../../cannot-start.ts'
import { NoEngine } from '../embedded/engine.ts'
import { backupIntoFolder, noPlace, notTried } from './make-backup.ts'
import { backupName, keepNewest, keptBackups, NO_BACKUP, readBackupState } from './kept-backups.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept backups '))
})
afterEach(() => rm(folder, { recursive: true }))

test('the fifteenth is deleted, and nothing that is not a backup of its sort', async () => {
  const nights = Array.from({ length: 15 }, (_, n) =>
    backupName('nightly', new Date(Date.UTC(2026, 9, 25 + n, 7)), n > 9),
  )
  const others = [backupName('before-update', new Date(0), false), 'nightly-mine.backup', 'notes.txt']
  for (const name of [...nights, ...others]) await writeFile(join(folder, name), '')
  expect(await keepNewest(folder, 'nightly', 14, new Date(Date.UTC(2026, 10, 8, 7)))).toEqual([
    'nightly-20261025T070000Z.backup',
  ])
  expect((await readdir(folder)).sort()).toEqual([...nights.slice(1), ...others].sort())
  expect((await keptBackups(folder, 'nightly'))[0]).toBe('nightly-20261108T070000Z.backup.age')
})

test('backups of a clock that was ahead push none out that are made since, and are no more than those', async () => {
  const now = new Date('2026-11-09T07:00:00.900Z')
  const named = (at: string) => backupName('nightly', new Date(at), false)
  const made = [named('2026-11-08T07:00:00Z'), named('2026-11-09T07:00:00Z')]
  const ahead = [1, 2, 3].map((day) => named(`2028-11-0${day}T07:00:00Z`))
  for (const name of [...made, ...ahead]) await writeFile(join(folder, name), '')
  expect(await keepNewest(folder, 'nightly', 2, now)).toEqual([ahead[0]])
  expect((await readdir(folder)).sort()).toEqual([...made, ...ahead.slice(1)])
  expect(await keepNewest(folder, 'nightly', 1, now)).toEqual([ahead[1], made[0]])
  expect((await readdir(folder)).sort()).toEqual([made[1], ahead[2]])
})

test('a folder that is not there, and one whose note cannot be read, say nothing', async () => {
  expect(await readBackupState(join(folder, 'none'))).toEqual(NO_BACKUP)
  await writeFile(join(folder, 'last-backup.json'), '{"made":')
  expect(await readBackupState(folder)).toEqual(NO_BACKUP)
})

test('a full disk is said in one sentence, with what to do', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(noPlace(full, '/backups')?.message).toBe(
    'There is no room for the backup in /backups. None was made, and the earlier ones are kept. ' +
      'Make room there, or set BACKUP_DIR to a folder on a larger disk.',
  )
  const inPostgres = Object.assign(new Error('could not extend file'), { code: '53100' })
  expect(noPlace(inPostgres, '/backups')?.message).toBe(noPlace(full, '/backups')?.message)
  expect(noPlace(new Error('another'), '/backups')).toBeUndefined()
})

test('no room for the proof is said, and makes no bad backup of a good one', () => {
  const initdb = new CannotStart(
    'PostgreSQL could not create its folder in /data/proof-1:\ninitdb: error: could not write: No space left on device',
  )
  const ended = new Error('Connection terminated unexpectedly')
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  const room =
    'There is no room in /data to restore it as a test. Make room there: the next one is tried again.'
  expect(notTried(initdb, '/data', 1e9)).toBe(room)
  expect(notTried(full, '/data', 1e9)).toBe(room)
  expect(notTried(ended, '/data', 1e6)).toBe(room)
  // All else may be the backup's own fault.
  expect(notTried(ended, '/data', 1e9)).toBeUndefined()
  expect(notTried(new CannotStart('The backup is damaged.'), '/data', 1e9)).toBeUndefined()
  expect(notTried(new NoEngine('None.'), '/data', 1e9)).toContain('has no PostgreSQL of its own')
})

test('a folder that the server may not write to is said in one sentence, with what to do', async () => {
  const backups = { at: '02:00', folder: '/sys/backups', keep: 14, passphrase: undefined }
  const how = { sort: 'nightly', now: new Date(), secrets: undefined, isProven: false } as const
  // Nobody may make a folder there, not even root.
  await expect(backupIntoFolder('', { dataFolder: folder, backups }, how)).rejects.toThrow(
    'The server may not write its backup to /sys/backups. None was made',
  )
  const socket = Object.assign(new Error('connect EACCES'), { code: 'EACCES', syscall: 'connect' })
  expect(noPlace(socket, '/mnt/usb')).toBeUndefined()
  for (const code of ['EROFS', 'EACCES', 'EPERM'])
    expect(noPlace(Object.assign(new Error(code), { code }), '/mnt/usb')?.message).toBe(
      'The server may not write its backup to /mnt/usb. None was made, and the earlier ones are kept. ' +
        'Give the folder to the user that the server runs as; a service of systemd also names it in ReadWritePaths=.',
    )
})
