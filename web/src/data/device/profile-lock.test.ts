import { expect, test } from 'vitest'
import { lockProfile, resealProfile, unlockProfile, wrapProfileKey } from './profile-lock.ts'

const ROUNDS = 1000

test('only its password opens a profile, and neither stands in what is stored', async () => {
  const { locked } = await lockProfile('correct horse', { name: 'Ana' }, ROUNDS)
  expect((await unlockProfile('correct horse', locked))?.value).toEqual({ name: 'Ana' })
  expect(await unlockProfile('wrong', locked)).toBeNull()
  const stored = [locked.wrapped.bytes, locked.sealed.bytes]
    .map((bytes) => new TextDecoder().decode(bytes))
    .join()
  expect(stored).not.toContain('Ana')
})

test('a newer profile under the same password', async () => {
  const { key, locked } = await lockProfile('correct horse', { perms: [1] }, ROUNDS)
  const newer = await resealProfile(key, locked, { perms: [1, 2] })
  expect((await unlockProfile('correct horse', newer))?.value).toEqual({ perms: [1, 2] })
})

test('the same profile under another password, which the old one does not open any more', async () => {
  const { key, locked } = await lockProfile('correct horse', { name: 'Ana' }, ROUNDS)
  const changed = { ...locked, ...(await wrapProfileKey('another horse', key, ROUNDS)) }
  expect((await unlockProfile('another horse', changed))?.value).toEqual({ name: 'Ana' })
  expect(await unlockProfile('correct horse', changed)).toBeNull()
})
