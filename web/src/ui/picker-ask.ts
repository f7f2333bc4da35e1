/** What a picker is asked for: whose records, which words in which field, in which order. */
export interface PickerAsk {
  whose: 'own' | 'organization'
  text: string
  field: PickerField
  sort: PickerSort
}
export type PickerField = 'name' | 'author' | 'date'
export type PickerSort = keyof typeof PICKER_SORTS

export const PICKER_FIELDS = ['name', 'author', 'date'] as const satisfies readonly PickerField[]

export const PICKER_SORTS = {
  'date-descending': { sort: 'date', order: 'descending' },
  'date-ascending': { sort: 'date', order: 'ascending' },
  'name-ascending': { sort: 'name', order: 'ascending' },
  'name-descending': { sort: 'name', order: 'descending' },
} as const

/** Everybody's records, newest first (`spec 1 §4`, `spec 1 §9`). */
export const FIRST_ASK: PickerAsk = {
  whose: 'organization',
  text: '',
  field: 'name',
  sort: 'date-descending',
}
