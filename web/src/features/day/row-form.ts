import { contentFault } from 'sync-protocol/merge/content-fault'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import type { Species } from 'sync-protocol/records/fields'
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

/** What the form says of a row; what is left empty is absent. */
type TypedRow = Partial<Record<Exclude<TypedField, 'name'>, string>> & { name: string; species: Species }

/** What is typed as it would be stored, or the first thing that is wrong with it. */
export function readForm(form: RowForm): TypedRow | RowFault {
  if (form.species === '') return { field: 'species', message: text.needSpecies }
  const said = TYPED.map((field) => [field, form[field].trim()] as const).filter(([, typed]) => typed !== '')
  const row: TypedRow = {
    ...Object.fromEntries(said),
    name: form.name.trim(),
    species: form.species === '0' ? 0 : 1,
  }
  const fault = contentFault('day_rows', { ...row, day: '2000-01-01', order: '1', status: 'listed' })
  if (fault === null) return row
  return { field: isField(fault.field) ? fault.field : 'name', message: fault.message }
}

/** A row with what its form says now. */
export const withTyped = (before: DayRowContent, typed: TypedRow): DayRowContent => {
  const others = Object.entries(before).filter(([field]) => !isField(field))
  return { ...(Object.fromEntries(others) as Omit<DayRowContent, keyof TypedRow>), ...typed }
}

export const isFault = (read: object): read is RowFault => 'message' in read
