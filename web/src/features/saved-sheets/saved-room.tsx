import { useMemo } from 'react'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { largeWeight } from 'sync-protocol/rules/dose'
import { formatNumber } from '../../ui/format.ts'
import type { GuardLine } from '../../ui/guard-lines.tsx'
import { RoomView } from '../../ui/room-view.tsx'
import { roomRows } from './room-rows.ts'
import { savedSheetsText as text } from './saved-sheets-text.ts'
import { pictureOf } from '../../records/patient.ts'

interface SavedRoomProps {
  sheet: SheetContent
  /** What has to be known about the whole sheet before anything of it is drawn. */
  findings: readonly GuardLine[]
  onClose: () => void
}

/** A saved sheet as it is read from across the room. */
export function SavedRoom({ sheet, findings, onClose }: SavedRoomProps) {
  const rows = useMemo(() => roomRows(sheet), [sheet])
  const { name, species, weight, weight_units: units, estimated } = sheet
  return (
    <RoomView
      patient={name}
      picture={pictureOf(species)}
      species={text.speciesNames[species]}
      weight={largeWeight(formatNumber(weight), units, estimated) ?? `${formatNumber(weight)} ${units}`}
      findings={findings}
      rows={rows}
      onClose={onClose}
    />
  )
}
