import * as z from 'zod'
import { settled } from './conflict.ts'
import { id } from './fields.ts'
import { derivedId } from './mutation-hash.ts'

const SHEETS_MAX = 500
const FOUND_MAX = 5000

/** What somebody says to have looked at: the balance sheets, in the order of their ids, and each thing found about them. */
export const lookedAtWhat = z.strictObject({
  sheets: z
    .array(id)
    .min(1)
    .max(SHEETS_MAX)
    .refine(
      (ids) => ids.every((each, index) => index === 0 || each > (ids[index - 1] ?? '')),
      'Not in order.',
    ),
  found: z.array(z.string().min(1).max(100)).min(1).max(FOUND_MAX),
})

/**
 * Somebody has looked at what is pointed out about these balance sheets (sync contract M8). It stands among `attention`,
 * settled from the first, so that it counts for nobody any more; what is found later is open again.
 */
export const lookedAtContent = lookedAtWhat.extend({ kind: z.literal('looked_at'), settled })
export type LookedAtContent = z.infer<typeof lookedAtContent>

/** The one record about these sheets, whoever looks first; the ids in order. */
export const lookedAtId = (sheets: readonly string[]): string =>
  derivedId(sheets[0] ?? '', `looked at/${sheets.join(' ')}`)
