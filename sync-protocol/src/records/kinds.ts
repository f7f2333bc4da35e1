import type * as z from 'zod/mini'
import { anesthesiaProtocol } from './anesthesia-protocol.ts'
import { attention, type AttentionContent } from './attention.ts'
import { balance } from './balance.ts'
import { codeEvent } from './code-event.ts'
import { conflict } from './conflict.ts'
import { dayRow } from './day-row.ts'
import { draft } from './draft.ts'
import { draw } from './draw.ts'
import { drug } from './drug.ts'
import { emergencyProtocol } from './emergency-protocol.ts'
import { COLLECTIONS, type Collection, type Enveloped } from './envelope.ts'
import { fluid } from './fluid.ts'
import { injection } from './injection.ts'
import type { JsonObject } from './json.ts'
import type { Kind } from './kind.ts'
import type { LookedAtContent } from './looked-at.ts'
import { policies } from './policies.ts'
import { procedure } from './procedure.ts'
import { section } from './section.ts'
import { sheet } from './sheet.ts'
import { textIn } from './unchecked.ts'

const all = {
  drugs: drug,
  fluids: fluid,
  sections: section,
  anesthesia_protocols: anesthesiaProtocol,
  emergency_protocols: emergencyProtocol,
  injections: injection,
  procedures: procedure,
  sheets: sheet,
  draws: draw,
  balances: balance,
  drafts: draft,
  conflicts: conflict,
  attention,
  policies,
  code_events: codeEvent,
  day_rows: dayRow,
} satisfies Record<Collection, Kind>

/** Everything a clinic owns, each kind said in its own file. */
export const kinds: Readonly<Record<Collection, Kind>> = all

type Contents = Omit<{ [C in Collection]: z.infer<(typeof all)[C]['content']> }, 'attention'> & {
  attention: AttentionContent | LookedAtContent
}
/** What any record may hold. */
export type AnyContent = Contents[Collection]
/** What a record of a collection holds; of any collection, JSON that nobody has looked into. */
export type ContentOf<C extends Collection> = Collection extends C ? JsonObject : Contents[C]
/** A content as what it is: of a record that was stored, so that its kind's schema has passed it. */
export const contentIn = <C extends Collection>(_collection: C, content: JsonObject) =>
  content as unknown as ContentOf<C>
/** A record of a collection. */
export type RecordOf<C extends Collection> = Enveloped<ContentOf<C>>

/** The bare name of a record, what its list shows as its title; '' for one without. */
export const nameIn = (collection: Collection, content: JsonObject | null | undefined): string =>
  textIn(content?.[kinds[collection].title])

/** The numeric type codes of the documented calls (`spec 2 §3`). */
export const TYPE_CODES: Readonly<Record<number, Collection>> = Object.fromEntries(
  COLLECTIONS.flatMap((collection) => {
    const { type } = kinds[collection]
    return type === undefined ? [] : [[type, collection]]
  }),
)

/** What the first half of an action's name is about: `drug` in `drug.create`. */
export const SUBJECTS: ReadonlyMap<string, Collection> = new Map(
  COLLECTIONS.flatMap((collection) =>
    kinds[collection].subjects.map((subject) => [subject, collection] as const),
  ),
)
