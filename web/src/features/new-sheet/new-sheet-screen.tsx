import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { useStore } from 'zustand'
import { session as signedIn } from '../../data/people/session.ts'
import { setsDown, startIn } from '../../paths.ts'
import { useSectionClasses } from '../../records/use-section-classes.ts'
import { isTaken } from '../../records/use-take-over.ts'
import { Banner } from '../../ui/banner.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { KeepAwake } from '../../ui/keep-awake.tsx'
import { openWithToastRoom } from '../../ui/toast-room.ts'
import { Choices } from './choices.tsx'
import {
  EndedElsewhere,
  FromElsewhere,
  SavedBeside,
  SavedDeleted,
  type RenderSaved,
} from './from-elsewhere.tsx'
import { InjectionsBlock } from './injections-block.tsx'
import { LibraryChanges } from './library-changes.tsx'
import { keepable } from './open-sheet.ts'
import { PatientFields, PatientRecordFields } from './patient-fields.tsx'
import { SessionContext, useSheet } from './session-context.ts'
import { sheetDesk, deskAtHand, type Opened, type SheetDesk } from './sheet-desk.ts'
import { readPaper } from './kept-paper.ts'
import { RowWeight } from './row-weight.tsx'
import { SheetActions } from './sheet-actions.tsx'
import { SheetModals, type RenderExport } from './sheet-modals.tsx'
import { sheetText } from './sheet-text.ts'
import { SpeciesButton } from './species-button.tsx'
import type { EarlierDraft } from './earlier-draft.ts'
import { useLabelled } from './use-labelled.ts'
import { usePhone } from './use-phone.ts'
import { VolumesPanel, type VolumesPanelProps } from './volumes-panel.tsx'
import { WeightGuard } from './weight-guard.tsx'
import './new-sheet.css'
import './sheet-fields.css'

interface NewSheetScreenProps {
  /** The export window, which saved sheets have too. */
  renderExport: RenderExport
  renderSaved: RenderSaved
  /** The labels of its syringes and its patient. */
  renderLabels: (labels: LabelsWindow) => ReactNode
}

export interface LabelsWindow {
  /** As what its labels are counted: the patient's row of the day list, or the sheet itself. */
  id: string
  draft: SheetDraft
  onClose: () => void
}

/** New Anesthesia Sheet, /new-sheet (`spec 1 §2`). */
export function NewSheetScreen(props: NewSheetScreenProps) {
  const user = useStore(signedIn, ({ user: profile }) => profile)
  return user === null ? null : <OpenSheet key={user._id} user={user} {...props} />
}

function OpenSheet({
  user,
  renderExport,
  renderSaved,
  renderLabels,
}: { user: { _id: string; time_zone: string } } & NewSheetScreenProps) {
  const [desk] = useState(() => deskAtHand(user._id) ?? sheetDesk(user))
  const opened = useStore(desk.store, (state) => state.opened)
  const areClassesRead = useSectionClasses() !== undefined
  const { state } = useLocation()
  const navigate = useNavigate()
  useEffect(openWithToastRoom, [])
  const [start] = useState(() => startIn(state))
  useEffect(() => {
    void desk.open(start)
    // Asked for once: after a reload the sheet that was open comes back.
    if (start !== undefined) void navigate('.', { replace: true, state: null })
    return () => (setsDown(location.pathname) ? desk.setDown() : desk.close())
  }, [desk, navigate, start])
  if (opened === null || !areClassesRead) return null
  return (
    <SessionContext value={opened.session}>
      <WeightGuard>
        <div className="new-sheet below-toasts toasts-in-bar">
          <SheetParts {...{ opened, desk, renderSaved, renderLabels }} />
        </div>
        <SheetModals renderExport={renderExport} />
      </WeightGuard>
    </SessionContext>
  )
}

interface SheetPartsProps {
  opened: Opened
  desk: SheetDesk
  renderSaved: RenderSaved
  renderLabels: NewSheetScreenProps['renderLabels']
}

function SheetParts({ opened, desk, renderSaved, renderLabels }: SheetPartsProps) {
  const [labels, setLabels] = useState(false)
  const labelled = useLabelled()
  const ended = useSheet((state) => state.elsewhere)
  const isBegun = useSheet(({ sheet }) => keepable(sheet) !== null)
  if (ended !== null) return <EndedElsewhere ended={ended} desk={desk} renderSaved={renderSaved} />
  return (
    <>
      {isBegun && <KeepAwake />}
      <Earlier earlier={opened.earlier} desk={desk} />
      <FromElsewhere />
      <SavedDeleted />
      <SavedBeside />
      <RowWeight />
      <LibraryChanges />
      <SheetColumns printedFor={labelled.printedFor} onLabels={() => setLabels(true)} />
      <SheetActions desk={desk} />
      {labels && renderLabels({ id: labelled.id, draft: labelled.draft, onClose: () => setLabels(false) })}
    </>
  )
}

/** On a phone the volumes come before what they do without: else none of them is in sight. */
function SheetColumns(labels: VolumesPanelProps) {
  const phone = usePhone()
  const rest = (
    <>
      <PatientRecordFields />
      <InjectionsBlock />
    </>
  )
  return (
    <div className="sheet-columns">
      <div className="sheet-inputs">
        <div className="sheet-start">
          <SpeciesButton />
          <Choices />
        </div>
        <PatientFields />
        {!phone && rest}
      </div>
      <VolumesPanel {...labels} />
      {phone && <div className="sheet-inputs">{rest}</div>}
    </div>
  )
}

/** Says that a sheet came back, or offers the one that is open on another tablet. */
function Earlier({ earlier, desk }: { earlier: EarlierDraft | null; desk: SheetDesk }) {
  const untouched = useSheet(({ sheet }) => sheet.draft === earlier?.content)
  const exported = useExported(earlier)
  const { state } = useLocation()
  if (earlier === null) return null
  const { name, species } = earlier.content
  if (earlier.own && isTaken(state) && exported === null) return null
  if (earlier.own && exported !== null)
    return (
      untouched && (
        <Banner kind="attention" onDismiss={() => desk.dismiss()}>
          {sheetText.restored(name)} {exported}
        </Banner>
      )
    )
  if (earlier.own)
    return (
      untouched && (
        <Banner
          kind="info"
          action={{ label: sheetText.startEmpty, onPress: () => desk.startEmpty() }}
          onDismiss={() => desk.dismiss()}
        >
          {sheetText.restored(name)}
        </Banner>
      )
    )
  return (
    <Banner
      kind="info"
      title={sheetText.offerTitle}
      action={{ label: sheetText.continue, onPress: () => desk.goOn(earlier) }}
      onDismiss={() => desk.dismiss()}
    >
      {exported === null
        ? sheetText.offer(name, species)
        : sheetText.offerExported(sheetText.offer(name, species), exported)}
    </Banner>
  )
}

/** That there is paper of it, made on this tablet, and no record; null where there is none. */
function useExported(earlier: EarlierDraft | null): string | null {
  const ofThisSheet = useSheet(({ sheet }) => sheet.exportedAt)
  const timeZone = useStore(signedIn, ({ user }) => user?.time_zone)
  if (earlier === null) return null
  const exportedAt = earlier.own ? ofThisSheet : readPaper(localStorage, earlier.id).exportedAt
  if (exportedAt === null) return null
  const wasSaved = typeof earlier.content.saved_as === 'string'
  return sheetText.restoredExported(formatDateTime(exportedAt, timeZone), wasSaved)
}
