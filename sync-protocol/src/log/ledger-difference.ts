import { patientIn } from '../records/draw.ts'
import type { Voided } from '../records/envelope.ts'
import type { Json } from '../records/json.ts'
import type { ContentOf } from '../records/kinds.ts'
import { fieldsOf, textIn, type Unchecked } from '../records/unchecked.ts'
import { numberText } from '../rules/number-input.ts'
import type { RecordDifference } from '../rules/ledger-records.ts'
import { shown } from './facts.ts'
import { differenceText as text, SPECIES } from './log-text.ts'

/** How a host names people and times. */
export interface Naming {
  nameOf(userId: string): string
  when(iso: string): string
}

const SHOWN_MAX = 80
const day = (value: Json | undefined) => shown(value).replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

/** 'Balance sheet of 11/20/2026 (Ketamine 100 mg/ml)' */
function nameOfFact(difference: Pick<RecordDifference, 'collection' | 'content'>): string {
  const { collection, content } = difference
  const fact = fieldsOf<ContentOf<'draws' | 'balances'>>(content)
  const drug = text.strength(textIn(fact.drug_name), shown(fact.drug_concentration))
  if (collection === 'draws') return text.draw(day(fact.day), drug, textIn(patientIn(content).patient_name))
  return text.balance(text.days(day(fact.date_start), day(fact.date_end)), drug)
}

/** 'closing', 'page 1, row 3, used' */
function labelOf([what = '', ...rest]: readonly string[]): string {
  if (what !== 'content') return text.fields[[what, ...rest].join('.')] ?? [what, ...rest].join(' ')
  const [first = '', page, row, ...cell] = rest
  if (first !== 'pages' || page === undefined) return text.fields[rest.join('.')] ?? rest.join(' ')
  const place = row === undefined ? text.page(Number(page) + 1) : text.row(Number(page) + 1, Number(row) + 1)
  const name = cell.join('.')
  return name === '' ? place : `${place}, ${text.fields[name] ?? name}`
}

function valueOf(value: Json | undefined, path: readonly string[], naming: Naming): string {
  const field = path.at(-1) ?? ''
  if (field === 'voided')
    return value === undefined ? text.notVoided : voidedText(fieldsOf<Voided>(value), naming)
  if (value === undefined || value === null) return text.nothing
  if (typeof value === 'number') {
    if (field === 'species') return SPECIES[value] ?? String(value)
    const unit = text.units[field]
    return unit === undefined ? numberText(value) : `${numberText(value)} ${unit}`
  }
  if (typeof value !== 'string') return cut(JSON.stringify(value))
  if (field === 'author' || (field === 'by' && path[0] === 'voided')) return naming.nameOf(value)
  if (field === 'at' || field === 'received_at') return naming.when(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : `'${cut(value)}'`
}

const cut = (words: string) => (words.length > SHOWN_MAX ? `${words.slice(0, SHOWN_MAX - 1)}…` : words)
const voidedText = ({ by, by_name, reason }: Unchecked<Voided>, { nameOf }: Naming) =>
  text.voided(textIn(by_name) || nameOf(textIn(by)), textIn(reason))

/** One difference in a sentence without its full stop, both values named, and the entry: draws may be alike. */
export function differenceWords(difference: RecordDifference, naming: Naming): string {
  const { kind, path, n } = difference
  const fact = nameOfFact(difference)
  if (kind === 'no_record') return text.noRecord(fact, n ?? 0)
  if (kind === 'no_entry') return text.noEntry(fact)
  const [ledger, record] = [difference.ledger, difference.record].map((value) => valueOf(value, path, naming))
  return text.differs(fact, labelOf(path), ledger ?? '', record ?? '', n)
}
