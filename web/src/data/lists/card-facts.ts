import { keptUnit } from 'sync-protocol/records/amount-unit'
import { contentIn, kinds } from 'sync-protocol/records/kinds'
import { withoutRows, type RowlessBalance } from 'sync-protocol/rules/balance-facts'
import { COLLECTIONS, type Collection } from 'sync-protocol/records/envelope'
import type { DrugContent } from 'sync-protocol/records/drug'
import type { JsonObject } from 'sync-protocol/records/json'
import { cutText } from 'sync-protocol/rules/cut-text'
import { reviewDueOn } from 'sync-protocol/rules/review-due'
import { WEIGHT_UNITS, type SheetContent } from 'sync-protocol/records/sheet'
import { fieldsOf, textIn } from 'sync-protocol/records/unchecked'
import { typedText } from 'sync-protocol/rules/plain-fields'
import { drawCard, type DrawCard } from './draw-card.ts'

/**
 * mg/ml and mg/kg, or `amount_unit` in place of mg; each pair for [canine, feline]. The limits are what copies are compared with,
 * those of infusions are the calculator's; `reverses` and its reference are for the reversals of a sheet.
 */
export type DrugFacts = Pick<
  DrugContent,
  | 'concentration'
  | 'amount_unit'
  | 'dosage'
  | 'dosage_from'
  | 'dosage_to'
  | 'route'
  | 'form'
  | 'controlled'
  | 'schedule'
  | 'limits'
  | 'infusion_limits'
  | 'reverses'
  | 'reference'
> & {
  /** From when its dosages are to be looked at again, YYYY-MM-DD; absent where nobody reviewed them. */
  review_due?: string
}

/** Of a balance sheet, everything but its rows: mg/ml, ml and the clinic's local days. */
export type BalanceCard = Omit<RowlessBalance, 'drug_name'>

/** Of a saved sheet: what the patient weighed, as it was entered, and the name of its anesthesia protocol. */
export type SheetCard = Pick<SheetContent, 'weight' | 'weight_units' | 'estimated'> & { protocol: string }

/** The little of a record's content that its card shows, so that a list of 10,000 stays light. */
export interface CardFacts {
  /** What a card shows of its texts, each cut, its numbers and its days, as they are typed; absent when there are none. */
  texts?: Readonly<Record<string, string>>
  drug?: DrugFacts
  /** Of a fluid, in ml/kg. */
  rate?: number
  /** Of a protocol: the names of its drugs in order, shortened. */
  drugs?: string
  draw?: DrawCard
  sheet?: SheetCard
  balance?: BalanceCard
}

const NOTES_SHOWN = 50

/** At most 50 characters and an ellipsis (`spec 2 §2`); the two halves of one character are never parted. */
export const shortNotes = (notes: string): string =>
  notes.length > NOTES_SHOWN ? `${cutText(notes, NOTES_SHOWN)}…` : notes

function drugFacts(content: JsonObject): CardFacts {
  const of = contentIn('drugs', content)
  const { concentration, dosage, dosage_from, dosage_to, route, form, controlled, schedule } = of
  const { limits, infusion_limits, reverses, reference } = of
  const review_due = reviewDueOn(of)
  const drug = { concentration, ...keptUnit(of), dosage, dosage_from, dosage_to, route, form, controlled }
  const maybe = {
    ...(schedule !== undefined && { schedule }),
    ...(limits !== undefined && { limits }),
    ...(infusion_limits !== undefined && { infusion_limits }),
    ...(review_due !== undefined && { review_due }),
    ...(reverses !== undefined && { reverses, ...(reference !== undefined && { reference }) }),
  }
  return { drug: { ...drug, ...maybe } }
}

/** Nothing of a sheet that a later release would save otherwise. */
function sheetCard(content: JsonObject): CardFacts {
  const { weight, weight_units, estimated, anesthesia_protocol } = fieldsOf<SheetContent>(content)
  const units = WEIGHT_UNITS.find((unit) => unit === weight_units)
  if (typeof weight !== 'number' || units === undefined) return {}
  const protocol = textIn(fieldsOf<SheetContent['anesthesia_protocol']>(anesthesia_protocol).name)
  return {
    sheet: { weight, weight_units: units, ...(estimated === true && { estimated: true }), protocol },
  }
}

const DRUGS_SHOWN = 6

/** The first names, and how many more there are. */
export function shortNames(names: readonly string[]): string {
  const more = names.length - DRUGS_SHOWN
  return more <= 0 ? names.join(', ') : `${names.slice(0, DRUGS_SHOWN).join(', ')} + ${more}`
}

function balanceCard(content: JsonObject): BalanceCard {
  const { drug_name: _name, ...card } = withoutRows(contentIn('balances', content))
  return card
}

const namesOf = (drugs: readonly { name: string }[]) => drugs.map(({ name }) => name)

const cardFields = (collection: Collection): string[] =>
  Object.entries(kinds[collection].fields).flatMap(([name, { card }]) => (card === undefined ? [] : [name]))
const CARD_FIELDS = new Map(COLLECTIONS.map((collection) => [collection, cardFields(collection)]))

function cardTexts(collection: Collection, content: JsonObject): CardFacts {
  const texts = (CARD_FIELDS.get(collection) ?? []).flatMap((field) => {
    const text = typedText(content[field]).trim()
    return text === '' ? [] : [[field, shortNotes(text)] as const]
  })
  return texts.length === 0 ? {} : { texts: Object.fromEntries(texts) }
}

const factsOf: Partial<Record<Collection, (content: JsonObject) => CardFacts>> = {
  drugs: drugFacts,
  draws: (content) => ({ draw: drawCard(content) }),
  anesthesia_protocols: (content) => {
    const { sections } = contentIn('anesthesia_protocols', content)
    return { drugs: shortNames(sections.flatMap(({ drugs }) => namesOf(drugs))) }
  },
  emergency_protocols: (content) => ({
    drugs: shortNames(namesOf(contentIn('emergency_protocols', content).drugs)),
  }),
  balances: (content) => ({ balance: balanceCard(content) }),
  sheets: sheetCard,
  fluids: ({ rate }) => (typeof rate === 'number' ? { rate } : {}),
}

export const cardFacts = (collection: Collection, content: JsonObject): CardFacts => ({
  ...factsOf[collection]?.(content),
  ...cardTexts(collection, content),
})
