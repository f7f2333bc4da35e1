import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { askOwner, DataFolderInUse, takeOwnership } from './owner-lock.ts'

let folder: string

beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'owner-'))))
afterEach(() => rm(folder, { recursive: true }))

it('is held by one at a time', async () => {
  const first = await takeOwnership(folder)
  await expect(takeOwnership(folder)).rejects.toThrow(DataFolderInUse)
  await first.release()
  const second = await takeOwnership(folder)
  await second.release()
  expect(await readdir(folder)).toEqual([])
})

it('goes to exactly one of many that ask at once', async () => {
  for (let round = 0; round < 20; round++) {
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => takeOwnership(folder)))
    const winners = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const reasons = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    for (const reason of reasons) expect(reason).toBeInstanceOf(DataFolderInUse)
    expect(winners).toHaveLength(1)
    await winners[0]!.release()
  }
})

it('ignores and removes what a dead owner left', async () => {
  await writeFile(join(folder, 'owner-00'), '')
  const ownership = await takeOwnership(folder)
  expect(await readdir(folder)).toHaveLength(1)
  await ownership.release()
})

it('tells those who ask how to reach the database, as soon as that is known', async () => {
  expect(await askOwner(folder)).toBeUndefined()
  const ownership = await takeOwnership(folder)
  const asked = askOwner(folder)
  ownership.announce('postgresql://here')
  expect(await asked).toBe('postgresql://here')
  await expect(askOwner(folder, 0)).rejects.toThrow('does not become ready')
  await ownership.release()
})
