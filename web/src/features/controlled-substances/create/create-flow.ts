import {
  addBalanceOf,
  checkAddBalance,
  checkEditBalance,
  checkEditDraw,
  checkPartialDraw,
  confirmEditBalance,
  confirmPartialDraw,
  drawChange,
  editBalanceOf,
  editDrawOf,
  otherField,
  partialDrawOf,
  typedOf,
  type CountedForm,
  type FormProblem,
} from 'sync-protocol/rules/balance-forms'
import { clearLast, tableOf, type BalanceTable } from 'sync-protocol/rules/balance-table'
import { mlText } from 'sync-protocol/rules/ledger-volume'
import { sameJson } from 'sync-protocol/records/json'
import type { OpenForm, OpenTable } from 'sync-protocol/rules/open-table'
import {
  checkPreviousBalance,
  confirmPreviousBalance,
  othersToCount,
  previousBalanceForm,
  startEvents,
  startLength,
  type FetchedBalance,
} from 'sync-protocol/rules/previous-balance-form'
import type { Substance } from 'sync-protocol/rules/substances'
import type { TableEvent } from 'sync-protocol/rules/table-events'
import { STEP, type CreateModal, type FullDraw } from './create-steps.ts'

export type FormKind = OpenForm['kind']

/** The flow on the screen. A transition returns a new one, or the same one when nothing changes. */
export interface CreateFlow {
  readonly open: OpenTable
  readonly modal: CreateModal | null
  /** The first thing wrong with the form that is open. A new object each time it is found. */
  readonly error: FormProblem<string> | null
  /** What was typed for the substance that was left last: it is there again when the same one is chosen. */
  readonly left: Pick<OpenTable, 'substance' | 'fetched' | 'previous'> | null
}

const tables = new WeakMap<readonly TableEvent[], BalanceTable>()

/** The table that the events make, worked out once for the same events; null before the first draw. */
export function tableIn(open: Pick<OpenTable, 'events' | 'previous' | 'fetched'>): BalanceTable | null {
  const { events } = open
  if (events.length === 0) return null
  const known = tables.get(events)
  if (known !== undefined) return known
  const table = tableOf(events, startLength(open))
  tables.set(events, table)
  return table
}

export const isStarted = ({ events }: Pick<OpenTable, 'events'>): boolean => events.length > 0

/** What an update carries to the server must fit into one change, with what was there before. */
const KEPT_LENGTH_MAX = 400_000
const lengths = new WeakMap<readonly TableEvent[], number>()

function lengthOf(events: readonly TableEvent[]): number {
  const known = lengths.get(events) ?? JSON.stringify(events).length
  lengths.set(events, known)
  return known
}

/** No entry fits any more: it is saved, and the next sheet goes on. */
export const isFull = (open: OpenTable): boolean =>
  tableIn(open)?.full === true || lengthOf(open.events) > KEPT_LENGTH_MAX

const stepOf = (form: OpenForm): CreateModal =>
  form.kind === 'edit_draw' ? { step: STEP.editDraw } : { step: STEP.volumeForm, below: false }

/** An earlier version did not ask why the balance is another than the last sheet closed with. */
const isConfirmed = ({ confirmed, previous, fetched }: OpenTable): boolean =>
  confirmed && checkPreviousBalance(previous, fetched) === null

/** Where a person left it: the step that comes next, or the form that was open. */
function modalOf(open: OpenTable): CreateModal | null {
  if (open.substance === null) return { step: STEP.substance }
  if (!isStarted(open)) return { step: isConfirmed(open) ? STEP.fullDraw : STEP.previousBalance }
  return open.form === null ? null : stepOf(open.form)
}

export const flowOf = (open: OpenTable): CreateFlow => ({
  open,
  modal: modalOf(open),
  error: null,
  left: null,
})

/** The table as another tablet left it, under what is open here as far as it still holds. */
export function followed(flow: CreateFlow, open: OpenTable): CreateFlow {
  const next = flowOf(open)
  const stays = isStarted(open) && flow.modal?.step === STEP.fullDraw
  return stays ? { ...next, modal: flow.modal } : next
}

const edited = (flow: CreateFlow, change: Partial<OpenTable>): CreateFlow => ({
  ...flow,
  open: { ...flow.open, ...change },
  error: null,
})
const shown = (flow: CreateFlow, modal: CreateModal | null): CreateFlow => ({ ...flow, modal, error: null })

