import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** Where a zip goes, part by part. A part is written before the next one is made. */
export interface ZipSink {
  write(part: Uint8Array<ArrayBuffer>): Promise<void>
}

/** What a zip without its 64-bit form can hold, less some room for its table of contents. */
const FILES_MAX = 65_000
const BYTES_MAX = 3_900_000_000
/** So much of a file is packed in one piece: the screen answers in between. */
const PIECE = 64 * 1024

/** A zip of one file more would be one that few programs open. */
export class ZipFullError extends Error {
  constructor() {
    super('the zip is full')
    this.name = 'ZipFullError'
  }
}

/** Packs files into a zip, one after the other; nothing of them is kept. */
export class ZipFile {
  readonly #sink: ZipSink
  readonly #zip: Zip
  readonly #pause: () => Promise<unknown>
  #parts: Uint8Array<ArrayBuffer>[] = []
  #failed: Error | null = null
  files = 0
  bytes = 0

  constructor(sink: ZipSink, pause: () => Promise<unknown>) {
    this.#sink = sink
    this.#pause = pause
    this.#zip = new Zip((failed, part) => {
      if (failed) this.#failed = failed
      else this.#parts.push(part)
    })
  }

  /** Whether a file of so many bytes, at most, finds room. */
  hasRoom(bytes: number): boolean {
    return this.files < FILES_MAX && this.bytes + bytes < BYTES_MAX
  }

  /**
   * `isPacked`: it is small already, and packing it again would only take time.
   * @throws ZipFullError, and what the sink throws
   */
  async add(name: string, content: Blob, isPacked = false): Promise<void> {
    if (content.size >= BYTES_MAX || !this.hasRoom(isPacked ? content.size : 0)) throw new ZipFullError()
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    this.files += 1
    this.#zip.add(file)
    for (let from = 0; from < content.size; from += PIECE) {
      file.push(new Uint8Array(await content.slice(from, from + PIECE).arrayBuffer()))
      await this.#flush()
      await this.#pause()
    }
    file.push(new Uint8Array(0), true)
    await this.#flush()
  }

  async end(): Promise<void> {
    this.#zip.end()
    await this.#flush()
  }

  async #flush(): Promise<void> {
    const parts = this.#parts
    this.#parts = []
    for (const part of parts) {
      this.bytes += part.byteLength
      await this.#sink.write(part)
    }
    if (this.#failed) throw this.#failed
    if (this.bytes > BYTES_MAX) throw new ZipFullError()
  }
}

/** The name, or with a number the first one that no file has; file systems tell 'a' and 'A' apart, or do not. */
export function freeName(taken: Map<string, number>, name: string, suffix: string): string {
  const keyOf = (free: string) => `${free}${suffix}`.normalize('NFC').toLowerCase()
  const first = taken.get(keyOf(name)) ?? 0
  for (let n = first + 1; ; n += 1) {
    const free = n === 1 ? name : `${name} (${n})`
    if (n > 1 && taken.has(keyOf(free))) continue
    taken.set(keyOf(free), 1)
    taken.set(keyOf(name), n)
    return `${free}${suffix}`
  }
}
