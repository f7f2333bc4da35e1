import * as z from 'zod/mini'
import { policies } from '../records/policies.ts'

/** The clinic's settings as they stand; version 0 where nobody decided anything yet. */
export const policiesReply = z.object({
  success: z.literal(true),
  item: z.object({
    version: z.int().check(z.nonnegative()),
    content: policies.content,
    /** Who changed them last. */
    edited_by: z.optional(z.string()),
  }),
})
export type PoliciesItem = z.infer<typeof policiesReply>['item']

const typed = z.optional(z.string().check(z.maxLength(1000)))
/** An empty text takes a setting away; one that is left out stays. */
export const changePolicies = z.object({ time_zone: typed, printed_name: typed, printed_address: typed })
export type ChangePolicies = z.infer<typeof changePolicies>
