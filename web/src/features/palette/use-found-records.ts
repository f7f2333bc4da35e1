import { useEffect, useMemo, useState } from 'react'
import { listIndex } from '../../data/lists/list-index.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { searchNext, listPlace } from '../../data/lists/list-memory.ts'
import { substancesOf } from '../../data/lists/substances.ts'
import { nextTask } from '../../in-slices.ts'
import { paths } from '../../paths.ts'
import { doseText } from '../../records/dose-text.ts'
import { formatNumber } from '../../ui/format.ts'
import { useLiveList, type LiveList } from '../../ui/use-live-list.ts'
import { findRecords, type FoundRecords } from './find-records.ts'
import type { Group, PaletteEntry } from './palette-entry.ts'
import { paletteText as text } from './palette-text.ts'
import { rankOf, type Sought } from './ranking.ts'
import { sourcesFor } from './record-sources.ts'

const NO_LIST: LiveList<ListEntry> = {
  entries: () => NOTHING,
  subscribe: () => () => undefined,
  ready: Promise.resolve(),
  isReady: () => true,
}
const NOTHING: readonly ListEntry[] = []

type Listed = 'sheets' | 'drugs' | 'fluids' | 'anesthesia_protocols' | 'emergency_protocols' | 'balances'

/** The lists of this tablet, asked for when the palette opens; empty ones for who does not make sheets. */
export function useLists(may: boolean) {
  const open = (collection: Listed) => () => (may ? listIndex(collection) : NO_LIST)
  const sheets = useLiveList(open('sheets'))
  const drugs = useLiveList(open('drugs'))
  const fluids = useLiveList(open('fluids'))
  const anesthesia = useLiveList(open('anesthesia_protocols'))
  const emergency = useLiveList(open('emergency_protocols'))
  const balances = useLiveList(open('balances'))
  const all = [sheets, drugs, fluids, anesthesia, emergency, balances]
  const lists = useMemo(
    () => ({
      sheets: sheets.items,
      drugs: drugs.items,
      fluids: fluids.items,
      anesthesia_protocols: anesthesia.items,
      emergency_protocols: emergency.items,
    }),
    [sheets.items, drugs.items, fluids.items, anesthesia.items, emergency.items],
  )
  return {
    lists,
    balances: balances.items,
    status: all.some(({ status }) => status === 'reading')
      ? ('reading' as const)
      : all.some(({ status }) => status === 'failed')
        ? ('failed' as const)
        : ('ready' as const),
  }
}

type Lists = ReturnType<typeof useLists>

/** The controlled substances: each leads to its balance sheets. */
export function useSubstances(
  { lists: { drugs }, balances }: Lists,
  userId: string,
): readonly PaletteEntry[] {
  return useMemo(
    () =>
      substancesOf(drugs, balances).map(({ drug_name, drug_concentration, schedule }): PaletteEntry => {
        const concentration = formatNumber(drug_concentration)
        return {
          key: `substance/${concentration} ${drug_name.toLowerCase()}`,
          group: 'substances',
          name: drug_name,
          about: text.substance(concentration),
          marks: [
            {
              kind: 'controlled',
              text: schedule === undefined ? doseText.controlled : doseText.scheduleShort(schedule),
            },
          ],
          choose({ go }) {
            searchNext(listPlace(userId, 'balances'), drug_name)
            go(paths.controlledSubstances)
          },
        }
      }),
    [drugs, balances, userId],
  )
}

const NOT_FOUND: FoundRecords = { found: [], beyond: {} }

/** Of what was found for other words, what these words mean too: so long as the lists are searched, nothing goes and comes. */
const stillFound = ({ found }: FoundRecords, sought: Sought): FoundRecords => ({
  found: found.flatMap(({ entry }) => {
    const rank = rankOf(sought, entry.name, () => (entry.about ?? '').toLowerCase())
    return rank === undefined ? [] : [{ entry, rank }]
  }),
  beyond: {},
})

interface Asked {
  sought: Sought
  room: (group: Group) => number
  recent: readonly string[]
}

/**
 * What the lists have for this, and whether that is all: a long list is searched in slices, and nobody gets what was found for
 * other words. `asked`: the same object for the same search.
 */
export function useFoundRecords({ lists }: Lists, asked: Asked): FoundRecords & { isDone: boolean } {
  const [done, setDone] = useState<{ lists: unknown; asked: Asked; records: FoundRecords } | null>(null)
  useEffect(() => {
    if (asked.sought.length === 0) return undefined
    let over = false
    const search = async () => {
      const sources = sourcesFor(lists, asked.sought)
      const slices = { pause: nextTask, isOver: () => over }
      const records = await findRecords(sources, asked.sought, asked, slices)
      if (records !== undefined && !over) setDone({ lists, asked, records })
    }
    search().catch((error: unknown) => console.error(error))
    return () => {
      over = true
    }
  }, [lists, asked])
  const records = useMemo(() => {
    if (asked.sought.length === 0 || done === null) return NOT_FOUND
    // What other tablets just sent changes the lists: until that is searched too, what was found stands.
    return done.asked === asked ? done.records : stillFound(done.records, asked.sought)
  }, [done, asked])
  return { ...records, isDone: asked.sought.length === 0 || (done?.asked === asked && done.lists === lists) }
}
