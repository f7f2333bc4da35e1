import { unitFor } from '../records/amount-unit.ts'
import type { ProtocolSection } from '../records/anesthesia-protocol.ts'
import type { CodeEventContent, CodePatient } from '../records/code-event.ts'
import { dayStatus, type DayRowContent } from '../records/day-row.ts'
import { patientIn } from '../records/draw.ts'
import { copiedUsual, USUAL_LABEL, type DoseLimits } from '../records/drug.ts'
import type { SheetCheck } from '../records/double-check.ts'
import type { Collection } from '../records/envelope.ts'
import { EMERGENCY_SECTION, UNSET_SECTION } from '../records/fields.ts'
import { infusionLimits } from '../records/infusion-limits.ts'
import type { Json, JsonObject } from '../records/json.ts'
import type { Field, Kind } from '../records/kind.ts'
import { kinds, type ContentOf } from '../records/kinds.ts'
import { lifted } from '../records/lift.ts'
import type { Reversal } from '../records/reversal.ts'
import { procedureIn, type SheetContent } from '../records/sheet.ts'
import { fieldsOf, listIn, textIn } from '../records/unchecked.ts'
import { aboutWeight } from '../rules/dose.ts'
import { DAY_STATUS_WORDS } from '../rules/day-status.ts'
import { limitsWords } from '../rules/dose-limits.ts'
import { infusionLimitsWords } from '../rules/infusion-limits.ts'
import { reversalWords } from '../rules/reversal-form.ts'
import { numberText } from '../rules/number-input.ts'
import {
  EMERGENCY_SECTION_TITLE,
  factText as text,
  logText,
  SPECIES,
  UNSET_SECTION_TITLE,
} from './log-text.ts'

/** One thing that a record says, ready to be read: 'concentration', '100', 'mg/ml'. An absent one is no fact. */
export interface Fact {
  /** The part of the record that it is about, such as one drug of a protocol; empty for the record itself. */
  item: string
  label: string
  value: string
  unit: string
  /** Understood without its label. */
  bare: boolean
}

/** The plural title of a drug section of the organization, or undefined when there is none. */
export type SectionTitle = (key: number) => string | undefined

const NOTES_SHOWN = 60
const UNUSED = -1
/** A copy in a protocol stands in a section of that protocol, and keeps the dosage that the library had. */
const { section_key: _section, ...ownFields } = kinds.drugs.fields
const usual: Field = {
  schema: copiedUsual,
  label: USUAL_LABEL,
  reads: 'number',
  unit: 'mg/kg',
  group: 'drugs',
}
const copyFields: Kind['fields'] = { ...ownFields, usual }
const noTitles: SectionTitle = () => undefined

/** 'Usual range' is "usual range". */
export const withinSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)

/** A number without an exponent; what is no number is what a person sees of it. */
export function shown(value: Json | undefined): string {
  if (typeof value === 'number') return numberText(value)
  return typeof value === 'string' ? value : '?'
}

export function sectionName(key: Json | undefined, titleOf: SectionTitle): string {
  if (key === EMERGENCY_SECTION) return logText.quoted(EMERGENCY_SECTION_TITLE)
  const title = typeof key === 'number' && key !== UNSET_SECTION ? titleOf(key) : undefined
  return logText.quoted(title ?? UNSET_SECTION_TITLE)
}

function speciesName(value: Json | undefined): string {
  const codes = Array.isArray(value) ? value : [value]
  if (codes.includes(0) && codes.includes(1)) return text.both
  const [code] = codes
  return typeof code === 'number' ? (SPECIES[code] ?? '') : ''
}

/** US order, as everywhere in the product. */
const dayText = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

type Said = [label: string, value: string, unit?: string, bare?: true]
const bare = (label: string, value: string): Said => [label, value, '', true]

/** A field in words; a pair has one for each species that the record is for. */
function perSpecies(
  content: JsonObject,
  field: string,
  label: string,
  unit: string,
  say: (half: Json) => string = shown,
): Said[] {
  const value = content[field]
  if (!Array.isArray(value)) return value === undefined || value === UNUSED ? [] : [[label, say(value), unit]]
  const { species } = fieldsOf<ContentOf<'drugs'>>(content)
  const used = Array.isArray(species) ? species : [0, 1]
  const said: Said[] = []
  for (const [code, half] of value.entries()) {
    if (half === UNUSED || half === null || !used.includes(code)) continue
    said.push([text.per(SPECIES[code] ?? '', label), say(half), unit])
  }
  return said
}

