import { randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { sha256 } from '../sha256.ts'

const KEY = /^key\.([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/

/** What stands in place of a password's hash: nothing that a password hashes to begins so. */
export const keyHash = (secret: string) => `key:${sha256(secret)}`

/** A new key of a program: its text, which is told once, and the hash that is kept. */
export function newKey(orgId: string, programId: string): { text: string; hash: string } {
  const secret = randomBytes(32).toString('base64url')
  return { text: `key.${orgId}.${programId}.${secret}`, hash: keyHash(secret) }
}

export const isKey = (token: string) => token.startsWith('key.')

/** What a key says; undefined where it is none. */
export function partsOfKey(token: string): { org_id: string; user_id: string; hash: string } | undefined {
  const [, org_id, user_id, secret] = KEY.exec(token) ?? []
  const isId = (text: string | undefined) => z.uuid().safeParse(text).success
  if (org_id === undefined || user_id === undefined || secret === undefined) return undefined
  return isId(org_id) && isId(user_id) ? { org_id, user_id, hash: keyHash(secret) } : undefined
}

export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