/** `fetched` is what the last balance sheet of the substance closed with; null where there is none. */
export function substanceChosen(
  flow: CreateFlow,
  { drug_name, drug_concentration }: Substance,
  fetched: FetchedBalance | null,
): CreateFlow {
  const substance = { drug_name, drug_concentration }
  const next = refetched(edited(flow, { substance, confirmed: false }), fetched)
  const { left } = flow
  const back = sameJson(left?.substance, substance) && sameJson(left?.fetched, fetched) ? left : null
  return shown(back === null ? next : edited(next, { previous: back.previous }), {
    step: STEP.previousBalance,
  })
}

/** The form is filled anew from what the last balance sheet closed with. */
export const refetched = (flow: CreateFlow, fetched: FetchedBalance | null): CreateFlow =>
  edited(flow, { fetched, previous: previousBalanceForm(fetched) })

/** Filled anew, and to be looked at again: before the first draw the last balance sheet may have become another one. */
export const previousRenewed = (flow: CreateFlow, fetched: FetchedBalance | null): CreateFlow =>
  isStarted(flow.open) ? flow : backToPrevious(refetched(flow, fetched))

/** Back to the choice of the substance, while no sheet has been started. */
export function backToSubstance(flow: CreateFlow): CreateFlow {
  if (isStarted(flow.open)) return flow
  const { substance, fetched, previous } = flow.open
  const next = edited(flow, { substance: null, confirmed: false })
  return shown({ ...next, left: { substance, fetched, previous } }, { step: STEP.substance })
}

export function previousTyped(flow: CreateFlow, field: string, value: string): CreateFlow {
  const { previous, fetched } = flow.open
  const counted = withCounted(previous, othersToCount(previous, fetched), field, value)
  return edited(flow, { previous: counted ?? { ...previous, [field]: value } })
}

/** `sure` once the question about a balance below zero was answered with YES. */
export function previousSubmitted(flow: CreateFlow, sure = false): CreateFlow {
  const { previous, fetched } = flow.open
  const error = checkPreviousBalance(previous, fetched)
  if (error !== null) return { ...shown(flow, { step: STEP.previousBalance }), error }
  if (!sure && confirmPreviousBalance(previous, fetched) !== null)
    return shown(flow, { step: STEP.previousBalance, below: true })
  return shown(edited(flow, { confirmed: true }), { step: STEP.fullDraw })
}

export const drawsOpened = (flow: CreateFlow): CreateFlow => shown(flow, { step: STEP.fullDraw })

/** One step back from the list, while no sheet has been started: what was entered is in the form again. */
export const backToPrevious = (flow: CreateFlow): CreateFlow =>
  isStarted(flow.open) ? flow : shown(edited(flow, { confirmed: false }), { step: STEP.previousBalance })

/** Closing the list before the first draw leads back to the choice of the substance (`spec 2 §4`). */
export const drawsClosed = (flow: CreateFlow): CreateFlow =>
  isStarted(flow.open) ? shown(flow, null) : backToSubstance(flow)

/**
 * The first draw starts the table with the previous balance, the others append. The list stays open for the next one, unless
 * the balance fell below zero: then the table says what to do.
 */
export function drawAdded(flow: CreateFlow, draw: FullDraw): CreateFlow {
  const { open } = flow
  const before = isStarted(open) ? open.events : startEvents(open.previous, open.fetched)
  const next = edited(flow, { events: [...before, draw] })
  const table = tableIn(next.open)
  return table !== null && table.balance < 0 ? shown(next, null) : next
}

/** What a form begins with: only the last draw's own volume is known beforehand. */
function emptyForm(kind: FormKind, table: BalanceTable): OpenForm {
  if (kind === 'partial_draw') return { kind, drawn: '', bottle_number: '', container: '' }
  if (kind === 'add_balance') return { kind, bottle_number: '', volume: '' }
  if (kind === 'edit_balance') return { kind, volume: '' }
  return { kind, volume: mlText(table.lastDraw?.used ?? 0) }
}

export function formOpened(flow: CreateFlow, kind: FormKind): CreateFlow {
  const table = tableIn(flow.open)
  if (table === null) return flow
  if (kind === 'partial_draw' && !table.mayPartialDraw) return flow
  if (kind === 'edit_draw' && !table.mayEditDraw) return flow
  const form = emptyForm(kind, table)
  return shown(edited(flow, { form }), stepOf(form))
}

export function formTyped(flow: CreateFlow, field: string, value: string): CreateFlow {
  const { form } = flow.open
  const table = tableIn(flow.open)
  const next = form === null || table === null ? null : withTyped(form, table, field, value)
  return next === null ? flow : edited(flow, { form: next })
}