function limitsSaid(half: Json, drug: JsonObject): string {
  const { min, max, cap_mg, never } = fieldsOf<DoseLimits>(half)
  const number = (value: Json | undefined) => (typeof value === 'number' ? value : undefined)
  const said = { min: number(min), max: number(max), cap_mg: number(cap_mg) }
  return limitsWords({ ...said, never: typeof never === 'string' ? never : undefined }, drug)
}

function infusionSaid(half: Json): string {
  const known = infusionLimits.safeParse(half)
  return known.success && known.data !== null ? infusionLimitsWords(known.data) : shown(half)
}

function fieldFacts(fields: Kind['fields'], content: JsonObject, titleOf: SectionTitle): Said[] {
  return Object.entries(fields).flatMap(([field, { label: name, reads, unit = '' }]): Said[] => {
    const value = content[field]
    const label = withinSentence(name)
    // A conflict says null for what is absent.
    if (reads === undefined || value === undefined || value === null) return []
    if (reads === 'species') return [bare(label, speciesName(value))]
    if (reads === 'section') return [[label, sectionName(value, titleOf)]]
    if (reads === 'quoted') return [[label, quotedOr(shortened(textIn(value)), '')]]
    if (reads === 'number' || reads === 'words')
      return perSpecies(content, field, label, unitFor(content, unit))
    if (reads === 'day') return [[label, dayText(textIn(value))]]
    if (reads === 'limits') return perSpecies(content, field, label, '', (half) => limitsSaid(half, content))
    if (reads === 'infusion') return perSpecies(content, field, label, '', infusionSaid)
    return [bare(label, typeof value === 'boolean' ? reads[value ? 1 : 0] : '')]
  })
}

function own(said: readonly Said[], item = ''): Fact[] {
  const facts: Fact[] = []
  for (const [label, value, unit = '', isBare = false] of said)
    if (value !== '') facts.push({ item, label, value, unit, bare: isBare })
  return facts
}

/** The drugs of a list, each told from another of the same name. */
function drugItems(drugs: Json | undefined, place: string): Fact[] {
  const seen = new Map<string, number>()
  return listIn(drugs).flatMap((each) => {
    const drug = fieldsOf<ContentOf<'drugs'>>(each)
    const name = logText.quoted(textIn(drug.name))
    const item = place === '' ? name : text.inSection(name, place)
    const times = (seen.get(item) ?? 0) + 1
    seen.set(item, times)
    return own(fieldFacts(copyFields, drug, noTitles), times === 1 ? item : `${item} #${times}`)
  })
}

const fluidItems = (fluids: Json | undefined): Fact[] =>
  listIn(fluids).flatMap((each) => {
    const fluid = fieldsOf<ContentOf<'fluids'>>(each)
    return own(fieldFacts(kinds.fluids.fields, fluid, noTitles), logText.quoted(textIn(fluid.name)))
  })

const shortened = (words: string) =>
  words.length > NOTES_SHOWN ? `${words.slice(0, NOTES_SHOWN - 1)}…` : words
const quotedOr = (words: string, none: string) => (words === '' ? none : logText.quoted(words))

function sheetFacts(content: JsonObject): Said[] {
  const sheet = fieldsOf<SheetContent>(content)
  const [anesthesia = '', emergency = ''] = [sheet.anesthesia_protocol, sheet.emergency_protocol].map(
    (protocol) => textIn(fieldsOf<SheetContent['anesthesia_protocol']>(protocol).name),
  )
  const injections = listIn(sheet.injections).map((name) => logText.quoted(shown(name)))
  const outcome = textIn(sheet.outcome)
  const checker = textIn(fieldsOf<SheetCheck>(sheet.check).name)
  const id = textIn(sheet.patient_id)
  const weight = `${shown(sheet.weight)} ${textIn(sheet.weight_units)}`
  return [
    bare('', speciesName(sheet.species)),
    bare('', id === '' ? '' : text.patientId(id)),
    bare('', sheet.estimated === true ? aboutWeight(weight) : weight),
    bare('', checker === '' ? '' : text.checkedBy(checker)),
    bare('', quotedOr(procedureIn(content), '')),
    bare('', quotedOr(anesthesia, '')),
    bare('', emergency === '' ? '' : text.emergency(logText.quoted(emergency))),
    bare('', injections.length === 0 ? '' : text.injections(injections.join(', '))),
    bare('', outcome === '' || outcome === 'N/A' ? '' : text.outcome(outcome)),
  ]
}

