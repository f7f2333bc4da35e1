import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { freeName, ZipFile, ZipFullError } from './zip-file.ts'

function collected() {
  const parts: Uint8Array<ArrayBuffer>[] = []
  return {
    parts,
    write: (part: Uint8Array<ArrayBuffer>) => {
      parts.push(part)
      return Promise.resolve()
    },
    bytes: async () => new Uint8Array(await new Blob(parts).arrayBuffer()),
  }
}
const noPause = () => Promise.resolve()

describe('a zip', () => {
  it('holds what was put into it, packed or not, under names in any letters', async () => {
    const sink = collected()
    const zip = new ZipFile(sink, noPause)
    const long = 'Ketamine 100 mg/ml, '.repeat(20_000)
    await zip.add('json/drugs.json', new Blob([long]))
    await zip.add('pdf/sheets/Žofie – 小花.pdf', new Blob(['%PDF']), true)
    await zip.add('empty.txt', new Blob([]))
    await zip.end()
    const bytes = await sink.bytes()
    const files = unzipSync(bytes)
    expect(Object.entries(files).map(([name, file]) => [name, strFromU8(file)])).toEqual([
      ['json/drugs.json', long],
      ['pdf/sheets/Žofie – 小花.pdf', '%PDF'],
      ['empty.txt', ''],
    ])
    expect(zip.files).toBe(3)
    expect(zip.bytes).toBe(bytes.byteLength)
    expect(bytes.byteLength).toBeLessThan(long.length / 10)
  })

  it('writes a part before it makes the next, and ends with what refused it', async () => {
    const sink = collected()
    let refused = false
    const zip = new ZipFile(
      {
        write: (part) => {
          if (refused) return Promise.reject(new DOMException('full', 'QuotaExceededError'))
          return sink.write(part)
        },
      },
      noPause,
    )
    await zip.add('a.pdf', new Blob(['a'.repeat(300_000)]), true)
    expect(sink.parts.length).toBeGreaterThan(4)
    refused = true
    await expect(zip.add('b.pdf', new Blob(['b']), true)).rejects.toThrow('full')
  })

  it('refuses more files than most programs open', async () => {
    const zip = new ZipFile(collected(), noPause)
    zip.files = 65_000
    expect(zip.hasRoom(1)).toBe(false)
    await expect(zip.add('one more.txt', new Blob(['a']))).rejects.toThrow(ZipFullError)
    zip.files = 1
    zip.bytes = 3_899_999_999
    expect(zip.hasRoom(10)).toBe(false)
  })
})

it('numbers names that are taken, also where capitals alone tell them apart', () => {
  const taken = new Map<string, number>()
  const free = (name: string) => freeName(taken, name, '.pdf')
  expect(['Bella', 'bella', 'Bella', 'Bella (2)', 'Rex', 'Bella'].map(free)).toEqual([
    'Bella.pdf',
    'bella (2).pdf',
    'Bella (3).pdf',
    'Bella (2) (2).pdf',
    'Rex.pdf',
    'Bella (4).pdf',
  ])
})
