import {
  AppWindow,
  ArrowRight,
  Building2,
  ChartLine,
  CircleHelp,
  ClipboardList,
  ClipboardPaste,
  Download,
  Droplets,
  FilePen,
  FilePlus2,
  House,
  Keyboard,
  KeyRound,
  ListChecks,
  LogOut,
  Pill,
  Plus,
  Printer,
  Scale,
  ScrollText,
  Search,
  Settings,
  ShieldCheck,
  Siren,
  Smartphone,
  SunMoon,
  Syringe,
  Tags,
  Upload,
  UserRound,
  UsersRound,
  Weight,
  Zap,
} from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { SpeciesPicture } from '../../ui/species-picture.tsx'
import type { Group, IconName, PaletteEntry } from './palette-entry.ts'
import { elementId, moreKey, type ShownPart } from './palette-rows.ts'
import { paletteText as text } from './palette-text.ts'

const PICTURES: Readonly<Record<IconName, ReactNode>> = {
  account: <KeyRound />,
  add: <Plus />,
  appearance: <SunMoon />,
  calculator: <Droplets />,
  chart: <ChartLine />,
  day: <ListChecks />,
  device: <Smartphone />,
  download: <Download />,
  emergency: <Siren />,
  guide: <Printer />,
  help: <CircleHelp />,
  home: <House />,
  keys: <Keyboard />,
  labels: <Tags />,
  ledger: <ShieldCheck />,
  log: <ScrollText />,
  logOut: <LogOut />,
  organization: <Building2 />,
  paste: <ClipboardPaste />,
  person: <UserRound />,
  pill: <Pill />,
  protocol: <ClipboardList />,
  ready: <ShieldCheck />,
  scale: <Scale />,
  search: <Search />,
  settings: <Settings />,
  sheet: <FilePlus2 />,
  sheets: <UsersRound />,
  syringe: <Syringe />,
  upload: <Upload />,
  weigh: <Weight />,
}

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
  settings: <UserRound />,
  help: <CircleHelp />,
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

function Entry({ entry }: { entry: PaletteEntry }) {
  const { group, name, about, aside, keys, icon, picture, marks = [] } = entry
  const drawn = icon === undefined ? ICONS[group] : PICTURES[icon]
  return (
    <>
      <span className="palette-icon" data-icon={icon} aria-hidden>
        {picture === undefined ? drawn : <SpeciesPicture species={picture} size={28} />}
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
      {aside !== undefined && <span className="palette-aside">{aside}</span>}
      {keys !== undefined && (
        <kbd className="key-sign" aria-hidden>
          {keys}
        </kbd>
      )}
    </>
  )
}
