import { contentFault } from 'sync-protocol/merge/content-fault'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import type { Species } from 'sync-protocol/records/fields'
import type { NewRow } from './day-actions.ts'
import { dayText as text } from './day-text.ts'

export const TYPED = [
  'name',
  'line',
  'procedure',
  'risk',
  'patient_id',
  'sex',
  'age',
  'cage',
  'owner',
] as const
export type TypedField = (typeof TYPED)[number]

/** A patient as it is typed. */
export type RowForm = Record<TypedField, string> & { species: '' | '0' | '1' }

export const emptyForm = (line: string, before?: RowForm): RowForm => ({
  name: '',
  line,
  // Most of a day's list are of one kind, for one thing; the species is seen above the name, in a picture too.
  procedure: before?.procedure ?? '',
  species: before?.species ?? '',
  risk: '',
  patient_id: '',
  sex: '',
  age: '',
  cage: '',
  owner: '',
})

export const formOf = (content: DayRowContent): RowForm => ({
  ...emptyForm(''),
  ...Object.fromEntries(TYPED.map((field) => [field, content[field] ?? ''])),
  species: content.species === 0 ? '0' : '1',
})

export interface RowFault {
  field: TypedField | 'species'
  message: string
}

const isField = (field: string | undefined): field is RowFault['field'] =>
  field === 'species' || TYPED.some((one) => one === field)

/** What is typed as it would be stored over `before`, or the first thing that is wrong with it. */
export function readForm<Row extends NewRow>(
  form: RowForm,
  before: Omit<Row, TypedField | 'species'>,
): Row | RowFault {
  if (form.species === '') return { field: 'species', message: text.needSpecies }
  const species: Species = form.species === '0' ? 0 : 1
  const said = TYPED.flatMap((field) =>
    form[field].trim() === '' ? [] : [[field, form[field].trim()] as const],
  )
  const rest = Object.fromEntries(
    Object.entries(before).filter(([field]) => !TYPED.some((one) => one === field)),
  )
  const row = { ...rest, ...Object.fromEntries(said), name: form.name.trim(), species } as unknown as Row
  const fault = contentFault('day_rows', { order: '1', ...row })
  if (fault === null) return row
  return { field: isField(fault.field) ? fault.field : 'name', message: fault.message }
}

export const isFault = (read: object): read is RowFault => 'message' in read
