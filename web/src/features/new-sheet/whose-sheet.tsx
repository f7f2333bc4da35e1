import { useLiveQuery } from 'dexie-react-hooks'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { getRecords } from '../../data/view/records.ts'
import { formatNumber } from '../../ui/format.ts'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { isOfAnother, mayBeNextPatient } from './as-correction.ts'
import { whoseSaid } from './open-sheet.ts'
import { useSession, useSheet } from './session-context.ts'
import { partWords, sheetText as text } from './sheet-text.ts'

interface Whose {
  /** As it was saved. */
  before: SheetContent
  /** It is another patient's by now: as somebody said, or most likely. */
  isOther: boolean
}

/** Of a sheet that was saved for one and names another by now; null of any other sheet. */
export function useWhoseSheet(sheet: SheetContent): Whose | null {
  const said = useSheet((state) => state.sheet.isOther)
  const isRefused = useSheet((state) => state.sheet.again !== null)
  const { corrects } = sheet
  const before = useLiveQuery(
    async () => (corrects === undefined ? undefined : (await getRecords('sheets', [corrects]))[0]?.content),
    [corrects],
  )
  if (isRefused || before == null || !mayBeNextPatient(before, sheet)) return null
  return { before, isOther: isOfAnother(before, sheet, said) }
}

/**
 * Above YES and NO: a name that was corrected is the same patient, whose sheet this one replaces; of one that was typed over, the
 * sheet before stays right.
 */
export function WhoseSheet({ before, isOther }: Whose) {
  const session = useSession()
  const { name, weight, weight_units, estimated } = before
  const weighed = partWords.weight(formatNumber(weight), weight_units, estimated)
  return (
    <div className="row-of-other">
      <GuardLines findings={[{ level: 'amber', words: text.savedFor(name.trim(), weighed) }]} />
      <Segmented
        label={text.whose}
        value={isOther ? 'other' : 'same'}
        options={(['same', 'other'] as const).map((value) => ({ value, label: text.whoseOptions[value] }))}
        onChange={(value) => session.update((open) => whoseSaid(open, value === 'other'))}
      />
    </div>
  )
}
