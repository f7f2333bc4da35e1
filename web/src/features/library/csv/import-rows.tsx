import { useState } from 'react'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import { GrowingList } from '../../../ui/growing-list.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useSameFunction } from '../../../ui/use-same-function.ts'
import type { Column } from './drug-columns.ts'
import { ImportRowCard } from './import-row-card.tsx'
import { importText as text } from './import-text.ts'
import { cellIs, isWaiting, type Choice, type DrugImport, type ImportRow } from './read-import.ts'

const STEP = 20

type Filter = 'wait' | 'unusual' | 'found' | 'all'
const NONE = {
  wait: text.noneWait,
  unusual: text.noneUnusual,
  found: text.noneFound,
  all: text.empty,
} as const

interface ImportRowsProps {
  file: DrugImport
  rows: readonly ImportRow[]
  sections: readonly LiveSection[]
  onChange: (file: DrugImport) => void
}

const canUpdate = ({ found, choices }: ImportRow) => found?.isSame === false && choices.includes('update')

/** The rows of the file as cards. What waits for a correction stays in sight while it is corrected, and so does what is unusual. */
export function ImportRows({ file, rows, sections, onChange }: ImportRowsProps) {
  const waiting = rows.flatMap((row, at) => (isWaiting(row) ? [at] : []))
  const found = rows.flatMap((row, at) => (row.found === null ? [] : [at]))
  const differing = rows.flatMap((row, at) => (canUpdate(row) ? [at] : []))
  const unusual = rows.flatMap((row, at) => (row.unusual.length === 0 ? [] : [at]))
  const places = { wait: waiting, unusual, found, all: [...rows.keys()] }
  const [filter, setFilter] = useState<Filter>(
    waiting.length > 0 ? 'wait' : differing.length > 0 ? 'found' : 'all',
  )
  const [{ seen, of }, setSeen] = useState({ seen: new Set(places[filter]), of: rows.length })
  if (of !== rows.length) setSeen({ seen: new Set(places[filter]), of: rows.length })
  else if (places[filter].some((at) => !seen.has(at)))
    setSeen({ seen: new Set([...seen, ...places[filter]]), of })
  const shown = places.all.filter((at) => seen.has(at))

  const onCell = useSameFunction((at: number, column: Column, cell: string) =>
    onChange(cellIs(file, at, column, cell)),
  )
  const onChoice = useSameFunction((at: number, choice: Choice) =>
    onChange({ ...file, choices: { ...file.choices, [at]: choice } }),
  )
  const all = (choice: Choice) =>
    onChange({
      ...file,
      choices: { ...file.choices, ...Object.fromEntries(differing.map((at) => [at, choice])) },
    })
  const choiceOfAll = (['skip', 'update'] as const).find((choice) =>
    differing.every((at) => rows[at]?.choice === choice),
  )
  const titleAt = (at: number) => {
    const place = file.columns.indexOf('name')
    return file.cells[at]?.[place] ?? ''
  }
  return (
    <section className="import-rows" aria-label={text.table}>
      <div className="import-filters">
        <Segmented<Filter>
          label={text.shown}
          hideLabel
          value={filter}
          options={[
            { value: 'wait', label: text.filters.wait(waiting.length) },
            ...(unusual.length > 0 || filter === 'unusual'
              ? [{ value: 'unusual' as const, label: text.filters.unusual(unusual.length) }]
              : []),
            { value: 'found', label: text.filters.found(found.length) },
            { value: 'all', label: text.filters.all(rows.length) },
          ]}
          onChange={(next) => {
            setSeen({ seen: new Set(places[next]), of: rows.length })
            setFilter(next)
          }}
        />
        {filter === 'found' && differing.length > 0 && (
          <Segmented<Choice | ''>
            label={text.differing}
            value={choiceOfAll ?? ''}
            options={[
              { value: 'skip', label: text.choices.skip },
              { value: 'update', label: text.choices.update },
            ]}
            onChange={(choice) => choice !== '' && all(choice)}
          />
        )}
      </div>
      {shown.length === 0 && <p className="quiet">{NONE[filter]}</p>}
      <GrowingList
        key={filter}
        items={shown}
        keyOf={String}
        label={text.table}
        more={text.showMore}
        step={STEP}
        className="import-list"
      >
        {(at) => {
          const row = rows[at]
          return (
            row && (
              <ImportRowCard
                at={at}
                name={titleAt(at)}
                row={row}
                cells={file.cells[at] ?? []}
                columns={file.columns}
                sections={sections}
                onCell={onCell}
                onChoice={onChoice}
              />
            )
          )
        }}
      </GrowingList>
    </section>
  )
}
