import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSecrets } from './secrets.ts'

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'secrets '))
  onTestFinished(() => rm(made, { recursive: true }))
  return join(made, 'data')
}

test('the secrets are made once, for their owner only, and differ', async () => {
  const data = await folder()
  const first = await readSecrets(data)
  expect(first.jwt).not.toBe(first.receipt)
  expect(first.jwt.length).toBeGreaterThanOrEqual(43)
  expect(await readSecrets(data)).toEqual(first)
  expect((await stat(join(data, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(data)).toEqual(['secrets.json'])
})

test('several starts at once agree', async () => {
  const data = await folder()
  const all = await Promise.all(Array.from({ length: 8 }, () => readSecrets(data)))
  expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1)
})

test('a damaged file is said, never replaced: receipts would lose their worth', async () => {
  const data = await folder()
  await readSecrets(data)
  await writeFile(join(data, 'secrets.json'), '{"jwt": "half')
  await expect(readSecrets(data)).rejects.toThrow(/secrets\.json does not hold/)
})