function drawFacts(content: JsonObject): Said[] {
  const { patient_id, reason, species } = patientIn(content)
  const id = textIn(patient_id)
  return [
    bare('', speciesName(species)),
    bare('', id === '' ? '' : text.patientId(id)),
    bare('', quotedOr(textIn(reason), '')),
  ]
}

function balanceFacts(content: JsonObject): Said[] {
  const { date_start, date_end, container_size, closing } = fieldsOf<ContentOf<'balances'>>(content)
  const { balance } = fieldsOf<ContentOf<'balances'>['closing']>(closing)
  return [
    bare('', text.days(dayText(textIn(date_start)), dayText(textIn(date_end)))),
    bare('', text.container(shown(container_size))),
    bare('', balance === undefined ? '' : text.closing(shown(balance))),
  ]
}

/** A weight stands with its unit, and a status in its own words. */
function dayRowFacts(content: JsonObject): Said[] {
  const { weight, weight_units, estimated, status } = fieldsOf<DayRowContent>(content)
  // A conflict says null for what is absent.
  const isWeighed = weight !== undefined && weight !== null
  const weighed = isWeighed ? `${shown(weight)} ${textIn(weight_units)}` : ''
  const known = dayStatus.safeParse(status)
  return [
    [text.weight, weighed !== '' && estimated === true ? aboutWeight(weighed) : weighed],
    [text.status, known.success ? DAY_STATUS_WORDS[known.data] : textIn(status)],
  ]
}

function codeEventFacts(content: JsonObject): Said[] {
  const { detail, patient } = fieldsOf<CodeEventContent>(content)
  const { name, species, weight, weight_units, estimated } = fieldsOf<CodePatient>(patient)
  const weighed = weight === undefined ? '' : `${shown(weight)} ${textIn(weight_units)}`
  return [
    bare('', textIn(detail)),
    bare('', quotedOr(textIn(name), '')),
    bare('', speciesName(species)),
    bare('', weighed !== '' && estimated === true ? aboutWeight(weighed) : weighed),
  ]
}

/** What a drug reverses, each with what is given for it. */
const reversalItems = (drug: JsonObject): Fact[] =>
  listIn(fieldsOf<ContentOf<'drugs'>>(drug).reverses).flatMap((each) => {
    const { name, species, rule, value, route, note } = fieldsOf<Reversal>(each)
    const reversed = text.per(SPECIES[species === 1 ? 1 : 0], text.reversalOf(logText.quoted(textIn(name))))
    const row = { rule: textIn(rule), value: shown(value), route: textIn(route), note: textIn(note) }
    return own([bare('', reversalWords(row, drug))], reversed)
  })

/** What stands in a record beside its fields: what a drug reverses, the drugs and fluids of a protocol, and all that a fact says. */
const itemsOf: Partial<Record<Collection, (content: JsonObject) => Fact[]>> = {
  drugs: reversalItems,
  anesthesia_protocols: (content) => {
    const { sections, fluids } = fieldsOf<ContentOf<'anesthesia_protocols'>>(content)
    const inSections = listIn(sections).flatMap((each) => {
      const { title_p, drugs } = fieldsOf<ProtocolSection>(each)
      return drugItems(drugs, textIn(title_p))
    })
    return [...inSections, ...fluidItems(fluids)]
  },
  emergency_protocols: (content) => drugItems(fieldsOf<ContentOf<'emergency_protocols'>>(content).drugs, ''),
  sheets: (content) => own(sheetFacts(content)),
  draws: (content) => own(drawFacts(content)),
  balances: (content) => own(balanceFacts(content)),
  day_rows: (content) => own(dayRowFacts(content)),
  code_events: (content) => own(codeEventFacts(content)),
}

/** What a record says besides its name, in the order in which it is read. */
export const factsOf = (collection: Collection, content: JsonObject, titleOf: SectionTitle): Fact[] => [
  ...own(fieldFacts(kinds[collection].fields, lifted(collection, content), titleOf)),
  ...(itemsOf[collection]?.(content) ?? []),
]
