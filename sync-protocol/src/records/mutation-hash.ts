import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalOfSent, type Written } from './json.ts'
import type { Mutation } from './mutation.ts'

/** Hex SHA-256 of the UTF-8 bytes of a text. */
export const sha256Hex = (text: string) => bytesToHex(sha256(utf8ToBytes(text)))

/**
 * What a mutation says, whatever its lane, number and sending time. `hex` as `sha256Hex`, where the host has a faster one;
 * `known` its operations' canonical JSON, where that was written already.
 */
export function mutationHash(
  { at, action, detail, ops }: Pick<Mutation, 'at' | 'action' | 'detail' | 'ops'>,
  hex: (text: string) => string = sha256Hex,
  known?: Written,
): string {
  return hex(canonicalOfSent({ at, action, detail, ops }, known))
}

/** UUIDv5 (RFC 9562) of a name in the namespace of another UUID: ids that the server makes can be made again. */
export function derivedId(namespace: string, name: string): string {
  const hash = sha1(concatBytes(hexToBytes(namespace.replaceAll('-', '')), utf8ToBytes(name))).slice(0, 16)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = bytesToHex(hash)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The conflict that the operation at this place of a mutation becomes, where it becomes one. */
export const conflictOf = (mutationId: string, index: number) => derivedId(mutationId, `conflict/${index}`)

/** The `attention` record that keeps a mutation once it is refused or parked. */
export const attentionIdOf = (mutationId: string) => derivedId(mutationId, 'attention')
