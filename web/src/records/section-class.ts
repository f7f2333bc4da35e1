import type { DrugClass } from 'sync-protocol/records/fields'

/** The class of a section, 'none' where it has none; undefined while nobody knows yet. */
export type SectionClass = DrugClass | 'none'

/** Of the section with this key, among those that have a class; `classes` is undefined until they are read. */
export const sectionClass = (
  classes: ReadonlyMap<number, DrugClass> | undefined,
  key: number | undefined,
): SectionClass | undefined => classes && ((key === undefined ? undefined : classes.get(key)) ?? 'none')
