import { useLiveQuery } from 'dexie-react-hooks'
import { useStore } from 'zustand'
import { weighedSince } from 'sync-protocol/rules/row-weight'
import { saidWeight, type Weight } from 'sync-protocol/rules/dose'
import { contestedRecords } from '../../data/attention/contested.ts'
import { currentClinic } from '../../data/database/signed-in.ts'
import { session as signedIn } from '../../data/people/session.ts'
import { dayRow } from '../../data/view/day-rows.ts'
import { Banner } from '../../ui/banner.tsx'
import { formatTime } from '../../ui/format.ts'
import { rowWeightTaken } from './open-sheet.ts'
import { useSession, useSheet } from './session-context.ts'
import { sheetText as text } from './sheet-text.ts'

/** The patient's row of the day list; null while two versions of it wait for a decision. */
async function certainRow(id: string) {
  const row = await dayRow(currentClinic(), id)
  return row && !(await contestedRecords('day_rows')).has(id) ? row.content : null
}

const said = ({ weight, units }: Weight, estimated?: boolean): string =>
  saidWeight(weight, units, estimated)?.[0] ?? ''

/** Somebody weighed the patient while this sheet was open: its volumes are of another weight until that is taken. */
export function RowWeight() {
  const session = useSession()
  const draft = useSheet(({ sheet }) => sheet.draft)
  const timeZone = useStore(signedIn, ({ user }) => user?.time_zone)
  const { day_row, weight, weight_units, estimated } = draft
  const row = useLiveQuery(async () => (day_row === undefined ? null : certainRow(day_row)), [day_row])
  const scale = row ? weighedSince(draft, row) : null
  if (scale === null || row?.weighed_at === undefined) return null
  const here = weight_units === '-' ? weight.trim() : said({ weight, units: weight_units }, estimated)
  return (
    <Banner
      kind="attention"
      title={text.weighedSince(said(scale), formatTime(row.weighed_at, timeZone))}
      action={{
        label: text.takeWeight(said(scale)),
        onPress: () => session.update((sheet) => rowWeightTaken(sheet, scale)),
      }}
    >
      {text.weightHere(here)}
    </Banner>
  )
}
