import { SPECIES } from 'sync-protocol/log/log-text'
import { patientIn } from 'sync-protocol/records/draw'
import type { Json } from 'sync-protocol/records/json'
import type { ContentOf } from 'sync-protocol/records/kinds'
import {
  voidingIn,
  type EpochHead,
  type LedgerEntry,
  type LedgerFactEntry,
  type RestoreContent,
} from 'sync-protocol/records/ledger-entry'
import type { Voided } from 'sync-protocol/records/envelope'
import { fieldsOf, listIn, textIn, type Unchecked } from 'sync-protocol/records/unchecked'
import { formatDate, formatDateTime, formatNumber } from '../../ui/format.ts'
import { ledgerText as text } from './ledger-text.ts'

const number = (value: Json | undefined): string => (typeof value === 'number' ? formatNumber(value) : '?')
const day = (value: Json | undefined): string =>
  /^\d{4}-\d\d-\d\d$/.test(textIn(value)) ? formatDate(textIn(value)) : '?'

function drawn(content: Json | undefined) {
  const draw = fieldsOf<ContentOf<'draws'>>(content)
  const { patient_name, patient_id, reason, species } = patientIn(content)
  return {
    volume: number(draw.drug_volume),
    drug: textIn(draw.drug_name),
    strength: number(draw.drug_concentration),
    patient: textIn(patient_name),
    id: textIn(patient_id),
    species: SPECIES[typeof species === 'number' ? species : -1] ?? '',
    reason: textIn(reason),
    day: day(draw.day),
  }
}

function drawWords(content: Json | undefined): string {
  const { id, species, reason, ...draw } = drawn(content)
  const more = [id && text.patientId(id), species, reason].filter(Boolean).join(', ')
  return text.draw({ ...draw, more })
}

function balanced(content: Json | undefined) {
  const sheet = fieldsOf<ContentOf<'balances'>>(content)
  const closing = fieldsOf<ContentOf<'balances'>['closing']>(sheet.closing)
  return {
    combined: sheet.combined === true,
    drug: textIn(sheet.drug_name),
    strength: number(sheet.drug_concentration),
    from: day(sheet.date_start),
    to: day(sheet.date_end),
    container: number(sheet.container_size),
    pages: listIn(sheet.pages).length,
    ...('balance' in closing
      ? { closing: number(closing.balance), bottle: textIn(closing.bottle_number) }
      : {}),
  }
}

/** An entry in the columns of the list. */
export interface EntryParts {
  /** In ml; '' where nothing was drawn. */
  volume: string
  drug: string
  /** In mg/ml. */
  strength: string
  facts: string[]
}

/** What was stored, for the columns of the list; null of what only a sentence tells. `made` is the day of the entry. */
export function entryParts({ op, record, content }: Unchecked<LedgerEntry>, made: string): EntryParts | null {
  const { collection } = fieldsOf<LedgerFactEntry['record']>(record)
  if (op !== 'create') return null
  if (collection === 'draws') {
    const { volume, drug, strength, patient, id, species, reason, day: of } = drawn(content)
    const facts = [patient, id, species, reason, of === made ? '' : of].filter(Boolean)
    return { volume, drug, strength, facts }
  }
  if (collection !== 'balances') return null
  const { drug, strength, ...sheet } = balanced(content)
  return { volume: '', drug, strength, facts: text.balanceFacts(sheet) }
}

function restoreWords(content: Json | undefined, timeZone: string): string {
  const { backup_at, continues, lost } = fieldsOf<RestoreContent>(content)
  const entryOf = (head: Json | undefined) => number(fieldsOf<EpochHead>(head).n)
  return text.restored({
    backup: Number.isNaN(Date.parse(textIn(backup_at))) ? '?' : formatDateTime(textIn(backup_at), timeZone),
    after: entryOf(continues),
    lost: Array.isArray(lost) ? lost.map(entryOf) : null,
  })
}

/** What an entry did, in a sentence; `fact` is what the fact that it voids was called. */
export function entryWords(
  { op, record, content }: Unchecked<LedgerEntry>,
  fact: string | undefined,
  timeZone: string,
): string {
  const { collection } = fieldsOf<LedgerFactEntry['record']>(record)
  if (op === 'restore' && collection === undefined) return restoreWords(content, timeZone)
  if (op === 'void') {
    const { reason } = fieldsOf<Voided>(voidingIn(content))
    return text.voided(fact ?? text.something(textIn(collection)), textIn(reason))
  }
  if (op === 'create' && collection === 'draws') return drawWords(content)
  if (op === 'create' && collection === 'balances') return text.balance(balanced(content))
  return text.other(textIn(op), textIn(collection))
}
