import { createHmac } from 'node:crypto'

/**
 * The server's word for a mutation that it took: an HMAC over organization, author, id and hash, its key kept outside the
 * database, so that after a restore any tablet of the organization may bring the mutation back (sync contract L6).
 */
export function receiptMaker(key: string, orgId: string) {
  return (userId: string, id: string, hash: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([orgId, userId, id, hash]))
      .digest('hex')
}
