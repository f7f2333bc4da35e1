import {
  AppWindow,
  ArrowRight,
  ClipboardList,
  FilePen,
  ListChecks,
  Pill,
  Scale,
  UsersRound,
  Zap,
} from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { SpeciesPicture } from '../../ui/species-picture.tsx'
import type { Group, PaletteEntry } from './palette-entry.ts'
import { elementId, moreKey, type ShownPart } from './palette-rows.ts'
import { paletteText as text } from './palette-text.ts'

const ICONS: Readonly<Record<Group, ReactNode>> = {
  here: <ArrowRight />,
  open: <FilePen />,
  day: <ListChecks />,
  actions: <Zap />,
  screens: <AppWindow />,
  patients: <UsersRound />,
  days: <ListChecks />,
  drugs: <Pill />,
  protocols: <ClipboardList />,
  substances: <Scale />,
}
const OF_DRUGS: ReadonlySet<Group> = new Set(['drugs', 'substances'])

/** Of the pattern of a search with a list: no elements have rows like these. Their keys are those of the search, which keeps the focus. */
const ROLES = { list: { role: 'listbox' }, group: { role: 'group' }, row: { role: 'option' } } as const

const CHOSEN = { 'aria-selected': true }
const NOT_CHOSEN = { 'aria-selected': false }

interface ResultsProps {
  id: string
  parts: readonly ShownPart[]
  /** The key of the row that Enter takes. */
  at: string | undefined
  onPoint: (key: string) => void
  onChoose: (entry: PaletteEntry) => void
  onMore: (group: Group) => void
}

/** What was found, in groups. The focus stays in the search: it says which row is meant. */
export function Results({ id, parts, at, onPoint, onChoose, onMore }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (at === undefined) list.current?.scrollTo({ top: 0 })
    else document.getElementById(elementId(id, at))?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  return (
    <div {...ROLES.list} className="palette-list" id={id} aria-label={text.results} ref={list}>
      {parts.map((part) => (
        <div {...ROLES.group} key={part.id} aria-labelledby={elementId(id, part.id)}>
          <div className="palette-group" id={elementId(id, part.id)} role="presentation">
            {part.title}
          </div>
          {part.entries.map((entry) => (
            <Option
              key={entry.key}
              id={elementId(id, entry.key)}
              selected={entry.key === at}
              onPoint={() => onPoint(entry.key)}
              onPress={() => onChoose(entry)}
            >
              <Entry entry={entry} />
            </Option>
          ))}
          {part.more > 0 && part.id !== 'lately' && (
            <Option
              id={elementId(id, moreKey(part.id))}
              selected={moreKey(part.id) === at}
              onPoint={() => onPoint(moreKey(part.id))}
              onPress={() => onMore(part.id as Group)}
            >
              <span className="palette-more">{text.more(part.more)}</span>
            </Option>
          )}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  selected: boolean
  onPoint: () => void
  onPress: () => void
  children: ReactNode
}

function Option({ id, selected, onPoint, onPress, children }: OptionProps) {
  return (
    <button
      {...ROLES.row}
      {...(selected ? CHOSEN : NOT_CHOSEN)}
      type="button"
      tabIndex={-1}
      id={id}
      className="palette-row"
      // A press must not take the focus out of the search.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => {
        if (!selected) onPoint()
      }}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

function Entry({ entry: { group, name, about, picture, marks = [] } }: { entry: PaletteEntry }) {
  return (
    <>
      <span className="palette-icon" aria-hidden>
        {picture === undefined ? ICONS[group] : <SpeciesPicture species={picture} size={28} />}
      </span>
      <span className="palette-words">
        <span className="palette-name">{OF_DRUGS.has(group) ? <DrugName name={name} /> : name}</span>{' '}
        {about !== undefined && <span className="palette-about">{about}</span>}
      </span>
      {marks.map(({ kind, text: words }) => (
        <Badge key={words} kind={kind}>
          {words}
        </Badge>
      ))}
    </>
  )
}
