import { Search } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { syncStatus } from '../../data/database/sync-status.ts'
import { usePerson } from '../../records/use-person.ts'
import { useToday } from '../../records/use-today.ts'
import { KeySign } from '../../ui/key-list.tsx'
import { Modal } from '../../ui/modal.tsx'
import { SettledStatus } from '../../ui/settled-status.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import type { Group, PaletteEntry, Ways } from './palette-entry.ts'
import { Results } from './palette-results.tsx'
import { elementId, type ShownPart } from './palette-rows.ts'
import { paletteText as text } from './palette-text.ts'
import './palette.css'
import { arranged, rankOf, rankOfAct, soughtIn, type Ranked } from './ranking.ts'
import { noteChoice, recentChoices } from './recent-choices.ts'
import { latestSheets, recordsOf } from './record-sources.ts'
import { useFoundRecords, useLists, useSubstances } from './use-found-records.ts'
import { useNearEntries } from './use-near-entries.ts'
import { useRowOfKeys } from './use-row-of-keys.ts'

export interface PaletteDialogProps {
  /** The screens that this person may open, and what else can be done: known without reading anything. */
  places: readonly PaletteEntry[]
  /** An open sheet is the screen below: no other one can be gone on with. */
  atSheet: boolean
  ways: Ways
  onClose: () => void
}

const ROOM: Readonly<Record<Group, number>> = {
  here: 10,
  open: 4,
  day: 6,
  actions: 8,
  screens: 8,
  patients: 10,
  days: 6,
  drugs: 6,
  protocols: 6,
  substances: 6,
  settings: 6,
  help: 4,
}
/** Before anything is typed, so that every group is in sight soon. */
const ROOM_AT_FIRST: Readonly<Partial<Record<Group, number>>> = { day: 3, help: 3, settings: 4 }
const MORE = 20
/** Before all that is read, where they are equally good. */
const NEAR: ReadonlySet<Group> = new Set(['here', 'open', 'day', 'actions', 'screens', 'settings', 'help'])
const MOST_LATELY = 4
const MOST_LATEST = 4

/** What was chosen lately, as it stands now: a button is gone with its screen, and a patient of the day list once drawn. */
function stillThere(lately: readonly string[], known: readonly PaletteEntry[]): PaletteEntry[] {
  const now = new Map(known.map((entry) => [entry.key, entry]))
  return lately.flatMap((key) => now.get(key) ?? [])
}

interface AtFirst {
  near: readonly PaletteEntry[]
  /** Keys, the last first. */
  lately: readonly string[]
  /** The substances, and the records of what was chosen lately. */
  chosenFrom: readonly PaletteEntry[]
  /** The sheets that were saved last. */
  latest: readonly PaletteEntry[]
  room: (group: Group) => number
}

/** Before anything is typed: what this screen does, what was chosen lately, whose turn it is, and the first of all the rest. */
function beforeTyping({ near, lately, chosenFrom, latest, room }: AtFirst): ShownPart[] {
  const first = stillThere(lately, [...near, ...chosenFrom])
    .filter(({ group }) => group !== 'here')
    .slice(0, MOST_LATELY)
  const chosen = new Set(first.map(({ key }) => key))
  const others = (entries: readonly PaletteEntry[]) => entries.filter(({ key }) => !chosen.has(key))
  const partOf = (group: Group): ShownPart => {
    const all = others(near.filter((entry) => entry.group === group))
    const entries = all.slice(0, room(group))
    return { id: group, title: text.groups[group], entries, more: all.length - entries.length }
  }
  const parts: ShownPart[] = [
    partOf('here'),
    { id: 'lately', title: text.lately, entries: first, more: 0 },
    ...(['open', 'day', 'actions', 'screens'] as const).map(partOf),
    { id: 'patients', title: text.latest, entries: others(latest), more: 0 },
    ...(['settings', 'help'] as const).map(partOf),
  ]
  return parts.filter(({ entries }) => entries.length > 0)
}

