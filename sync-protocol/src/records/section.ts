import * as z from 'zod'
import { drugClass, name } from './fields.ts'

const TITLES = 'Please make sure all sections have singular and plural titles.'
const title = (label: string) => name(label, { empty: TITLES })

/** A drug section; `key` comes from the organization's `next_key`, by blocks of 100 to each device (`spec 1 §3`). */
export const sectionContent = z.strictObject({
  key: z.int().nonnegative(),
  title_s: title('Singular title'),
  title_p: title('Plural title'),
  drug_class: drugClass.optional(),
})
export type SectionContent = z.infer<typeof sectionContent>
