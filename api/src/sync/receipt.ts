import { createHmac } from 'node:crypto'
import { receiptOf } from 'sync-protocol/merge/resubmission'

/**
 * The server's word for a mutation that it took: an HMAC over organization, author, id and hash, its key kept outside the
 * database, so that after a restore any tablet of the organization may bring the mutation back. Half of it is over the epoch
 * (`epoch`) as well: a receipt of the present one, of what is not here, proves that the database went back (sync contract L6).
 */
export function receiptMaker(key: string, orgId: string, epoch = '') {
  const signed = (...said: string[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([orgId, ...said]))
      .digest('hex')
  return (userId: string, id: string, hash: string): string =>
    receiptOf(signed(userId, id, hash), signed(userId, id, hash, epoch))
}