/** One search for everything: a patient of any day, a record of the library, a screen, an action. */
export function PaletteDialog({ places, atSheet, ways, onClose }: PaletteDialogProps) {
  const { _id: userId, time_zone, org_perms } = usePerson()
  const may = org_perms.includes(PERMISSION.records)
  const today = useToday(time_zone)
  const [typed, setTyped] = useState('')
  /** Groups of which more is shown. */
  const [widened, setWidened] = useState<Partial<Record<Group, number>>>({})
  const [lately] = useState(() => recentChoices(localStorage, userId))
  const lists = useLists(may)
  const substances = useSubstances(lists, userId)
  const day = useNearEntries(may, userId, today)
  const near = useMemo(
    () => [...day.filter(({ key }) => !atSheet || !key.startsWith('own/')), ...places],
    [day, places, atSheet],
  )
  const asked = useMemo(
    () => ({
      sought: soughtIn(typed),
      room: (group: Group) => ROOM[group] + (widened[group] ?? 0),
      recent: lately,
    }),
    [typed, widened, lately],
  )
  const records = useFoundRecords(lists, asked)
  const chosenFrom = useMemo(
    () => [...substances, ...recordsOf(lists.lists, lately)],
    [substances, lists.lists, lately],
  )
  const parts = useMemo((): ShownPart[] => {
    const { sought, room, recent } = asked
    if (sought.length === 0)
      return beforeTyping({
        near,
        lately,
        chosenFrom,
        latest: latestSheets(lists.lists.sheets, MOST_LATEST),
        room: (group) => (ROOM_AT_FIRST[group] ?? ROOM[group]) + (widened[group] ?? 0),
      })
    const small = [...near, ...substances].flatMap((entry): Ranked[] => {
      const rankBy = entry.byBeginnings === true ? rankOfAct : rankOf
      const rank = rankBy(sought, entry.name, () => entry.also ?? '')
      return rank === undefined ? [] : [{ entry, rank }]
    })
    return arranged([...small, ...records.found], recent, room, records.beyond).map(
      ({ group, entries, more }) => ({ id: group, title: text.groups[group], entries, more }),
    )
  }, [
    asked,
    near,
    substances,
    records.found,
    records.beyond,
    lately,
    chosenFrom,
    lists.lists.sheets,
    widened,
  ])

  const isPending = asked.sought.length > 0 && (lists.status === 'reading' || !records.isDone)
  const [best] = parts[0]?.entries ?? []
  // Who presses Enter before all is read means what begins with it: only a record of that very name would stand before it.
  const isDecided =
    best !== undefined &&
    NEAR.has(best.group) &&
    (rankOf(asked.sought, best.name, () => '') ?? 3) <= 1 &&
    (lately.length === 0 || lately[0] === best.key)
  const listId = useId()
  const choose = (entry: PaletteEntry) => {
    noteChoice(localStorage, userId, entry.key)
    onClose()
    entry.choose(ways)
  }
  const widen = (group: Group) => setWidened({ ...widened, [group]: (widened[group] ?? 0) + MORE })
  const keys = useRowOfKeys({
    parts,
    typed,
    isPending: isPending && !isDecided,
    onChoose: choose,
    onMore: widen,
  })
  const loaded = useStore(syncStatus, (status) => status.loaded)
  const isEmpty = parts.length === 0
  const counted = parts.reduce((sum, { entries, more }) => sum + entries.length + more, 0)

  return (
    <Modal title={text.title} onClose={onClose} outsideCloses>
      <div className="palette">
        <div className="field-box">
          <Search aria-hidden className="palette-glass" />
          <input
            // When it appears: the frame around it may come later than the palette itself.
            ref={takeFocus}
            type="text"
            role="combobox"
            inputMode="search"
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="field-input"
            aria-label={text.label}
            aria-expanded={!isEmpty}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={keys.at === undefined ? undefined : elementId(listId, keys.at)}
            placeholder={text.placeholder}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setWidened({})
              keys.begin()
            }}
            onKeyDown={keys.onKeyDown}
          />
        </div>
        <SettledStatus text={isPending || typed.trim() === '' ? '' : text.counted(counted)} />
        {asked.sought.length === 0 && <p className="palette-hint quiet small">{text.hint}</p>}
        <Results
          id={listId}
          parts={parts}
          at={keys.at}
          onPoint={keys.point}
          onChoose={choose}
          onMore={widen}
        />
        {isEmpty && !isPending && <p className="palette-none">{text.nothingFound}</p>}
        {isEmpty && !isPending && <p className="quiet small">{text.hint}</p>}
        {lists.status === 'reading' && <p className="palette-none quiet">{text.reading}</p>}
        {lists.status === 'failed' && <p className="palette-none quiet">{text.failed}</p>}
        {may && !loaded && <p className="palette-none quiet">{text.loading}</p>}
        <p className="palette-foot quiet small" aria-hidden>
          {text.keysHint.map(({ keys: signs, does }) => (
            <span key={does}>
              {signs.map((sign) => (
                <KeySign key={sign} sign={sign} />
              ))}
              {does}
            </span>
          ))}
        </p>
      </div>
    </Modal>
  )
}
