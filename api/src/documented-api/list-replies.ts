import { errorBody } from 'sync-protocol/wire/errors'
import * as z from 'zod'
import type { CalledCollection } from './collection-paths.ts'
import { itemSchema } from './item.ts'

/** Whoever reads only `items` finds none when a list fails (`spec 1 §7`); `success` and the status say that it failed. */
export const EMPTY_LIST = { total: 0, items: [] } as const

export const listReply = (collection: CalledCollection) =>
  z.object({
    success: z.literal(true),
    total: z.int().nonnegative().meta({ description: 'How many records were found on all pages.' }),
    items: z.array(itemSchema[collection]),
  })
export const failedList = z.object({
  ...errorBody.shape,
  total: z.literal(0),
  items: z.array(z.never()).max(0),
})

/** Stored records go out as they are: an older one that today's schema would not take must still be read. */
export const asStored = () => (data: unknown) => JSON.stringify(data)