/** What is typed of a further open bottle, or as the reason for a difference; null for other fields. */
function withCounted<Form extends CountedForm>(
  form: Form,
  others: readonly string[],
  field: string,
  value: string,
): Form | null {
  if (field === 'reason') return { ...form, reason: value }
  const at = others.findIndex((_, place) => otherField(place) === field)
  const volumes = others.map((bottle_number, place) => ({
    bottle_number,
    volume: place === at ? value : typedOf(form, bottle_number),
  }))
  return at < 0 ? null : { ...form, others: volumes }
}

function withTyped(form: OpenForm, { others }: BalanceTable, field: string, value: string): OpenForm | null {
  if (form.kind === 'partial_draw' || form.kind === 'edit_balance') {
    const counted = withCounted(form, others, field, value)
    if (counted !== null) return counted
  }
  return typeof form[field as keyof OpenForm] !== 'string' || field === 'kind'
    ? null
    : { ...form, [field]: value }
}

export const formClosed = (flow: CreateFlow): CreateFlow =>
  shown(flow.open.form === null ? flow : edited(flow, { form: null }), null)

function problemOf(form: OpenForm, table: BalanceTable): FormProblem<string> | null {
  switch (form.kind) {
    case 'partial_draw':
      return table.lastDraw && checkPartialDraw(form, table)
    case 'add_balance':
      return checkAddBalance(form, table)
    case 'edit_balance':
      return checkEditBalance(form, table)
    default:
      return checkEditDraw(form)
  }
}

function eventOf(form: OpenForm, table: BalanceTable): TableEvent {
  switch (form.kind) {
    case 'partial_draw':
      return partialDrawOf(form, table)
    case 'add_balance':
      return addBalanceOf(form)
    case 'edit_balance':
      return editBalanceOf(form, table)
    default:
      return editDrawOf(form)
  }
}

/** What is asked before a balance below zero is recorded; null where nothing is. */
function confirmOf(form: OpenForm, table: BalanceTable): string | null {
  if (form.kind === 'edit_balance') return confirmEditBalance(form, table)
  return form.kind === 'partial_draw' ? confirmPartialDraw(form, table) : null
}

/** `sure` once the question about a balance below zero, or a draw far from its record, was answered with YES. */
export function formSubmitted(flow: CreateFlow, sure = false): CreateFlow {
  const { form } = flow.open
  const table = tableIn(flow.open)
  if (form === null || table === null) return flow
  const error = problemOf(form, table)
  if (error !== null) return { ...flow, modal: stepOf(form), error }
  if (!sure && confirmOf(form, table) !== null) return shown(flow, { step: STEP.volumeForm, below: true })
  if (form.kind === 'edit_draw' && !sure && drawChange(form, table.lastDraw)?.asks === true)
    return shown(flow, { step: STEP.editDraw, far: true })
  return shown(edited(flow, { events: [...flow.open.events, eventOf(form, table)], form: null }), null)
}

/** NO: back to the form. */
export const questionDeclined = (flow: CreateFlow): CreateFlow =>
  shown(flow, flow.open.form === null ? { step: STEP.previousBalance } : stepOf(flow.open.form))

export const lastCleared = (flow: CreateFlow): CreateFlow =>
  tableIn(flow.open)?.mayClear === true
    ? shown(edited(flow, { events: clearLast(flow.open.events, startLength(flow.open)), form: null }), null)
    : flow

/** UNDO of what took entries away, as long as nothing came after it. */
export const undone = (flow: CreateFlow, before: CreateFlow, after: CreateFlow): CreateFlow =>
  flow.open.events === after.open.events && flow.open.substance === after.open.substance
    ? flowOf(before.open)
    : flow

export const resetAsked = (flow: CreateFlow): CreateFlow => shown(flow, { step: STEP.resetTable })

/** RESET TABLE leads back to the choice of the substance (`spec 2 §4`); `fresh` is a table of its own. */
export const tableReset = (fresh: OpenTable): CreateFlow => flowOf(fresh)

export const saveAsked = (flow: CreateFlow): CreateFlow => shown(flow, { step: STEP.saved, ask: true })

export const blanksOpened = (flow: CreateFlow): CreateFlow =>
  flow.open.substance === null ? flow : shown(flow, { step: 'blanks', over: flow.modal })

export const blanksClosed = (flow: CreateFlow): CreateFlow =>
  flow.modal?.step === 'blanks' ? shown(flow, flow.modal.over) : flow

export const modalClosed = (flow: CreateFlow): CreateFlow => (flow.modal === null ? flow : shown(flow, null))

/** What is worth keeping: a table from the choice of its substance on. */
export const keepable = ({ open }: CreateFlow): OpenTable | null => (open.substance === null ? null : open)
