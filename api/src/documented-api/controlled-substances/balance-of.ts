import { BALANCE_PAGES_MAX, type BalanceContent } from 'sync-protocol/records/balance'
import { day } from 'sync-protocol/records/fields'
import { messages } from 'sync-protocol/records/messages'
import { volumeMessage } from 'sync-protocol/rules/balance-forms'
import { pagesOf } from 'sync-protocol/rules/balance-pages'
import { bottleAfter } from 'sync-protocol/rules/bottle-state'
import { mlOf } from 'sync-protocol/rules/ledger-volume'
import { numberText } from 'sync-protocol/rules/number-input'
import { quantityMessage, readQuantity } from 'sync-protocol/rules/typed-quantity'
import { callText } from '../call-text.ts'
import type { SentBalance } from './balance-payload.ts'
import { refuse, rowsOf, sentVolume } from './sent-rows.ts'

/** A number as a form would have it typed; what is none stays none. */
const typed = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : Number.isFinite(value) ? numberText(value) : 'none'

function concentrationOf({ drug_concentration }: SentBalance): number {
  const read = readQuantity(typed(drug_concentration), 'Drug concentration')
  if (read.fault === null) return read.value
  const message = quantityMessage(typed(drug_concentration), 'Drug concentration')
  throw refuse(message ?? messages.invalid('Drug concentration'), 'drug_concentration')
}

function containerOf({ container_size }: SentBalance): number {
  const message = volumeMessage(typed(container_size), {
    empty: 'Please enter the container volume.',
    label: 'Container volume',
    tooLarge: 'Your container volume is too large! Are you sure you entered it correctly?',
  })
  if (message !== null) throw refuse(message, 'container_size')
  return sentVolume(container_size, 'container_size') ?? 0
}

function dayOf(sent: string | undefined, field: 'date_start' | 'date_end', label: string): string {
  if (sent === undefined || sent === '') throw refuse(messages.required(label), field)
  if (!day.safeParse(sent).success) throw refuse(messages.invalid(label), field)
  return sent
}

/**
 * The balance sheet that is stored of one that was sent: its pages made anew, its closing computed. Sums that do not add up stay
 * as they were sent, and are flagged where they are stored; what cannot be kept as it was sent is refused.
 */
export function balanceOf(sent: SentBalance): BalanceContent {
  const drug_name = (sent.drug_name ?? '').trim()
  if (drug_name === '') throw refuse(messages.required('Drug name'), 'drug_name')
  const drug_concentration = concentrationOf(sent)
  if ((sent.drug_form ?? 'injection').trim().toLowerCase() !== 'injection') {
    throw refuse(messages.invalid('Drug form'), 'drug_form')
  }
  const head = containerOf(sent)
  const date_start = dayOf(sent.date_start, 'date_start', 'Start date')
  const date_end = dayOf(sent.date_end ?? sent.date_start, 'date_end', 'End date')
  if (date_start > date_end) throw refuse(callText.daysTurned, 'date_end')
  const rows = rowsOf(sent.pages ?? [], head)
  const closing = bottleAfter(rows, head)
  if (!closing) throw refuse(callText.noRows, 'pages')
  const { bottle_number, container_size, balance } = closing
  const pages = pagesOf(rows)
  if (pages.length > BALANCE_PAGES_MAX) throw refuse(callText.tooManyPages(BALANCE_PAGES_MAX), 'pages')
  return {
    drug_name,
    drug_concentration,
    drug_form: 'injection',
    container_size: head,
    date_start,
    date_end,
    combined: false,
    pages,
    ...(sent.previous_id === undefined ? {} : { previous_id: sent.previous_id }),
    closing: { bottle_number, container_size: mlOf(container_size), balance: mlOf(balance) },
  }
}
