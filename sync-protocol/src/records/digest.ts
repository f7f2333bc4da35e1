/** How many live records a collection holds, and which versions of which: equal for equal sets, in any order. */
export interface Digest {
  count: number
  /** The 32-bit FNV-1a of each `_id:version`, summed modulo 2^32. */
  sum: number
}
/** By collection, also by one that this release does not know. */
export type Digests = { [collection: string]: Digest }

const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/** 32-bit FNV-1a of the UTF-8 bytes of ASCII text. */
export function fnv1a(text: string): number {
  let hash = OFFSET
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return hash >>> 0
}

export const NO_RECORDS: Digest = { count: 0, sum: 0 }

/** What a digest looks at: voided facts live, tombstones do not. */
export interface Digested {
  _id: string
  version: number
  deleted: boolean
}

/** The digest after one record went from one state to another; undefined or null for none. */
export function digestAfter(
  digest: Digest,
  before: Digested | null | undefined,
  after: Digested | null | undefined,
): Digest {
  let { count, sum } = digest
  if (before && !before.deleted) {
    count -= 1
    sum -= fnv1a(`${before._id}:${before.version}`)
  }
  if (after && !after.deleted) {
    count += 1
    sum += fnv1a(`${after._id}:${after.version}`)
  }
  // `>>> 0` is the remainder modulo 2^32, also of what fell below zero.
  return { count, sum: sum >>> 0 }
}

export const sameDigest = (a: Digest = NO_RECORDS, b: Digest = NO_RECORDS): boolean =>
  a.count === b.count && a.sum === b.sum

/** The collections in which two differ. */
export const differing = (a: Digests, b: Digests): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !sameDigest(a[name], b[name]))

/** As they are told: collections that hold nothing are left out. */
export const withoutEmpty = (digests: Digests): Digests =>
  Object.fromEntries(Object.entries(digests).filter(([, { count, sum }]) => count !== 0 || sum !== 0))

/** The digests of records, from scratch. */
export function digestsOf(records: Iterable<Digested & { collection: string }>): Digests {
  const digests: Digests = {}
  for (const record of records) {
    const { collection } = record
    digests[collection] = digestAfter(digests[collection] ?? NO_RECORDS, undefined, record)
  }
  return digests
}
