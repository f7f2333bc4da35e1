import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { CannotStart } from '../../cannot-start.ts'

/** How an age file begins, whatever opens it. */
const SEALED = Buffer.from('age-encryption.org/v1\n')

type Pieces = AsyncIterable<Buffer>

/** What it takes to try a passphrase, as a power of two: about a second. */
const WORK_FACTOR = 18

/** A step of a pipeline: an age file that the passphrase opens, here or by `age --decrypt`. Blocks for about a second. */
export const sealedWith = (passphrase: string, workFactor = WORK_FACTOR) =>
  async function* (pieces: Pieces): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    encrypter.setScryptWorkFactor(workFactor)
    yield* piecesOf(await encrypter.encrypt(webStream(pieces)))
  }

/**
 * A file's pieces without its seal, where it has one.
 * @throws CannotStart when it is sealed, and the passphrase is missing or another one
 */
export async function* unsealed(file: Readable, passphrase: string | undefined): Pieces {
  const pieces = (file as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  const { head, isOver } = await beginning(pieces)
  const whole = again(head, isOver ? null : pieces)
  if (head.subarray(0, SEALED.length).equals(SEALED)) yield* opened(whole, passphrase)
  else yield* whole
}

async function* opened(sealed: Pieces, passphrase: string | undefined): Pieces {
  if (passphrase === undefined)
    throw new CannotStart('This backup is sealed. Set BACKUP_PASSPHRASE to its passphrase and try again.')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const content = await decrypter.decrypt(webStream(sealed)).catch((cause: unknown) => {
    throw new CannotStart(
      'The passphrase in BACKUP_PASSPHRASE does not open this backup. Set the one that it was sealed with, and try again.',
      { cause },
    )
  })
  for await (const piece of piecesOf(content)) yield Buffer.from(piece)
}

async function beginning(pieces: AsyncIterator<Buffer>): Promise<{ head: Buffer; isOver: boolean }> {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < SEALED.length) {
    const next = await pieces.next()
    if (next.done === true) return { head, isOver: true }
    head = Buffer.concat([head, next.value])
  }
  return { head, isOver: false }
}

async function* again(head: Buffer, rest: AsyncIterator<Buffer> | null): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  if (rest) yield* { [Symbol.asyncIterator]: () => rest }
}

const webStream = (pieces: Pieces) => Readable.toWeb(Readable.from(pieces)) as globalThis.ReadableStream
const piecesOf = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as ReadableStream) as AsyncIterable<Uint8Array>
