/**
 * A column of values as PostgreSQL takes an array in binary: neither side has to quote, escape and look for it in a text as
 * long as all the rows together.
 */
interface Element {
  /** The type's number in PostgreSQL's catalogue, the same in every version. */
  oid: number
  /** Bytes that the value takes at the most. */
  most(value: unknown): number
  /** Writes it, and says how many bytes it took. */
  write(value: unknown, into: Buffer, at: number): number
}

const text = (oid: number): Element => ({
  oid,
  most: (value) => 3 * (value as string).length,
  write: (value, into, at) => into.write(value as string, at),
})

/** What a hexadecimal digit is worth, by its character; -1 for any other. */
const WORTH = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
)
const HYPHEN = 45

/** Digit by digit, a quarter of the time that it takes as a text without its hyphens; false when it is no id. */
function writeId(id: string, into: Buffer, at: number): boolean {
  let digits = 0
  for (let place = 0; place < id.length; place++) {
    const code = id.charCodeAt(place)
    if (code === HYPHEN) continue
    const worth = WORTH[code] ?? -1
    if (worth === -1 || digits === 32) return false
    const byte = at + (digits >> 1)
    into[byte] = digits % 2 === 0 ? worth << 4 : (into[byte] ?? 0) | worth
    digits += 1
  }
  return digits === 32
}

const ELEMENTS: Readonly<Record<string, Element>> = {
  text: text(25),
  json: text(114),
  uuid: {
    oid: 2950,
    most: () => 16,
    write: (value, into, at) => {
      if (!writeId(value as string, into, at)) throw new TypeError(`${String(value)} is not an id.`)
      return 16
    },
  },
  int: { oid: 23, most: () => 4, write: (value, into, at) => into.writeInt32BE(value as number, at) - at },
  bigint: {
    oid: 20,
    most: () => 8,
    write: (value, into, at) => {
      into.writeInt32BE(Math.floor((value as number) / 2 ** 32), at)
      into.writeUInt32BE((value as number) >>> 0, at + 4)
      return 8
    },
  },
  bool: {
    oid: 16,
    most: () => 1,
    write: (value, into, at) => into.writeUInt8(value === true ? 1 : 0, at) - at,
  },
}

const HEAD = 20
const NULL = -1

/** `values` as a parameter of the type `type[]`; null where the type has no binary form here, and is sent as a text. */
export function binaryArray(type: string, values: readonly unknown[]): Buffer | null {
  const element = ELEMENTS[type]
  if (!element) return null
  if (values.length === 0) return emptyOf(element)
  const room = values.reduce<number>(
    (sum, value) => sum + 4 + (isNothing(value) ? 0 : element.most(value)),
    HEAD,
  )
  const buffer = Buffer.allocUnsafe(room)
  let at = HEAD
  let nothings = 0
  for (const value of values) {
    if (isNothing(value)) {
      nothings = 1
      at = buffer.writeInt32BE(NULL, at)
      continue
    }
    const length = element.write(value, buffer, at + 4)
    buffer.writeInt32BE(length, at)
    at += 4 + length
  }
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(nothings, 4)
  buffer.writeInt32BE(element.oid, 8)
  buffer.writeInt32BE(values.length, 12)
  buffer.writeInt32BE(1, 16)
  return buffer.subarray(0, at)
}

const isNothing = (value: unknown) => value === null || value === undefined

/** An array without elements has no dimensions. */
function emptyOf({ oid }: Element): Buffer {
  const buffer = Buffer.alloc(12)
  buffer.writeInt32BE(oid, 8)
  return buffer
}

const TYPED = /\$(\d+)::(\w+)\[\]/g

/** The parameters of a statement in binary, by the types of arrays that its text says of them: `$3::uuid[]`. */
export function binaryValues(statement: string, values: readonly unknown[]): unknown[] {
  const sent = [...values]
  for (const [, place, type = ''] of typesIn(statement)) {
    const value = values[Number(place) - 1]
    if (Array.isArray(value)) sent[Number(place) - 1] = binaryArray(type, value) ?? value
  }
  return sent
}

const known = new Map<string, RegExpMatchArray[]>()

/** The statements of the push path are few. */
function typesIn(statement: string): RegExpMatchArray[] {
  const found = known.get(statement) ?? [...statement.matchAll(TYPED)]
  known.set(statement, found)
  return found
}
