import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RecordList } from './record-list.tsx'
import type { RecordListProps } from './record-list.tsx'

type Props = RecordListProps<string, string, string, string>
const choice = { value: 'a', options: [{ value: 'a', label: 'A' }], onChange: () => undefined }
const props: Props = {
  label: 'Sheets',
  items: [],
  itemKey: (item) => item,
  renderCard: (item) => item,
  status: 'ready',
  onAgain: () => undefined,
  search: { value: '', onChange: () => undefined, placeholder: 'Search by patient name' },
  searchBy: choice,
  sort: choice,
  order: choice,
  selection: { state: 'none', count: 0, onToggleAll: () => undefined },
  counted: '2 sheets',
  bulk: 'TRASH',
  empty: 'NO RECORDS',
  scrollKey: 'test',
}
const shown = (change: Partial<Props>) => renderToStaticMarkup(<RecordList {...props} {...change} />)

it('[Q-72] says that there are no records only when it knows', () => {
  expect(shown({})).toContain('NO RECORDS')
  expect(shown({ status: 'reading' })).not.toContain('NO RECORDS')
  const failed = shown({ status: 'failed' })
  expect(failed).not.toContain('NO RECORDS')
  expect(failed).toContain('Could not read the records')
  const searched = shown({ search: { ...props.search, value: 'bel' } })
  expect(searched).not.toContain('NO RECORDS')
  expect(searched).toContain('Nothing matches this search.')
  const elsewhere = { text: 'Opioids has it.', label: 'SHOW THERE', onPress: () => undefined }
  const beyond = shown({ search: { ...props.search, value: 'bel' }, elsewhere })
  for (const words of ['Nothing matches this search.', elsewhere.text, elsewhere.label])
    expect(beyond).toContain(words)
})

it('[SAVED-07] shows N SELECTED with more than one card selected, and the trash button with one too', () => {
  const selected = (count: number) =>
    shown({ items: ['x', 'y'], selection: { ...props.selection, count, state: 'some' } })
  expect(selected(1)).toContain('2 sheets')
  expect(selected(0)).not.toContain('TRASH')
  expect(selected(1)).toContain('TRASH')
  expect(selected(2)).toContain('2 SELECTED')
  expect(selected(2)).toContain('TRASH')
})

it('folds its selects into one chip that says what is chosen in them', () => {
  const of = (value: string, label: string) => ({ ...choice, value, options: [{ value, label }] })
  const chosen = { searchBy: of('name', 'Patient'), sort: of('date', 'Date') }
  const order = of('descending', 'Descending')
  const markup = shown({ items: ['x'], ...chosen, order })
  expect(markup).toContain('data-folded="true"')
  const [, chip = ''] = /class="record-list-chip"(.*?)<\/button>/.exec(markup) ?? []
  expect(chip).toContain('aria-expanded="false"')
  expect(chip.replaceAll(/<[^>]*>/g, '')).toContain('Patient · Date, Descending')
  const many = { ...props.selection, count: 2, state: 'some' as const }
  expect(shown({ items: ['x'], selection: many })).not.toContain('record-list-chip')
})

it('folds a choice away with the selects, says in the chip that it is made, and keeps both where it leaves no row', () => {
  const folds = { choice: 'SHOW VOIDED', said: undefined }
  expect(shown({ folds })).toMatch(/record-list-fold">SHOW VOIDED<.*class="record-list-chip"/)
  expect(shown({ folds })).not.toContain('record-list-chip-more')
  const made = shown({ items: ['x'], folds: { ...folds, said: '+ voided' } })
  expect(made).toContain('<span class="record-list-chip-more"> + voided</span>')
})
