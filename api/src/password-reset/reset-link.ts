import { createHash, randomBytes } from 'node:crypto'

const ORG_BYTES = 16
const SECRET_BYTES = 32
const ID = /^[\w-]{64}$/

/** What a link's id says: whose organization, and the secret of which only the hash is kept. */
export interface ResetLink {
  org_id: string
  secret_hash: string
}

const hashOf = (secret: Buffer) => createHash('sha256').update(secret).digest('hex')

export interface NewSecret {
  secret_hash: string
  /** The {id} of a link for a user of this organization: 64 characters that need no escaping. */
  idFor(orgId: string): string
}

export function newSecret(): NewSecret {
  const secret = randomBytes(SECRET_BYTES)
  return {
    secret_hash: hashOf(secret),
    idFor: (orgId) =>
      Buffer.concat([Buffer.from(orgId.replaceAll('-', ''), 'hex'), secret]).toString('base64url'),
  }
}

/** Null for what no link of ours looks like. */
export function readLink(id: string): ResetLink | null {
  if (!ID.test(id)) return null
  const bytes = Buffer.from(id, 'base64url')
  const hex = bytes.subarray(0, ORG_BYTES).toString('hex')
  return {
    org_id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    secret_hash: hashOf(bytes.subarray(ORG_BYTES)),
  }
}
