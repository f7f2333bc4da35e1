import * as z from 'zod/mini'
import { drugClass, name, optional } from './fields.ts'

/** Whichever title of whichever section is missing (`spec 1 §5`). */
export const TITLES_MISSING = 'Please make sure all sections have singular and plural titles.'
export const SECTION_LABELS = { title_s: 'Singular title', title_p: 'Plural title' } as const
const title = (label: string) => name(label, { empty: TITLES_MISSING })

/** A drug section; `key` comes from the organization's `next_key`, by blocks of 100 to each device (`spec 1 §3`). */
export const sectionContent = z.strictObject({
  key: z.int().check(z.nonnegative()),
  title_s: title(SECTION_LABELS.title_s),
  title_p: title(SECTION_LABELS.title_p),
  drug_class: optional(drugClass),
})
export type SectionContent = z.infer<typeof sectionContent>
