import type { DrugClass } from '../records/fields.ts'
import { SECTION_LABELS, TITLES_MISSING, type SectionContent } from '../records/section.ts'
import { nameMessage } from './typed-name.ts'

/** A drug section as it is typed, JSON; it has its key from when it is saved first. */
export type SectionForm = {
  title_s: string
  title_p: string
  drug_class: DrugClass | null
}
export interface SectionProblem {
  /** Place of the section among those checked. */
  index: number
  field: 'title_s' | 'title_p'
  message: string
}

const FIELDS = ['title_s', 'title_p'] as const

/** The first section with a title missing, else the first with one that cannot be kept (`spec 1 §5`, Q-123); or null. */
export function checkSections(sections: readonly SectionForm[]): SectionProblem | null {
  const titles = sections.flatMap((section, index) =>
    FIELDS.map((field) => ({ index, field, typed: section[field] })),
  )
  const missing = titles.find(({ typed }) => typed.trim() === '')
  if (missing) return { index: missing.index, field: missing.field, message: TITLES_MISSING }
  for (const { index, field, typed } of titles) {
    const message = nameMessage(typed, SECTION_LABELS[field])
    if (message !== null) return { index, field, message }
  }
  return null
}

export const formOfSection = ({ title_s, title_p, drug_class }: SectionContent): SectionForm => ({
  title_s,
  title_p,
  drug_class: drug_class ?? null,
})

/** The section that a typed one is saved as, under its key. */
export const sectionOfForm = (form: SectionForm, key: number): SectionContent => ({
  key,
  title_s: form.title_s.trim(),
  title_p: form.title_p.trim(),
  ...(form.drug_class !== null && { drug_class: form.drug_class }),
})
