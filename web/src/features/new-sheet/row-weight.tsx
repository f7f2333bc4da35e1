import { createContext, useContext, type ReactNode } from 'react'
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

interface RowWeighing {
  scale: Weight
  /** ISO instant. */
  at: string
}

const RowContext = createContext<RowWeighing | null>(null)

/** Looks once for all places that show it. */
export function RowWeightGuard({ children }: { children: ReactNode }) {
  const draft = useSheet(({ sheet }) => sheet.draft)
  const { day_row } = draft
  const row = useLiveQuery(async () => (day_row === undefined ? null : certainRow(day_row)), [day_row])
  const scale = row ? weighedSince(draft, row) : null
  const at = row?.weighed_at
  return <RowContext value={scale === null || at === undefined ? null : { scale, at }}>{children}</RowContext>
}

/** What the scale said of the patient since, as the day list has it, and what the sheet has instead; null while that is the same. */
export function useWeighedSince(): { scale: Weight; since: string; mark: string; here: string } | null {
  const found = useContext(RowContext)
  const weight = useSheet(({ sheet }) => sheet.draft.weight)
  const units = useSheet(({ sheet }) => sheet.draft.weight_units)
  const estimated = useSheet(({ sheet }) => sheet.draft.estimated)
  const timeZone = useStore(signedIn, ({ user }) => user?.time_zone)
  if (found === null) return null
  const { scale, at } = found
  const here = units === '-' ? weight.trim() : said({ weight, units }, estimated)
  return {
    scale,
    since: text.weighedSince(said(scale), formatTime(at, timeZone)),
    mark: text.weighedMark(said(scale)),
    here: text.weightHere(here),
  }
}

/** Somebody weighed the patient while this sheet was open: its volumes are of another weight until that is taken. */
export function RowWeight() {
  const session = useSession()
  const found = useWeighedSince()
  if (found === null) return null
  const { scale, since, here } = found
  return (
    <Banner
      kind="attention"
      title={since}
      action={{
        label: text.takeWeight(said(scale)),
        onPress: () => session.update((sheet) => rowWeightTaken(sheet, scale)),
      }}
    >
      {here}
    </Banner>
  )
}
