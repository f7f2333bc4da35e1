import * as z from 'zod/mini'
import { drugClass, name, optional } from './fields.ts'
import { libraryKind } from './kind.ts'
import { fieldsOf } from './unchecked.ts'

/** Whichever title of whichever section is missing (`spec 1 §5`). */
export const TITLES_MISSING = 'Please make sure all sections have singular and plural titles.'
export const SECTION_LABELS = { title_s: 'Singular title', title_p: 'Plural title' } as const
const title = (label: string) => name(label, { empty: TITLES_MISSING })

/** A drug section; `key` comes from the organization's `next_key`, by blocks of 100 to each device (`spec 1 §3`). */
export const section = libraryKind({
  nouns: ['drug section', 'drug sections'],
  subjects: ['section', 'sections'],
  title: 'title_p',
  fields: {
    key: { schema: z.int().check(z.nonnegative()), label: 'Key', group: 'key' },
    title_s: {
      schema: title(SECTION_LABELS.title_s),
      label: SECTION_LABELS.title_s,
      reads: 'quoted',
      group: 'titles',
    },
    title_p: { schema: title(SECTION_LABELS.title_p), label: SECTION_LABELS.title_p, group: 'titles' },
    drug_class: { schema: optional(drugClass), label: 'Drug class', reads: 'words', group: 'class' },
  },
})
export const sectionContent = section.content
export type SectionContent = z.infer<typeof sectionContent>

export const sectionKeyIn = (content: unknown) => fieldsOf<SectionContent>(content).key
