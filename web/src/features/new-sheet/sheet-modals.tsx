import type { ReactNode } from 'react'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { doseWords } from 'sync-protocol/rules/dose-words'
import type { DoseRow } from 'sync-protocol/rules/sheet-guard'
import { useStore } from 'zustand'
import { clinicSettings } from '../../data/people/clinic-settings.ts'
import { session as signedIn } from '../../data/people/session.ts'
import { clinicOnPaper } from '../../exports/clinic-on-paper.ts'
import type { SheetPaper } from '../../exports/sheet-paper.ts'
import { EmergencyWay } from '../../records/emergency-way.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { Message, Question } from '../../ui/question.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { MODAL_STEP, type GoingOn } from './modal-steps.ts'
import { closed, emergencyWanted, exportWindowClosed, isSaved, usesControlled } from './open-sheet.ts'
import { ProtocolReview } from './protocol-review.tsx'
import { useSession, useSheet } from './session-context.ts'
import { SheetPicker } from './sheet-picker.tsx'
import { RowOfOther } from './row-of-other.tsx'
import { SavedToday } from './saved-today.tsx'
import { partWords, sheetText } from './sheet-text.ts'
import { WeightWarning } from './weight-guard.tsx'

/** The export window, over the sheet that is printed and may be saved. */
export type RenderExport = (window: {
  paper: SheetPaper
  onGenerated: () => void
  onClose: () => void
}) => ReactNode

/** Whatever stands over the sheet: one step at a time. */
export function SheetModals({ renderExport }: { renderExport: RenderExport }) {
  const session = useSession()
  const user = useStore(signedIn, ({ user: profile }) => profile)
  const settings = useStore(clinicSettings)
  const modal = useSheet(({ sheet }) => sheet.modal)
  const before = useSheet(({ sheet }) => sheet.printed)
  const draft = useSheet(({ sheet }) => sheet.draft)
  const unsaved = useSheet(({ sheet }) => !isSaved(sheet))
  const close = () => session.update(closed)
  if (modal === null) return null
  const draftId = session.draftId()
  const sheetId = draft.saved_as ?? draftId
  switch (modal.step) {
    case MODAL_STEP.procedures:
    case MODAL_STEP.anesthesiaProtocols:
    case MODAL_STEP.emergencyProtocols:
    case MODAL_STEP.injections:
      return <SheetPicker key={modal.step} step={modal.step} />
    case MODAL_STEP.anesthesiaReview:
    case MODAL_STEP.emergencyReview:
      return <ProtocolReview modal={modal} />
    case MODAL_STEP.savedSheet:
      return renderExport({
        paper: {
          sheet: modal.sheet,
          ...(sheetId !== null && { sheet_id: sheetId }),
          ...(draftId !== null && { draft_id: draftId }),
          author_name: user?.name ?? '',
          date_created: modal.at,
          unsaved,
          ...(before !== null && { before }),
          ...(user === null ? { clinic: '' } : clinicOnPaper(user, settings)),
        },
        onGenerated: () => session.exported(modal.sheet),
        onClose: () => session.update(exportWindowClosed),
      })
    case MODAL_STEP.speciesNotSelected:
      return <Message title={sheetText.notSelectedTitle} text={sheetText.notSelected} onClose={close} />
    default:
      if (modal.ask === 'save') return modal.unasked === true ? null : <SaveQuestion sheet={modal.sheet} />
      if (modal.ask === 'whose') return <WhoseQuestion before={modal.before} />
      if (modal.ask === 'doses') return <DosesQuestion rows={modal.rows} goingOn={modal.goingOn} />
      return modal.ask === 'reset' ? (
        <ResetQuestion />
      ) : (
        <Question
          corner={<EmergencyWay />}
          title={sheetText.emergencyTitle}
          text={sheetText.emergencyQuestion}
          onNo={() => session.goWithoutEmergency()}
          onEscape={close}
          onYes={() => session.update(emergencyWanted)}
        />
      )
  }
}

