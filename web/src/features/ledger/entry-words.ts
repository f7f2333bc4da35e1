import { SPECIES } from 'sync-protocol/log/log-text'
import { formatDate, formatDateTime, formatNumber } from '../../ui/format.ts'
import { fieldsOf, type Fields } from './entry-fields.ts'
import { ledgerText as text } from './ledger-text.ts'

const said = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): string => (typeof value === 'number' ? formatNumber(value) : '?')
const day = (value: unknown): string =>
  /^\d{4}-\d\d-\d\d$/.test(said(value)) ? formatDate(said(value)) : '?'

function drawWords(content: Fields): string {
  const patient = fieldsOf(content['sheet_data'])
  const species = SPECIES[typeof patient['species'] === 'number' ? patient['species'] : -1]
  return text.draw({
    volume: number(content['drug_volume']),
    drug: said(content['drug_name']),
    strength: number(content['drug_concentration']),
    patient: said(patient['patient_name']),
    more: [
      said(patient['patient_id']) && text.patientId(said(patient['patient_id'])),
      species,
      said(patient['reason']),
    ]
      .filter(Boolean)
      .join(', '),
    day: day(content['day']),
  })
}

function balanceWords(content: Fields): string {
  const closing = fieldsOf(content['closing'])
  const pages: unknown = content['pages']
  return text.balance({
    combined: content['combined'] === true,
    drug: said(content['drug_name']),
    strength: number(content['drug_concentration']),
    from: day(content['date_start']),
    to: day(content['date_end']),
    container: number(content['container_size']),
    pages: Array.isArray(pages) ? pages.length : 0,
    ...('balance' in closing
      ? { closing: number(closing['balance']), bottle: said(closing['bottle_number']) }
      : {}),
  })
}

function restoreWords(content: Fields, timeZone: string): string {
  const backup = said(content['backup_at'])
  const lost: unknown = content['lost']
  return text.restored({
    backup: Number.isNaN(Date.parse(backup)) ? '?' : formatDateTime(backup, timeZone),
    after: number(fieldsOf(content['continues'])['n']),
    lost: Array.isArray(lost) ? lost.map((head) => number(fieldsOf(head)['n'])) : null,
  })
}

/** What an entry did, in a sentence; `fact` is what the fact that it voids was called. */
export function entryWords(entry: Fields, fact: string | undefined, timeZone: string): string {
  const { collection } = fieldsOf(entry['record'])
  const content = fieldsOf(entry['content'])
  if (entry['op'] === 'restore' && collection === undefined) return restoreWords(content, timeZone)
  if (entry['op'] === 'void')
    return text.voided(fact ?? text.something(said(collection)), said(fieldsOf(content['voided'])['reason']))
  if (entry['op'] === 'create' && collection === 'draws') return drawWords(content)
  if (entry['op'] === 'create' && collection === 'balances') return balanceWords(content)
  return text.other(said(entry['op']), said(collection))
}
