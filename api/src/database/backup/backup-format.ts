import type { Secrets } from '../../accounts/secrets.ts'
import { CannotStart } from '../../cannot-start.ts'

/**
 * A backup is a gzipped text: a comment line with the header, for each table a `COPY … FROM stdin;` with its rows
 * and `\.`, and a comment line with the number of rows of each. PostgreSQL's own psql can read it too.
 */
export interface BackupHeader {
  format: 1
  created_at: string
  migrations: { name: string; sha256: string }[]
  tables: { name: string; columns: string[] }[]
  sequences: { name: string; value: string }[]
  /** The installation's: without them tablets cannot prove what the server took from them. */
  secrets?: Secrets
}

export interface BackupFooter {
  rows: Record<string, number>
}

const newline = 0x0a
const endOfRows = Buffer.from('\\.\n')

export const commentLine = (value: BackupHeader | BackupFooter): string => `-- ${JSON.stringify(value)}\n`

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const listOf = (names: string[]): string => names.map(quoted).join(', ')

/** `public."users" ("org_id", "name")` */
export function target({ name, columns }: BackupHeader['tables'][number]): string {
  return `public.${quoted(name)} (${listOf(columns)})`
}

/** Reads the unzipped text piece by piece; always stands at the beginning of a line. */
export class BackupReader {
  readonly #pieces: AsyncIterator<Buffer>
  #ahead: Buffer = Buffer.alloc(0)

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  async header(): Promise<BackupHeader> {
    const header = parsed(await this.line()) as BackupHeader | undefined
    if (header?.format !== 1) throw new CannotStart('This file is not a backup that this program can read.')
    return header
  }

  async footer(): Promise<BackupFooter> {
    const footer = parsed(await this.line()) as BackupFooter | undefined
    if (!footer?.rows) throw cutOff()
    return footer
  }

  /** Reads what is left, which is nothing that counts. */
  async end(): Promise<void> {
    while (!(await this.#next()).done);
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.#ahead.indexOf(newline)
      if (end >= 0) return this.#take(end + 1).toString('utf8')
      await this.#more()
    }
  }

  /** The rows of the table at hand, in pieces of whole rows. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      while (this.#ahead.length < endOfRows.length) await this.#more()
      if (this.#ahead.subarray(0, endOfRows.length).equals(endOfRows)) break
      const end = this.#ahead.indexOf('\n\\.\n')
      const whole = end >= 0 ? end : this.#ahead.lastIndexOf(newline)
      if (whole >= 0) yield this.#take(whole + 1)
      else await this.#more()
    }
    this.#take(endOfRows.length)
  }

  #take(length: number): Buffer {
    const taken = this.#ahead.subarray(0, length)
    this.#ahead = this.#ahead.subarray(length)
    return taken
  }

  async #more(): Promise<void> {
    const next = await this.#next()
    if (next.done) throw cutOff()
    this.#ahead = Buffer.concat([this.#ahead, next.value])
  }

  #next(): Promise<IteratorResult<Buffer>> {
    return this.#pieces.next().catch((error: NodeJS.ErrnoException) => {
      // zlib's words for a file that ends too early or was never gzip, and those of a seal that was broken.
      if (error.code?.startsWith('Z_') || error.message === 'invalid tag') throw cutOff(error)
      throw error
    })
  }
}

function parsed(line: string): unknown {
  try {
    return line.startsWith('-- ') ? JSON.parse(line.slice(3)) : undefined
  } catch {
    return undefined
  }
}

function cutOff(cause?: Error): CannotStart {
  return new CannotStart('The backup file is damaged or was cut off. Nothing was changed.', { cause })
}
