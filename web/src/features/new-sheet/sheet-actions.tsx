import { useLiveQuery } from 'dexie-react-hooks'
import { Check, Droplets, EllipsisVertical, Maximize2, RotateCcw } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { isSetAside } from '../../data/attention/attention.ts'
import { currentClinic, currentUser, session as signedIn } from '../../data/people/session.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import { guardWhatCame } from '../../ui/press-guard.ts'
import { roomText } from '../../ui/room-view-text.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { useMedia } from '../../ui/use-media.ts'
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

/** As `new-sheet.css` has it: what is rarely pressed stands in a menu, so that the rest keeps one line. */
const NARROW = '(max-width: 30rem)'

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
  const narrow = useMedia(NARROW)
  const [inRoom, setInRoom] = useState(false)
  const showRoom = () => setInRoom(true)
  const chosen = useSheet(
    ({ sheet: { draft } }) => draft.anesthesia_protocol !== null || draft.emergency_protocol !== null,
  )
  const askReset = () =>
    session.update((sheet) => opened(sheet, { step: MODAL_STEP.withoutSpecies, ask: 'reset' }))
  return (
    <footer className="sheet-actions">
      {narrow ? (
        <RestMenu hasRoom={chosen} onRoom={showRoom} onReset={askReset} />
      ) : (
        <Button onClick={askReset}>{sheetText.reset}</Button>
      )}
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
      {!narrow && (
        // The sheet is set down for it, and is as it was when one comes back.
        <Link
          to={paths.calculator}
          className={`${buttonClass()} sheet-calculator`}
          aria-label={sheetText.calculator}
        >
          <Droplets aria-hidden />
          <span>{sheetText.calculatorShort}</span>
        </Link>
      )}
      {!narrow && chosen && (
        <Button icon={<Maximize2 aria-hidden />} onClick={showRoom}>
          {roomText.open}
        </Button>
      )}
      <SaveOrNext settled={settled} next={pressNext} />
      <Button
        kind={settled ? 'quiet' : 'primary'}
        busy={looking && sheetText.looking}
        data-desk-key="export"
        onClick={() => session.pressExport()}
      >
        {sheetText.export}
      </Button>
      {/* One press shows what there is to draw up so large that it is read from across the room. */}
      {inRoom && <SheetRoom onClose={() => setInRoom(false)} />}
    </footer>
  )
}

interface RestMenuProps {
  hasRoom: boolean
  onRoom: () => void
  onReset: () => void
}

function RestMenu({ hasRoom, onRoom, onReset }: RestMenuProps) {
  const navigate = useNavigate()
  const acts = {
    calculator: () => void navigate(paths.calculator),
    room: onRoom,
    reset: onReset,
  }
  return (
    <MenuButton<keyof typeof acts>
      label={sheetText.more}
      className={`${buttonClass()} sheet-more`}
      items={[
        { id: 'calculator', label: sheetText.calculator, icon: <Droplets aria-hidden /> },
        ...(hasRoom ? [{ id: 'room', label: roomText.open, icon: <Maximize2 aria-hidden /> } as const] : []),
        { id: 'reset', label: sheetText.reset, icon: <RotateCcw aria-hidden /> },
      ]}
      onAction={(id) => acts[id]()}
    >
      <EllipsisVertical aria-hidden />
    </MenuButton>
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
