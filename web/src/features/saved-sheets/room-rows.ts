import type { SheetContent, SheetEmergencyDrug } from 'sync-protocol/records/sheet'
import { exactText } from 'sync-protocol/rules/dose'
import type { GuardLine } from '../../ui/guard-lines.tsx'
import type { RoomRow, RoomVolume } from '../../ui/room-view.tsx'
import { doseSaid, emergencySaid } from './dose-said.ts'
import { printed } from './printed.ts'
import { savedSheetsText as text } from './saved-sheets-text.ts'

type Kept = Pick<RoomRow, 'volumes' | 'findings'>

interface Stored {
  of?: string
  volume: number
  exact: number | undefined
}

const shown = ({ of, volume, exact }: Stored): RoomVolume => ({
  value: printed(volume),
  isFlagged: exact !== undefined,
  ...(of !== undefined && { of }),
})

function noteOf({ of, volume, exact }: Stored): GuardLine[] {
  if (exact === undefined) return []
  const said = volume === 0 ? text.tooSmall(exactText(exact)) : text.rounded(exactText(exact))
  return [{ level: 'amber', words: of === undefined ? said : `${of}: ${said}` }]
}

const kept = (volumes: readonly Stored[], said: readonly GuardLine[] = []): Kept => ({
  volumes: volumes.map(shown),
  findings: [...volumes.flatMap(noteOf), ...said],
})

function ofEmergency(drug: SheetEmergencyDrug, said: readonly GuardLine[]): Kept {
  const low = { volume: drug.volume_low, exact: drug.volume_low_exact }
  const high = { volume: drug.volume_high, exact: drug.volume_high_exact }
  const isOne = low.volume === high.volume && low.exact === high.exact
  return kept(
    isOne
      ? [low]
      : [
          { of: text.low, ...low },
          { of: text.high, ...high },
        ],
    said,
  )
}

/** The rows of a saved sheet in its order, as they were saved, to be read from across the room. */
export function roomRows(sheet: SheetContent): RoomRow[] {
  const { anesthesia_protocol, emergency_protocol } = sheet
  const { sections, fluids } = anesthesia_protocol
  return [
    ...sections.flatMap(({ drugs }, section) =>
      drugs.map((drug, place) => ({
        key: `${section}/${place}`,
        name: drug.name,
        route: drug.route,
        ...kept([{ volume: drug.volume, exact: drug.volume_exact }], doseSaid(drug, sheet)),
      })),
    ),
    ...fluids.map(({ name, volume, volume_exact: exact }, place) => ({
      key: `fluids/${place}`,
      name,
      route: '',
      ...kept([{ volume, exact }]),
    })),
    ...(emergency_protocol?.drugs ?? []).map((drug, place) => ({
      key: `emergency/${place}`,
      name: drug.name,
      route: drug.route,
      ...ofEmergency(drug, emergencySaid(drug, sheet)),
      ...(place === 0 && { part: text.emergency }),
    })),
  ]
}
