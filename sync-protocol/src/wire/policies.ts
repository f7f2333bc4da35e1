import * as z from 'zod/mini'
import { policies, policyFields, type PolicyField } from '../records/policies.ts'

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
/** Every setting as a text: an empty one takes it away; one that is left out stays. */
export const changePolicies = z.object(
  Object.fromEntries(policyFields().map((field) => [field, typed])) as Record<PolicyField, typeof typed>,
)
export type ChangePolicies = z.infer<typeof changePolicies>
