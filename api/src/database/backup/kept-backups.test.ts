import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noRoom } from './make-backup.ts'
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
  expect(await keepNewest(folder, 'nightly', 14)).toEqual(['nightly-20261025T070000Z.backup'])
  expect((await readdir(folder)).sort()).toEqual([...nights.slice(1), ...others].sort())
  expect((await keptBackups(folder, 'nightly'))[0]).toBe('nightly-20261108T070000Z.backup.age')
})

test('a folder that is not there, and one whose note cannot be read, say nothing', async () => {
  expect(await readBackupState(join(folder, 'none'))).toEqual(NO_BACKUP)
  await writeFile(join(folder, 'last-backup.json'), '{"made":')
  expect(await readBackupState(folder)).toEqual(NO_BACKUP)
})

test('a full disk is said in one sentence, with what to do', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(noRoom(full, '/backups')?.message).toBe(
    'There is no room for the backup in /backups. None was made, and the earlier ones are kept. ' +
      'Make room there, or set BACKUP_DIR to a folder on a larger disk.',
  )
  expect(noRoom(new Error('another'), '/backups')).toBeUndefined()
})
