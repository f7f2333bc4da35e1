import { Pencil } from 'lucide-react'
import { memo, useState } from 'react'
import { perKg, perMl } from 'sync-protocol/records/amount-unit'
import { dosageFields } from 'sync-protocol/records/drug'
import { doseWords, SAVED_BEFORE } from 'sync-protocol/rules/dose-words'
import type { DrugForm } from 'sync-protocol/rules/drug-form'
import { drugFormNotes } from 'sync-protocol/rules/drug-form-notes'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import { PastedCell } from '../../../records/pasted-cell.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DrugName } from '../../../ui/drug-name.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { GuardLines } from '../../../ui/guard-lines.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { csvText } from './csv-text.ts'
import type { Column } from './drug-columns.ts'
import { labelOf } from './import-columns.ts'
import { importText as text } from './import-text.ts'
import { differences, type Choice, type ImportRow } from './read-import.ts'
import { sectionTitles, titleOf } from './section-titles.ts'

interface ImportRowCardProps {
  at: number
  name: string
  row: ImportRow
  cells: readonly string[]
  columns: readonly (Column | null)[]
  sections: readonly LiveSection[]
  onCell: (at: number, column: Column, cell: string) => void
  onChoice: (at: number, choice: Choice) => void
}

/** Hundreds of them stand below each other, and one changes. */
export const ImportRowCard = memo(
  DrawnCard,
  (one, next) =>
    one.at === next.at &&
    one.name === next.name &&
    one.cells === next.cells &&
    one.columns === next.columns &&
    one.sections === next.sections &&
    one.row.form === next.row.form &&
    one.row.content === next.row.content &&
    one.row.choice === next.row.choice &&
    one.row.choices.length === next.row.choices.length &&
    one.row.unusual === next.row.unusual &&
    one.row.found === next.row.found &&
    one.row.sameAs === next.row.sameAs &&
    one.row.isTwice === next.row.isTwice &&
    one.row.doubts.length === next.row.doubts.length &&
    one.row.doubts.every((doubt, at) => doubt.message === next.row.doubts[at]?.message),
)

