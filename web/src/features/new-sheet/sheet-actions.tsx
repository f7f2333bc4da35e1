import { useLiveQuery } from 'dexie-react-hooks'
import { Check, Droplets, Maximize2 } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import { isSetAside } from '../../data/attention/attention.ts'
import { currentClinic, currentUser, session as signedIn } from '../../data/people/session.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { guardWhatCame } from '../../ui/press-guard.ts'
import { roomText } from '../../ui/room-view-text.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { nextRowToDraw } from '../../data/view/day-rows.ts'
import { MODAL_STEP } from './modal-steps.ts'
import { sharedWith } from './next-patient.ts'
import { isSaved, opened } from './open-sheet.ts'
import { useRowOfOther } from './row-of-other.tsx'
import { useSession, useSheet } from './session-context.ts'
import type { SheetDesk } from './sheet-desk.ts'
import { sheetOfRow } from './sheet-of-row.ts'
import { SheetRoom } from './sheet-room.tsx'
import { sheetText } from './sheet-text.ts'
import { useUnusualWeight } from './weight-guard.tsx'

/** Within thumb's reach at the bottom. NEXT PATIENT takes the first place once the sheet is saved. */
export function SheetActions({ desk }: { desk: SheetDesk }) {
  const session = useSession()
  const saved = useSheet(({ sheet }) => sheet.saved)
  const settled = useSheet(({ sheet }) => isSaved(sheet))
  const kept = useSheet((state) => state.kept)
  const looking = useSheet((state) => state.looking)
  const exportedAt = useSheet(({ sheet }) => sheet.exportedAt)
  const sheetId = saved?.sheetId
  const setAside = useLiveQuery(
    async () => sheetId !== undefined && (await isSetAside('sheets', sheetId)),
    [sheetId],
  )
  const timeZone = useStore(signedIn, ({ user }) => user?.time_zone)
  const last = useSheet(({ lastPatient, sheet }) => sharedWith(lastPatient, sheet))
  const row = useSheet(({ sheet }) => sheet.draft.day_row)
  const next = async () => {
    const { _id: userId } = currentUser()
    const nextRow = row === undefined ? undefined : await nextRowToDraw(currentClinic(), row, userId)
    const listed = nextRow && (await sheetOfRow(userId, nextRow._id))
    if (listed && listed.id !== null) desk.goOn(listed)
    else await session.nextPatient(listed?.content)
  }
  const pressNext = () => {
    next().catch((error: unknown) => {
      console.error(error)
      showToast({ text: sheetText.libraryUnread, kind: 'attention' })
    })
  }
  const time = saved && formatDateTime(saved.at, timeZone).split(', ')[1]
  return (
    <footer className="sheet-actions">
      <Button
        onClick={() =>
          session.update((sheet) => opened(sheet, { step: MODAL_STEP.withoutSpecies, ask: 'reset' }))
        }
      >
        {sheetText.reset}
      </Button>
      <output className="sheet-state">
        {!kept && <span className="sheet-not-kept">{sheetText.notKept}</span>}
        {saved === null && last !== null && <span className="quiet">{sheetText.keptFrom(last)}</span>}
        {exportedAt !== null && (
          <span className="sheet-exported">
            {sheetText.exportedOnly(formatDateTime(exportedAt, timeZone))}
          </span>
        )}
        {setAside === true && <span className="sheet-not-kept">{sheetText.setAside}</span>}
        {typeof time === 'string' && setAside !== true && (
          <span className={settled ? 'sheet-saved' : 'quiet'}>
            {settled && <Check aria-hidden />}
            {settled ? sheetText.saved(time) : sheetText.changedSince(time)}
          </span>
        )}
      </output>
      {/* The sheet is set down for it, and is as it was when one comes back. */}
      <Link
        to={paths.calculator}
        className={`${buttonClass()} sheet-room sheet-calculator`}
        aria-label={sheetText.calculator}
      >
        <Droplets aria-hidden />
        <span>{sheetText.calculatorShort}</span>
      </Link>
      <RoomButton />
      <SaveOrNext settled={settled} next={pressNext} />
      <Button
        kind={settled ? 'quiet' : 'primary'}
        busy={looking && sheetText.looking}
        data-desk-key="export"
        onClick={() => session.pressExport()}
      >
        {sheetText.export}
      </Button>
    </footer>
  )
}

/** SAVE; once it is saved, NEXT PATIENT, with the focus. */
function SaveOrNext({ settled, next }: { settled: boolean; next: () => void }) {
  const session = useSession()
  const saving = useSheet((state) => state.saving === 'busy')
  const isUnusual = useUnusualWeight() !== null
  const isOfOther = useRowOfOther() !== null
  // The second half of the press on SAVE is not the first on NEXT PATIENT.
  useLayoutEffect(() => (settled ? guardWhatCame() : undefined), [settled])
  return settled ? (
    <Button kind="primary" title={sheetText.nextHint} onClick={next}>
      {sheetText.next}
    </Button>
  ) : (
    <Button
      busy={saving && sheetText.saving}
      data-desk-key="save"
      onClick={() => session.pressSave(isUnusual || isOfOther)}
    >
      {sheetText.save}
    </Button>
  )
}

/** One press shows what there is to draw up so large that it is read from across the room. */
function RoomButton() {
  const [isOpen, setOpen] = useState(false)
  const chosen = useSheet(
    ({ sheet: { draft } }) => draft.anesthesia_protocol !== null || draft.emergency_protocol !== null,
  )
  if (!chosen) return null
  return (
    <>
      <Button
        className="sheet-room"
        icon={<Maximize2 aria-hidden />}
        // Also where a phone shows only the picture.
        aria-label={roomText.open}
        onClick={() => setOpen(true)}
      >
        <span>{roomText.open}</span>
      </Button>
      {isOpen && <SheetRoom onClose={() => setOpen(false)} />}
    </>
  )
}