/** Says that there is paper of a sheet which nobody saved: nothing else will say so afterwards. */
function ResetQuestion() {
  const session = useSession()
  const exportedAt = useSheet(({ sheet }) => sheet.exportedAt)
  const timeZone = useStore(signedIn, ({ user }) => user?.time_zone)
  return (
    <Question
      title={sheetText.resetTitle}
      text={sheetText.resetQuestion}
      {...(exportedAt !== null && {
        second: sheetText.resetExported(formatDateTime(exportedAt, timeZone)),
        noFirst: true,
      })}
      onNo={() => session.update(closed)}
      onYes={() => {
        session.reset().catch((error: unknown) => {
          console.error(error)
          showToast({ text: sheetText.libraryUnread, kind: 'attention' })
        })
      }}
    />
  )
}

/** Doses that are almost certainly wrong, and nobody said why: looked at once more, before they are on paper. */
function DosesQuestion({ rows, goingOn }: { rows: readonly DoseRow[]; goingOn: GoingOn }) {
  const session = useSession()
  return (
    <Question
      corner={<EmergencyWay />}
      title={sheetText.dosesTitle}
      text={
        <span className="doses-to-check">
          {rows.map((row) => (
            <span key={`${row.section}/${row.place}`} className="dose-to-check">
              <strong className="drug-name">
                <DrugName name={row.drug.name} />
              </strong>
              {redWords(row).map((words) => (
                <span key={words}>{words}</span>
              ))}
            </span>
          ))}
        </span>
      }
      second={sheetText.dosesText}
      onNo={() => session.update(closed)}
      onYes={() => session.goOn()}
      noLabel={sheetText.goBack}
      yesLabel={goingOn === 'save' ? sheetText.saveAnyway : sheetText.exportAnyway}
      danger
    />
  )
}

const redWords = ({ drug, guard }: DoseRow): string[] =>
  guard.findings.filter(({ level }) => level === 'red').map((finding) => doseWords(finding, drug))

/**
 * Whose a sheet is that was saved for one and may be another patient's by now: before anything is made of it, since its paper, its
 * code and its reasons would be those of the patient before.
 */
function WhoseQuestion({ before }: { before: SheetContent }) {
  const session = useSession()
  const name = before.name.trim()
  const weighed = partWords.weight(formatNumber(before.weight), before.weight_units, before.estimated)
  return (
    <Question
      corner={<EmergencyWay />}
      title={sheetText.whoseTitle}
      text={sheetText.whose(name, weighed)}
      second={sheetText.whoseSecond(name)}
      onNo={() => session.sayWhose('same')}
      onEscape={() => session.update(closed)}
      onYes={() => {
        session.sayWhose('other')
        showToast({ text: sheetText.otherBegun(name) })
      }}
      noLabel={sheetText.isSame}
      yesLabel={sheetText.isOther}
    />
  )
}

/** Says once more what NO means for controlled drugs (decision Q-64); stays open when the tablet could not store the sheet. */
function SaveQuestion({ sheet }: { sheet: SheetContent }) {
  const session = useSession()
  const saving = useSheet((state) => state.saving)
  const again = useSheet((state) => state.sheet.draft.saved_as !== null && state.sheet.again === null)
  const isSame = useSheet((state) => state.sheet.sameAs !== null)
  const controlled = usesControlled(sheet)
  const listed = again ? sheetText.saveAgainControlled : sheetText.saveControlled
  return (
    <Question
      corner={<EmergencyWay />}
      title={sheetText.saveTitle}
      text={
        saving === 'failed' ? (
          <span className="not-saved" role="alert">
            <strong>{sheetText.notSaved}</strong>: {sheetText.notSavedText}
          </span>
        ) : again ? (
          `${sheetText.saveAgain} ${sheetText.saveAgainKeeps}`
        ) : (
          sheetText.saveQuestion
        )
      }
      note={
        <>
          <WeightWarning />
          {!again && <SavedToday sheet={sheet} />}
          {!isSame && <RowOfOther />}
        </>
      }
      {...(controlled && { second: <span className="save-controlled">{listed}</span> })}
      onNo={() => {
        session.declineSave()
        showToast({ text: again ? sheetText.declinedAgain : sheetText.declined })
      }}
      onYes={() => void session.saveSheet()}
      yesLabel={saving === 'failed' ? sheetText.retry : sheetText.yes}
      busy={saving === 'busy' && sheetText.saving}
    />
  )
}
