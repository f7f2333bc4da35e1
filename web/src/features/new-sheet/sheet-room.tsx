import { useMemo } from 'react'
import { largeWeight } from 'sync-protocol/rules/dose'
import type { GuardLine } from '../../ui/guard-lines.tsx'
import { RoomView } from '../../ui/room-view.tsx'
import { roomRows } from './room-rows.ts'
import { useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'
import { pictureOf } from '../../records/patient.ts'
import { useDoseRows } from './use-dose-rows.ts'
import { whatIsMissing } from './volumes-said.ts'
import { useUnusualWeight } from './weight-guard.tsx'

/** The open sheet as it is read from across the room; it follows what is typed here and on other tablets. */
export function SheetRoom({ onClose }: { onClose: () => void }) {
  const draft = useSheet(({ sheet }) => sheet.draft)
  const judged = useDoseRows(draft, true)
  const rows = useMemo(() => roomRows(draft, judged), [draft, judged])
  const { species, name, weight, weight_units: units, estimated } = draft
  const missing = whatIsMissing({ weight, weight_units: units })
  return (
    <RoomView
      patient={name.trim()}
      picture={pictureOf(species)}
      species={sheetText.speciesNames[species]}
      weight={(units === '-' ? null : largeWeight(weight, units, estimated)) ?? missing}
      findings={useSaidOfSheet()}
      rows={rows}
      onClose={onClose}
    />
  )
}

/** What nobody may miss who reads from here: a weight that looks wrong, what another tablet changed, and a part with two versions. */
function useSaidOfSheet(): GuardLine[] {
  const unusual = useUnusualWeight()
  const came = useSheet((state) => state.came)
  const hasTwoVersions = useSheet((state) => state.setAside.length > 0)
  const parts = came?.parts.filter((part) => part in sheetText.parts) ?? []
  const changed = parts.map((part) =>
    sheetText.cameLine(sheetText.parts[part] ?? part, came?.said[part] || sheetText.none),
  )
  return [
    ...(hasTwoVersions ? [{ level: 'red' as const, words: sheetText.twoVersions }] : []),
    ...(unusual === null ? [] : [{ level: unusual.level, words: unusual.words }]),
    ...(came === null || parts.length === 0
      ? []
      : [{ level: 'amber' as const, words: `${sheetText.came(came.by)}: ${changed.join(', ')}` }]),
  ]
}
