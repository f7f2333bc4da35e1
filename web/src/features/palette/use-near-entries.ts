import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { isOver } from 'sync-protocol/rules/day-status'
import { saidWeight } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { currentClinic } from '../../data/database/signed-in.ts'
import { openDrafts } from '../../data/drafts/open-draft.ts'
import { chooseForThisTab } from '../../data/drafts/own-drafts.ts'
import { rowsOfDay } from '../../data/view/day-rows.ts'
import { forRow, paths } from '../../paths.ts'
import { PICTURES } from '../../records/patient.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { paletteText as text } from './palette-text.ts'

function openSheet(id: string, userId: string, sheet: SheetDraft): PaletteEntry {
  const { name, species, weight, weight_units: units, patient_id } = sheet
  const said = units === '-' ? undefined : saidWeight(weight, units, sheet.estimated === true)?.[0]
  return {
    key: `open/${id}`,
    group: 'open',
    name: name.trim() || text.noName,
    about: text.about(text.openSheet, said ?? ''),
    also: patient_id.toLowerCase(),
    picture: species === -1 ? 'unset' : PICTURES[species],
    choose({ go }) {
      chooseForThisTab(userId, id)
      go(paths.newSheet)
    },
  }
}

function patientOfDay(id: string, row: DayRowContent): PaletteEntry {
  const { name, species, status, weight, weight_units: units, procedure = '', patient_id = '' } = row
  const said =
    weight === undefined || units === undefined
      ? undefined
      : saidWeight(numberText(weight), units, row.estimated)?.[0]
  return {
    key: `day/${id}`,
    group: 'day',
    name,
    about: text.about(text.statuses[status] ?? '', text.species[species] ?? '', said ?? '', procedure),
    also: `${patient_id} ${procedure} ${row.owner ?? ''} ${row.cage ?? ''}`.toLowerCase(),
    picture: PICTURES[species],
    choose: ({ go }) => go(paths.newSheet, forRow(id)),
  }
}

/** Patients without a saved sheet: the own open sheets, and those of the day's list. `may`: the person makes sheets. */
export function useNearEntries(may: boolean, userId: string, day: string): readonly PaletteEntry[] {
  const open = useLiveQuery(async () => (may ? openDrafts('sheet') : []), [may])
  const rows = useLiveQuery(async () => (may ? rowsOfDay(currentClinic(), day) : []), [may, day])
  return useMemo(
    () => [
      ...(open ?? []).flatMap(({ _id, content, saved }) =>
        content?.kind === 'sheet' && saved === undefined ? [openSheet(_id, userId, content)] : [],
      ),
      // What is saved is among the saved sheets.
      ...(rows ?? []).flatMap(({ _id, content }) =>
        content.sheet_id !== undefined || isOver(content.status) ? [] : [patientOfDay(_id, content)],
      ),
    ],
    [open, rows, userId],
  )
}
