import { saidWeight } from 'sync-protocol/rules/dose'
import { useRowWeighing } from '../../records/row-weighing.ts'
import { rowWeighingText as text } from '../../records/row-weighing-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { rowWeightTaken } from './open-sheet.ts'
import { useSession, useSheet } from './session-context.ts'

/** Somebody weighed the patient while this sheet was open: its volumes are of another weight until that is taken. */
export function RowWeight() {
  const session = useSession()
  const draft = useSheet(({ sheet }) => sheet.draft)
  const found = useRowWeighing(draft.day_row, draft)
  if (found === null) return null
  const { scale, title, here } = found
  return (
    <Banner
      kind="attention"
      title={title}
      {...(scale !== null && {
        action: {
          label: text.take(saidWeight(scale.weight, scale.units)?.[0] ?? ''),
          onPress: () => session.update((sheet) => rowWeightTaken(sheet, scale)),
        },
      })}
    >
      {here}
    </Banner>
  )
}
