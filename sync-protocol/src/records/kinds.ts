import type * as z from 'zod/mini'
import { anesthesiaProtocolContent } from './anesthesia-protocol.ts'
import { attentionContent, type AttentionContent } from './attention.ts'
import { balanceContent } from './balance.ts'
import { conflictContent } from './conflict.ts'
import { draftContent } from './draft.ts'
import { drawContent } from './draw.ts'
import { drugContent } from './drug.ts'
import { emergencyProtocolContent } from './emergency-protocol.ts'
import type { Collection, Enveloped } from './envelope.ts'
import { fluidContent } from './fluid.ts'
import { injectionContent } from './injection.ts'
import type { JsonObject } from './json.ts'
import type { LookedAtContent } from './looked-at.ts'
import { procedureContent } from './procedure.ts'
import { sectionContent } from './section.ts'
import { sheetContent } from './sheet.ts'

export interface Kind {
  /** The number of today's content schema. */
  schema: number
  content: z.ZodMiniType
  /** `fact`: created once, then only voided. `server`: only the server makes it; people settle it. */
  sort: 'library' | 'fact' | 'draft' | 'server'
  /** Fields that change as one unit; a merge never splits a group (sync contract M1). */
  groups: Readonly<Record<string, readonly string[]>>
}

const all = {
  drugs: {
    schema: 1,
    content: drugContent,
    sort: 'library',
    groups: {
      dose: [
        'name',
        'concentration',
        'form',
        'controlled',
        'schedule',
        'species',
        'dosage',
        'dosage_from',
        'dosage_to',
        'range',
        'route',
      ],
      section: ['section_key'],
    },
  },
  fluids: {
    schema: 1,
    content: fluidContent,
    sort: 'library',
    groups: { dose: ['name', 'rate', 'species'] },
  },
  sections: {
    schema: 1,
    content: sectionContent,
    sort: 'library',
    groups: { titles: ['title_s', 'title_p'], class: ['drug_class'], key: ['key'] },
  },
  anesthesia_protocols: {
    schema: 1,
    content: anesthesiaProtocolContent,
    sort: 'library',
    groups: { name: ['name'], drugs: ['species', 'sections', 'fluids'] },
  },
  emergency_protocols: {
    schema: 1,
    content: emergencyProtocolContent,
    sort: 'library',
    groups: { name: ['name'], drugs: ['species', 'drugs'] },
  },
  injections: {
    schema: 1,
    content: injectionContent,
    sort: 'library',
    groups: { name: ['name', 'species'] },
  },
  procedures: {
    schema: 1,
    content: procedureContent,
    sort: 'library',
    groups: { name: ['name', 'species'], notes: ['notes'] },
  },
  sheets: { schema: 1, content: sheetContent, sort: 'fact', groups: {} },
  draws: { schema: 1, content: drawContent, sort: 'fact', groups: {} },
  balances: { schema: 1, content: balanceContent, sort: 'fact', groups: {} },
  drafts: {
    schema: 1,
    content: draftContent,
    sort: 'draft',
    groups: {
      kind: ['kind'],
      species: ['species'],
      patient: ['name', 'patient_id'],
      weight: ['weight', 'weight_units'],
      outcome: ['outcome'],
      procedure: ['procedure'],
      anesthesia: ['anesthesia_protocol'],
      emergency: ['emergency_protocol'],
      injections: ['injections'],
      saved: ['saved_as'],
      table: ['table'],
    },
  },
  conflicts: { schema: 1, content: conflictContent, sort: 'server', groups: {} },
  attention: { schema: 1, content: attentionContent, sort: 'server', groups: {} },
} satisfies Record<Collection, Kind>

/** Everything a clinic owns, said once. */
export const kinds: Readonly<Record<Collection, Kind>> = all

type Contents = Omit<{ [C in Collection]: z.infer<(typeof all)[C]['content']> }, 'attention'> & {
  attention: AttentionContent | LookedAtContent
}
/** What a record of a collection holds; of any collection, JSON that nobody has looked into. */
export type ContentOf<C extends Collection> = Collection extends C ? JsonObject : Contents[C]
/** A content as what it is: of a record that was stored, so that its kind's schema has passed it. */
export const contentIn = <C extends Collection>(_collection: C, content: JsonObject) =>
  content as unknown as ContentOf<C>
/** A record of a collection. */
export type RecordOf<C extends Collection> = Enveloped<ContentOf<C>>

/** The numeric type codes of the documented calls (`spec 2 §3`). */
export const TYPE_CODES: Readonly<Record<number, Collection>> = {
  0: 'drugs',
  1: 'anesthesia_protocols',
  2: 'emergency_protocols',
  3: 'injections',
  4: 'procedures',
  5: 'sheets',
  6: 'balances',
  7: 'fluids',
}
