import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { dayStatusTitle, isOver, isToDraw } from 'sync-protocol/rules/day-status'
import { saidWeight } from 'sync-protocol/rules/dose'
import { dayNumber, dayOfNumber } from 'sync-protocol/rules/substance-series'
import { numberText } from 'sync-protocol/rules/number-input'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { currentClinic } from '../../data/database/signed-in.ts'
import { openDrafts } from '../../data/drafts/open-draft.ts'
import { chooseForThisTab } from '../../data/drafts/own-drafts.ts'
import { openSheetsOfClinic } from '../../data/view/recent-sheets.ts'
import { rowsFrom, type DayRow } from '../../data/view/day-rows.ts'
import { forRow, paths } from '../../paths.ts'
import { pictureOf } from '../../records/patient.ts'
import { formatDate } from '../../ui/format.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { paletteText as text } from './palette-text.ts'

/** `by`: whose it is; undefined for the own one. A colleague's is taken over where Home says it. */
function openSheet(id: string, userId: string, sheet: SheetDraft, by?: string): PaletteEntry {
  const { name, species, weight, weight_units: units, patient_id } = sheet
  const said = units === '-' ? undefined : saidWeight(weight, units, sheet.estimated === true)?.[0]
  return {
    key: `${by === undefined ? 'own' : 'theirs'}/${id}`,
    group: 'open',
    name: name.trim() || text.noName,
    about: text.about(text.openBy(by ?? text.you), said ?? ''),
    also: patient_id.toLowerCase(),
    picture: pictureOf(species),
    choose({ go }) {
      if (by !== undefined) return go(paths.home)
      chooseForThisTab(userId, id)
      return go(paths.newSheet)
    },
  }
}

/** Patients of earlier lists without a sheet are found for so many days. */
const DAYS_BACK = 31

/**
 * `by`: who else has the sheet open; the day list asks whether it is taken over. Of another day its list is shown: a sheet that is
 * begun by mistake would be dated today.
 */
function patientOfDay(
  { _id: id, content: row }: DayRow,
  today: string,
  by: string | undefined,
): PaletteEntry {
  const { name, species, status, weight, weight_units: units, procedure = '', patient_id = '' } = row
  const said =
    weight === undefined || units === undefined
      ? undefined
      : saidWeight(numberText(weight), units, row.estimated)?.[0]
  return {
    key: `day/${id}`,
    group: row.day === today ? 'day' : 'days',
    name,
    about: text.about(
      row.day === today ? '' : formatDate(row.day),
      by === undefined ? '' : text.openBy(by),
      dayStatusTitle(status),
      text.species[species] ?? '',
      said ?? '',
      procedure,
    ),
    also: `${patient_id} ${procedure} ${row.owner ?? ''} ${row.cage ?? ''}`.toLowerCase(),
    picture: pictureOf(species),
    choose({ go }) {
      if (row.day !== today) return go(paths.dayList(row.day))
      return by === undefined ? go(paths.newSheet, forRow(id)) : go(paths.day)
    },
  }
}

/** Whose sheet comes next of today's list, as NEXT PATIENT takes them. */
function nextOf(rows: readonly DayRow[], today: string, isOpen: (id: string) => boolean): PaletteEntry[] {
  const row = rows.find(
    ({ _id, content }) =>
      content.day === today && content.sheet_id === undefined && isToDraw(content.status) && !isOpen(_id),
  )
  if (row === undefined) return []
  const { name, species } = row.content
  return [
    {
      key: 'next patient',
      group: 'day',
      name: text.nextPatientIs(name),
      also: text.nextPatientToo,
      picture: pictureOf(species),
      choose: ({ go }) => go(paths.newSheet, forRow(row._id)),
    },
  ]
}

const NONE: readonly never[] = []

/** Patients without a saved sheet: the open sheets, and those of the lists of today and other days. `may`: the person makes sheets. */
export function useNearEntries(may: boolean, userId: string, day: string): readonly PaletteEntry[] {
  const open = useLiveQuery(async () => (may ? openDrafts('sheet') : []), [may])
  const since = dayOfNumber(dayNumber(day) - DAYS_BACK)
  const rows = useLiveQuery(async () => (may ? rowsFrom(currentClinic(), since) : []), [may, since])
  const all = useLiveQuery(async () => (may ? openSheetsOfClinic() : []), [may]) ?? NONE
  return useMemo(() => {
    const theirs = all.filter(({ meta }) => meta.author_id !== userId)
    const openBy = new Map(
      theirs.flatMap(({ content, meta }) =>
        content?.kind === 'sheet' && content.day_row !== undefined
          ? [[content.day_row, meta.author_name] as const]
          : [],
      ),
    )
    return [
      ...(open ?? []).flatMap(({ _id, content, saved }) =>
        content?.kind === 'sheet' && saved === undefined ? [openSheet(_id, userId, content)] : [],
      ),
      ...theirs.flatMap(({ _id, content, meta }) =>
        content?.kind === 'sheet' && content.day_row === undefined
          ? [openSheet(_id, userId, content, meta.author_name)]
          : [],
      ),
      ...nextOf(rows ?? [], day, (id) => openBy.has(id)),
      // What is saved is among the saved sheets.
      ...(rows ?? []).flatMap((row) =>
        row.content.sheet_id !== undefined || isOver(row.content.status)
          ? []
          : [patientOfDay(row, day, openBy.get(row._id))],
      ),
    ]
  }, [open, rows, all, userId, day])
}
