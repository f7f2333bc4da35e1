import { contentIn } from '../records/kinds.ts'
import type { PoliciesContent, PolicyField } from '../records/policies.ts'
import { plainFields, plainOf, typedPlain, typedText } from './plain-fields.ts'

/** Settings as they are typed and sent: a text each. An empty one takes the setting away, one that is left out stays. */
export type TypedPolicies = { [Field in PolicyField]?: string | undefined }

/** A setting as its field shows it; '' where nobody decided it. */
export const typedPolicy = (content: PoliciesContent, field: PolicyField): string => typedText(content[field])

/** The settings once these texts are saved, without blanks around them. What is wrong in it its schema says. */
export function policiesOf(typed: TypedPolicies, before: PoliciesContent): PoliciesContent {
  const said: Record<string, string> = {}
  for (const [field, text] of Object.entries(typed)) if (text !== undefined) said[field] = text.trim()
  const plain = new Set(plainFields('policies').map(({ name }) => name))
  const texts = Object.entries({ ...before, ...said }).filter(
    ([field, text]) => text !== '' && !plain.has(field),
  )
  const numbers = plainOf('policies', { ...typedPlain('policies', before), ...said })
  return contentIn('policies', { ...Object.fromEntries(texts), ...numbers })
}
