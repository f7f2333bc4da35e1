import type { PoliciesContent } from 'sync-protocol/records/policies'

export type PolicyField = keyof PoliciesContent
export const POLICY_FIELDS = [
  'printed_name',
  'printed_address',
  'time_zone',
] as const satisfies readonly PolicyField[]

/** Only the fields that were typed into; an empty text takes the setting away. */
export type TypedPolicies = PoliciesContent

/** What differs from what was seen: what is sent. A blank around a text is no difference. */
export const changedPolicies = (typed: TypedPolicies, seen: PoliciesContent): TypedPolicies =>
  Object.fromEntries(
    Object.entries(typed).filter(
      ([field, value]) => value !== undefined && value.trim() !== (seen[field as PolicyField] ?? ''),
    ),
  )

/** The fields that somebody else changed from `before` to `now`, beside what was typed into them. */
export const changedBeside = (
  typed: TypedPolicies,
  before: PoliciesContent,
  now: PoliciesContent,
): readonly PolicyField[] =>
  POLICY_FIELDS.filter((field) => typed[field] !== undefined && (before[field] ?? '') !== (now[field] ?? ''))
