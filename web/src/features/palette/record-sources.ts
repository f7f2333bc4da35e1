import { perMl } from 'sync-protocol/records/amount-unit'
import { writtenDays } from 'sync-protocol/rules/search-words'
import { saidWeight } from 'sync-protocol/rules/dose'
import { askingRecord } from '../../data/drafts/asked-form.ts'
import type { SheetCard } from '../../data/lists/card-facts.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { paths, type Species } from '../../paths.ts'
import { doseText } from '../../records/dose-text.ts'
import { listText } from '../../records/list-text.ts'
import { pictureOf } from '../../records/patient.ts'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { newestFirst, type Source } from './find-records.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { paletteText as text } from './palette-text.ts'

type Lists = Readonly<
  Record<'sheets' | 'drugs' | 'fluids' | 'anesthesia_protocols' | 'emergency_protocols', readonly ListEntry[]>
>

type Shown = Omit<Source, 'entries'>
/** What was entered later than it was done is not far from the end. */
const LATEST_OF = 60
const HAS_DIGIT = /\d/

const isSpecies = (code: number | undefined): code is Species => code === 0 || code === 1
const speciesOf = ({ species }: ListEntry): Species[] => species.filter(isSpecies)
const speciesWords = (entry: ListEntry) => speciesOf(entry).map((code) => text.species[code])
const speciesToo = (entry: ListEntry) =>
  speciesOf(entry)
    .map((code) => text.speciesToo[code])
    .join(' ')

const weightOf = ({ weight, weight_units, estimated = false }: SheetCard) =>
  saidWeight(formatNumber(weight), weight_units, estimated)?.[0] ?? ''

type Marks = NonNullable<PaletteEntry['marks']>
const attention = (words: string) => [{ kind: 'attention' as const, text: words }]

/** What the list of saved sheets says of one. */
const marksOf = ({ flags = [], pending }: ListEntry): Marks => [
  ...(flags.includes('volume_differs') ? attention(text.volumesDiffer) : []),
  ...(flags.includes('dose_unexplained') ? attention(text.doseUnexplained) : []),
  ...(flags.includes('time_unconfirmed') ? attention(listText.timeUnconfirmed) : []),
  ...(pending ? attention(listText.pending) : []),
]

/** Saved sheets of all days and species. */
const patients: Shown = {
  group: 'patients',
  keyOf: ({ _id }) => `sheets/${_id}`,
  alsoOf: (entry) =>
    `${entry.patient_id ?? ''} ${entry.procedure ?? ''} ${speciesToo(entry)} ${writtenDays(entry.day)}`.toLowerCase(),
  entryOf(entry) {
    const { _id, name, day, procedure = '', patient_id = '', card } = entry
    const [code] = speciesOf(entry)
    return {
      key: `sheets/${_id}`,
      group: 'patients',
      name,
      about: text.about(
        formatDate(day),
        ...speciesWords(entry),
        card.sheet === undefined ? '' : weightOf(card.sheet),
        procedure,
        patient_id,
      ),
      picture: pictureOf(code ?? -1),
      marks: marksOf(entry),
      choose: ({ openSheet }) => openSheet(_id, name),
    }
  },
}

const LIBRARY = {
  drugs: paths.drugs,
  fluids: paths.drugs,
  anesthesia_protocols: paths.anesthesia,
  emergency_protocols: paths.emergency,
} as const

function libraryOf(
  collection: keyof typeof LIBRARY,
  group: 'drugs' | 'protocols',
  facts: (entry: ListEntry) => readonly string[],
  marks: (entry: ListEntry) => Marks = () => [],
): Shown & { byName: true } {
  const keyOf = ({ _id }: ListEntry) => `${collection}/${_id}`
  return {
    group,
    byName: true,
    keyOf,
    alsoOf: (entry) => `${facts(entry).join(' ')} ${speciesToo(entry)}`.toLowerCase(),
    entryOf: (entry) => ({
      key: keyOf(entry),
      group,
      name: entry.name,
      about: text.about(...facts(entry), speciesWords(entry).join(', ')),
      marks: marks(entry),
      choose({ go }) {
        const shown = speciesOf(entry)
        // The library that is open, where it is one of its own.
        const here = shown.find((code) => location.pathname === LIBRARY[collection](code))
        go(LIBRARY[collection](here ?? shown[0] ?? 0), askingRecord(collection, entry._id))
      },
    }),
  }
}

const drugs = libraryOf(
  'drugs',
  'drugs',
  ({ card: { drug } }) =>
    drug === undefined ? [] : [text.perMl(formatNumber(drug.concentration), perMl(drug)), drug.form],
  ({ card: { drug } }) =>
    drug?.controlled
      ? [
          {
            kind: 'controlled',
            text: drug.schedule === undefined ? doseText.controlled : doseText.scheduleShort(drug.schedule),
          },
        ]
      : [],
)
const fluids = libraryOf('fluids', 'drugs', ({ card: { rate } }) => [
  text.fluid,
  ...(rate === undefined ? [] : [text.perKg(formatNumber(rate))]),
])
const anesthesia = libraryOf('anesthesia_protocols', 'protocols', () => [text.anesthesia])
const emergency = libraryOf('emergency_protocols', 'protocols', () => [text.emergency])

const withoutDays: Shown = {
  ...patients,
  alsoOf: (entry) => `${entry.patient_id ?? ''} ${entry.procedure ?? ''} ${speciesToo(entry)}`.toLowerCase(),
}

/** The sheets that were saved last; the end of the list has them. */
export function latestSheets(sheets: readonly ListEntry[], count: number): PaletteEntry[] {
  const last = sheets.slice(-LATEST_OF).filter(({ voided }) => !voided)
  return last.sort(newestFirst).slice(0, count).map(patients.entryOf)
}

/** The lists that are searched for these words, each as the palette shows it. */
export const sourcesFor = (lists: Lists, words: readonly string[]): Source[] => [
  // The ways to write a day are many: they are made only where one may be sought.
  { ...(words.some((word) => HAS_DIGIT.test(word)) ? patients : withoutDays), entries: lists.sheets },
  { ...drugs, entries: lists.drugs },
  { ...fluids, entries: lists.fluids },
  { ...anesthesia, entries: lists.anesthesia_protocols },
  { ...emergency, entries: lists.emergency_protocols },
]

/** The records with these keys, as they stand now; none of what is gone or voided. */
export function recordsOf(lists: Lists, keys: readonly string[]): PaletteEntry[] {
  const ids = new Set(keys.map((key) => key.slice(key.indexOf('/') + 1)))
  const wanted = new Set(keys)
  return sourcesFor(lists, []).flatMap(({ entries, keyOf, entryOf }) =>
    entries
      .filter((entry) => ids.has(entry._id) && !entry.voided && wanted.has(keyOf(entry)))
      .map((entry) => entryOf(entry)),
  )
}