function DrawnCard({ at, name, row, cells, columns, sections, onCell, onChoice }: ImportRowCardProps) {
  const [isOpen, setOpen] = useState(false)
  // A cell that is being corrected does not go away with its doubt.
  const [touched, setTouched] = useState<readonly Column[]>([])
  const number = at + 1
  const doubtAt = (column: Column) => row.doubts.find((one) => one.column === column)?.message
  const doubted = row.doubts.map(({ column }) => column)
  const own = columns.filter((column) => column !== null)
  const shown = isOpen
    ? [...new Set([...own, ...doubted])]
    : [...new Set([...own, ...doubted, ...touched])].filter(
        (column) => doubted.includes(column) || touched.includes(column),
      )
  const change = (column: Column, cell: string) => {
    if (!touched.includes(column)) setTouched([...touched, column])
    onCell(at, column, cell)
  }
  // Of a drug that is there already, a person says what becomes of it.
  const hasChoices = row.found !== null || row.isTwice
  const facts = factsOf(row.form, doubted, titleOf(sections, row.form.section_key))
  return (
    <div
      className="import-row"
      data-left={row.choice === 'skip' || undefined}
      data-open={isOpen || undefined}
    >
      <div className="import-row-head">
        {!hasChoices && (
          <Checkbox
            label={`${text.choices.add} ${text.what(number, name)}`}
            hideLabel
            checked={row.choice === 'add'}
            onChange={(isAdded) => onChoice(at, isAdded ? 'add' : 'skip')}
          />
        )}
        <div className="import-row-words">
          <b className="import-name">{name === '' ? text.noName : <DrugName name={name} />}</b>{' '}
          <span className="quiet small">{text.row(number)}</span>
          <div className="import-facts quiet tabular">
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </div>
          <Notes {...{ row, sections }} />
        </div>
        <IconButton
          label={text.edit(number)}
          icon={<Pencil aria-hidden />}
          pressed={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {hasChoices && (
          <Segmented<Choice | ''>
            label={text.what(number, name)}
            hideLabel
            value={row.choice ?? ''}
            options={row.choices.map((value) => ({ value, label: text.choices[value] }))}
            onChange={(value) => value !== '' && onChoice(at, value)}
          />
        )}
      </div>
      {shown.length > 0 && (
        <div className="import-cells">
          {shown.map((column) => {
            const value = cells[columns.indexOf(column)] ?? ''
            const label = text.cell(labelOf(column), number)
            return (
              <div key={column} className="import-cell">
                <span className="small quiet" aria-hidden>
                  {labelOf(column)}
                </span>
                {column === 'section' ? (
                  <Select
                    label={label}
                    hideLabel
                    value={sectionTitles(sections).includes(value) ? value : null}
                    {...(value !== '' && { placeholder: value })}
                    options={sectionTitles(sections).map((title) => ({ value: title, label: title }))}
                    error={doubtAt(column)}
                    onChange={(title) => change(column, title)}
                  />
                ) : (
                  <PastedCell
                    label={label}
                    value={value}
                    doubt={doubtAt(column)}
                    lines={column === 'reverses'}
                    onChange={(cell) => change(column, cell)}
                  />
                )}
              </div>
            )
          })}
        </div>
      )}
    </div>
  )
}

/** Why it is left out, what an update would change, and what is rounded. */
function Notes({ row, sections }: Pick<ImportRowCardProps, 'row' | 'sections'>) {
  const { found, sameAs, content, form } = row
  const rounded = content === null ? [] : drugFormNotes(form)
  const changes = differences(row, sections)
  const unusual = row.unusual.map(({ code, finding }) => ({
    level: finding.level,
    words: text.ofSpecies(csvText.speciesNames[code], doseWords(finding, form, SAVED_BEFORE)),
  }))
  return (
    <>
      <GuardLines findings={unusual} />
      {sameAs !== null && <div className="small">{text.sameAs(sameAs)}</div>}
      {found !== null && (
        <div className="small">
          {found.isSame ? text.same : found.drug === null ? text.several(found.count) : text.differs}
        </div>
      )}
      {found?.isSame === false && found.drug?.notYours !== undefined && (
        <div className="small quiet">{text.notYours(found.drug.notYours)}</div>
      )}
      {changes.map(({ label, from, to }) => (
        <div key={label} className="small quiet">
          {text.change(label, from, to)}
        </div>
      ))}
      {rounded.map(({ field, saved }) => (
        <div key={field} className="small">
          {labelOf(field)}:{' '}
          {text.becomes(`${saved} ${field === 'concentration' ? perMl(form) : perKg(form)}`)}
        </div>
      ))}
    </>
  )
}

/** What was read, without what is in doubt. */
function factsOf(form: DrugForm, doubted: readonly Column[], section: string): string[] {
  const isSound = (column: Column) =>
    !doubted.includes(column) && !doubted.includes(column.split('.')[0] ?? '')
  const strength =
    isSound('concentration') && isSound('amount_unit') && form.concentration !== ''
      ? [`${formatNumber(form.concentration)} ${perMl(form)}`]
      : []
  const doses = isSound('species')
    ? form.species.flatMap((code) => {
        const fields = dosageFields(form.section_key)
        if (!fields.every((field) => isSound(`${field}.${code}`) && form[field][code] !== '')) return []
        const said = fields.map((field) => formatNumber(form[field][code]))
        return [text.dose(csvText.speciesNames[code], said, perKg(form), form.route[code])]
      })
    : []
  const legal = !form.controlled
    ? []
    : [form.schedule === null ? text.controlled : `${text.controlled} ${csvText.schedules(form.schedule)}`]
  return [...strength, ...doses, form.form, ...legal, ...(isSound('section') ? [section] : [])]
}
