import { ChevronDown, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { IMPORT_COLUMNS } from './import-columns.ts'
import { importText as text } from './import-text.ts'
import type { OfAll } from './read-cells.ts'
import { columnIs, sectionIs, type DrugImport, type ImportRow } from './read-import.ts'
import { sectionTitles } from './section-titles.ts'

const NONE = ''
const COLUMN_OPTIONS = [
  { value: NONE, label: text.leaveOut },
  ...IMPORT_COLUMNS.map(({ id, label }) => ({ value: id, label })),
]
const UNITS = {
  ml: ['mg/ml', 'mcg/ml', '%', 'units/ml', 'mEq/ml'],
  kg: ['mg/kg', 'mcg/kg', 'units/kg', 'mEq/kg'],
} as const
const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

interface ImportAnswersProps {
  file: DrugImport
  rows: readonly ImportRow[]
  sections: readonly LiveSection[]
  onChange: (file: DrugImport) => void
}

/** What the file does not say of each drug is asked once for all of them, and what each of its columns holds can be changed. */
export function ImportAnswers({ file, rows, sections, onChange }: ImportAnswersProps) {
  const { columns, ofAll } = file
  const answer = (part: Partial<OfAll>) => onChange({ ...file, ofAll: { ...ofAll, ...part } })
  const asks = (message: string) => rows.some(({ doubts }) => doubts.some((one) => one.message === message))
  const titles = optionsOf(sectionTitles(sections))
  return (
    <div className="import-answers">
      <ImportColumns file={file} onChange={onChange} />
      {!columns.includes('name') && (
        <p className="field-error">
          <CircleAlert aria-hidden />
          <span>{text.needNames}</span>
        </p>
      )}
      {!columns.includes('species') && (asks(text.needSpecies) || ofAll.species !== '') && (
        <Segmented<OfAll['species']>
          label={text.ofAll}
          value={ofAll.species}
          options={(['0', '1', '01'] as const).map((value) => ({ value, label: text.speciesOfAll[value] }))}
          onChange={(species) => answer({ species })}
        />
      )}
      {!columns.includes('section') && (
        <Select
          label={text.sectionOfAll}
          value={ofAll.section === '' ? null : ofAll.section}
          options={titles}
          onChange={(section) => answer({ section })}
        />
      )}
      {(['ml', 'kg'] as const).map(
        (per) =>
          (asks(text.needUnit(per)) || ofAll[per] !== '') && (
            <Select<string>
              key={per}
              label={text.unitsOfAll[per]}
              value={ofAll[per] === '' ? null : ofAll[per]}
              options={optionsOf(UNITS[per])}
              onChange={(unit) => answer({ [per]: unit })}
            />
          ),
      )}
      {unknownSections(file, rows).map(([title, count]) => (
        <Select
          key={title}
          label={text.sectionInstead(title, count)}
          value={null}
          options={titles}
          onChange={(instead) => onChange(sectionIs(file, title, instead))}
        />
      ))}
    </div>
  )
}

/** Asked once for each title, however many rows have it. */
const SECTIONS_ASKED = 12

function unknownSections({ cells, columns }: DrugImport, rows: readonly ImportRow[]): [string, number][] {
  const at = columns.indexOf('section')
  const counts = new Map<string, number>()
  for (const [place, { doubts }] of rows.entries()) {
    const title = cells[place]?.[at] ?? ''
    const isUnknown = doubts.some(({ column, message }) => column === 'section' && message === text.noSection)
    if (title !== '' && isUnknown) counts.set(title, (counts.get(title) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > 1).slice(0, SECTIONS_ASKED)
}

function ImportColumns({ file, onChange }: Pick<ImportAnswersProps, 'file' | 'onChange'>) {
  const { columns, heads } = file
  const [isOpen, setOpen] = useState(!columns.includes('name') || !columns.includes('concentration'))
  const used = columns.filter((column) => column !== null).length
  return (
    <div className="import-columns">
      <Button
        aria-expanded={isOpen}
        icon={<ChevronDown aria-hidden className="import-fold" />}
        onClick={() => setOpen(!isOpen)}
      >
        {text.columns(used, columns.length)}
      </Button>
      {isOpen && (
        <div className="import-column-list">
          {columns.map((column, at) => (
            <Select<string>
              // A column has no name but its place.
              key={at}
              label={heads[at] || text.column(at)}
              value={column ?? NONE}
              options={COLUMN_OPTIONS}
              onChange={(value) => onChange(columnIs(file, at, value === NONE ? null : value))}
            />
          ))}
          <p className="quiet">{text.defaults}</p>
        </div>
      )}
    </div>
  )
}
