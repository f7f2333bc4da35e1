import { ProtocolError } from 'sync-protocol/wire/errors'
import * as z from 'zod'
import { PAGE_SIZE } from './list-query.ts'
import type { Place, Selection } from './listing/collection-list.ts'

const LIMIT = 100
const LIMIT_MAX = 500

export const wholeListQuery = z.object({
  own: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: "true: only the caller's own records; false: the whole organization's." }),
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .meta({
      description: `Only this page of ${PAGE_SIZE}, from 1. Without it and without \`limit\`: everything.`,
    }),
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).optional().meta({
    description:
      'At most so many records. If there are more, the `link` header has the address of the next ones (`rel="next"`).',
  }),
  cursor: z
    .string()
    .max(4000)
    .optional()
    .meta({
      description: `Reads on where an answer ended, as its \`link\` header says. What changes meanwhile moves nothing. \`limit\` is ${LIMIT} if it is left out.`,
    }),
})
export type WholeListQuery = z.infer<typeof wholeListQuery>

const place = z.tuple([z.number(), z.string(), z.string()])

const cursorOf = ({ created, nameKey, id }: Place): string =>
  Buffer.from(JSON.stringify([created, nameKey, id])).toString('base64url')

/** @throws ProtocolError for what no answer gave */
function placeOf(cursor: string): Place {
  try {
    const [created, nameKey, id] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { created, nameKey, id }
  } catch {
    throw new ProtocolError('invalid_request', 'This is not a cursor of a list.', { field: 'cursor' })
  }
}

/**
 * Which stretch of a whole list is wanted.
 * @throws ProtocolError for a page together with a limit or a cursor
 */
export function stretchOf({
  page,
  limit,
  cursor,
}: WholeListQuery): Pick<Selection, 'skip' | 'take' | 'after'> {
  if (page !== undefined) {
    if (limit !== undefined || cursor !== undefined)
      throw new ProtocolError('invalid_request', 'Ask for a page, or for a limit.', { field: 'page' })
    return { skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE }
  }
  if (cursor !== undefined) return { skip: 0, take: limit ?? LIMIT, after: placeOf(cursor) }
  return { skip: 0, take: limit ?? Infinity }
}

/** The `link` header of an answer that `asked` got (RFC 8288); relative, since a proxy may serve it elsewhere. */
export function nextLink(asked: string, next: Place): string {
  const query = new URLSearchParams(asked.split('?')[1])
  query.set('cursor', cursorOf(next))
  return `<?${query.toString()}>; rel="next"`
}
