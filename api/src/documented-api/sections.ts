import { contentIn } from 'sync-protocol/records/kinds'
import { EMERGENCY_SECTION, UNSET_SECTION } from 'sync-protocol/records/fields'
import type { SyncRecord } from 'sync-protocol/records/envelope'

export interface Section {
  key: number
  title_s: string
  title_p: string
}

/** The two that always exist (`spec 1 §3`), in the order in which the documented clients expect them first (`spec 2 §3`). */
export const SPECIAL_SECTIONS: readonly Section[] = [
  { key: EMERGENCY_SECTION, title_s: 'Emergency Medication', title_p: 'Emergency Medications' },
  { key: UNSET_SECTION, title_s: 'Unset Medication', title_p: 'Unset Medications' },
]

const contentOf = ({ content }: SyncRecord) => contentIn('sections', content ?? {})

/** An organization's sections, by key, without the special ones. */
export function liveSections(records: readonly SyncRecord[]): Section[] {
  return records
    .map(contentOf)
    .map(({ key, title_s, title_p }) => ({ key, title_s, title_p }))
    .toSorted((a, b) => a.key - b.key)
}

/** What `section_name` is called in: the plural title in lower case; `unset medications` where the key no longer lives. */
export class SectionNames {
  private readonly names: ReadonlyMap<number, string>

  constructor(sections: readonly Section[]) {
    this.names = new Map(
      [...sections, ...SPECIAL_SECTIONS].map(({ key, title_p }) => [key, title_p.toLowerCase()]),
    )
  }

  /** Key and name as they are derived: a drug of a section that is gone is unset. */
  of(key: number): { section_key: number; section_name: string } {
    const name = this.names.get(key)
    if (name !== undefined) return { section_key: key, section_name: name }
    return { section_key: UNSET_SECTION, section_name: this.names.get(UNSET_SECTION) ?? '' }
  }

  /** The keys that a path or a body means by a key or by a name; undefined when no section is called so. */
  named(word: string): number[] | undefined {
    const wanted = word.trim().toLowerCase()
    const byKey = /^-?\d{1,10}$/.test(wanted) ? Number(wanted) : undefined
    const keys = [...this.names].flatMap(([key, name]) => (key === byKey || name === wanted ? [key] : []))
    return keys.length > 0 ? keys : undefined
  }

  /** Is a drug with this key in one of these sections? */
  holds(keys: readonly number[]): (key: number | undefined) => boolean {
    const wanted = new Set(keys)
    return (key) => wanted.has(this.of(key ?? UNSET_SECTION).section_key)
  }
}
