import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { describe, expect, test } from 'vitest'
import { sealedWith, unsealed } from './seal.ts'

const words = 'lamp otter violin seven'
const content = Buffer.from('rows\n'.repeat(40_000))

async function sealed(): Promise<Buffer> {
  const out = new PassThrough()
  const [whole] = await Promise.all([
    buffer(out),
    pipeline(Readable.from([content]), sealedWith(words, 10), out),
  ])
  return whole
}
const opened = (file: Buffer, passphrase?: string, piece = 65_536) => {
  const pieces = Array.from({ length: Math.ceil(file.length / piece) }, (_, n) =>
    file.subarray(n * piece, (n + 1) * piece),
  )
  return buffer(Readable.from(unsealed(Readable.from(pieces), passphrase)))
}

describe('a sealed file', async () => {
  const file = await sealed()

  test('is one of age, holds nothing that can be read, and is opened by its passphrase', async () => {
    expect(file.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(file.includes('rows')).toBe(false)
    expect((await opened(file, words)).equals(content)).toBe(true)
  })

  test.each([
    [undefined, 'This backup is sealed. Set BACKUP_PASSPHRASE'],
    [
      'lamp otter violin eight',
      'The passphrase in BACKUP_PASSPHRASE does not open this backup. Set the one that it was sealed with, and try again.',
    ],
  ])('with the passphrase %s', async (passphrase, message) => {
    await expect(opened(file, passphrase)).rejects.toThrow(message)
  })

  test('that was changed or cut off is not taken for whole', async () => {
    const changed = Buffer.from(file)
    changed[file.length - 30]! ^= 1
    await expect(opened(changed, words)).rejects.toThrow('invalid tag')
    await expect(opened(file.subarray(0, -100), words)).rejects.toThrow('invalid tag')
  })
})

test.each([[1], [7], [65_536]])(
  'a file without a seal comes through as it is, in pieces of %d',
  async (piece) => {
    const short = content.subarray(0, 200)
    expect((await opened(short, words, piece)).equals(short)).toBe(true)
    expect((await opened(Buffer.from('age'), undefined, piece)).toString()).toBe('age')
    expect((await opened(Buffer.alloc(0))).length).toBe(0)
  },
)
