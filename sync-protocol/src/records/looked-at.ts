import * as z from 'zod/mini'
import { settled } from './conflict.ts'
import { id } from './fields.ts'
import { derivedId } from './mutation-hash.ts'

const SHEETS_MAX = 500
const FOUND_MAX = 5000

/** What somebody says to have looked at: the balance sheets, in the order of their ids, and each thing found about them. */
export const lookedAtWhat = z.strictObject({
  sheets: z.array(id).check(
    z.minLength(1),
    z.maxLength(SHEETS_MAX),
    z.refine(
      (ids) => ids.every((each, index) => index === 0 || each > (ids[index - 1] ?? '')),
      'Not in order.',
    ),
  ),
  found: z
    .array(z.string().check(z.minLength(1), z.maxLength(100)))
    .check(z.minLength(1), z.maxLength(FOUND_MAX)),
})

/**
 * Somebody has looked at what is pointed out about these balance sheets (sync contract M8). It stands among `attention`,
 * settled from the first, so that it counts for nobody any more; what is found later is open again.
 */
export const lookedAtContent = z.extend(lookedAtWhat, { kind: z.literal('looked_at'), settled })
export type LookedAtContent = z.infer<typeof lookedAtContent>

/** The one record about these sheets, whoever looks first; the ids in order. */
export const lookedAtId = (sheets: readonly string[]): string =>
  derivedId(sheets[0] ?? '', `looked at/${sheets.join(' ')}`)
