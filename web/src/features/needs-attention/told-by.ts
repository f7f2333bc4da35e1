import { isFromRevoked } from 'sync-protocol/records/from-revoked'
import { MUTATION_OPS_MAX } from 'sync-protocol/records/limits'
import type { RefusedEntry } from '../../data/attention/attention.ts'
import { attentionText as text } from './attention-text.ts'
import { namingField } from './faulty-fields.ts'

const makesBalance = ({ mutation }: RefusedEntry) =>
  mutation.ops.some(({ op, collection }) => op === 'create' && collection === 'balances')

/**
 * The server's word, in those of the people who read it. `many` is how many records a change held that held too many;
 * `isYours` where its reader may approve it; `author` is null where it is the reader's own.
 */
export function toldBy(
  entry: RefusedEntry,
  many: number | undefined,
  isYours: boolean,
  author: string | null,
): string {
  const { code } = entry
  if (isFromRevoked(entry)) return (isYours ? text.fromRevokedYours : text.fromRevoked)(entry.message)
  if (many !== undefined) {
    const said = text.tooMany(many, MUTATION_OPS_MAX)
    return isYours ? `${said} ${text.yours}` : said
  }
  if (code === 'unknown_record') return makesBalance(entry) ? text.unknownBalance : text.reasons[code]
  if (code === 'forbidden' && author !== null) return text.forbiddenOf(author)
  if (entry.message === '' || code === 'needs_approval')
    return isYours && code === 'needs_approval' ? text.yours : text.reasons[code]
  const message = namingField(entry.message, entry.field, entry.mutation.ops)
  return entry.raw === undefined ? message : text.notAsSent(message)
}
