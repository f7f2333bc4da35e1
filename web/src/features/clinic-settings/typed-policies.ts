import { policyFields, type PoliciesContent, type PolicyField } from 'sync-protocol/records/policies'
import { typedPolicy, type TypedPolicies } from 'sync-protocol/rules/policies-form'

/** What differs from what was seen: what is sent. A blank around a text is no difference. */
export const changedPolicies = (typed: TypedPolicies, seen: PoliciesContent): TypedPolicies =>
  Object.fromEntries(
    policyFields().flatMap((field) => {
      const text = typed[field]
      return text === undefined || text.trim() === typedPolicy(seen, field) ? [] : [[field, text]]
    }),
  )

/** The fields that somebody else changed from `before` to `now`, beside what was typed into them. */
export const changedBeside = (
  typed: TypedPolicies,
  before: PoliciesContent,
  now: PoliciesContent,
): readonly PolicyField[] =>
  policyFields().filter(
    (field) => typed[field] !== undefined && typedPolicy(before, field) !== typedPolicy(now, field),
  )
