import { useLiveQuery } from 'dexie-react-hooks'
import { weightText } from 'sync-protocol/rules/dose'
import { contestedRecords, NONE_CONTESTED } from '../../data/attention/contested.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { LackingLimits } from './dose-findings.tsx'
import { MODAL_STEP, type Modal as ModalState } from './modal-steps.ts'
import { closed, emergencyListed, opened, reviewRemoved } from './open-sheet.ts'
import { AnesthesiaTables, EmergencyTable } from './protocol-tables.tsx'
import { useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'
import { useDoseRows } from './use-dose-rows.ts'

type ReviewState = Extract<ModalState, { step: 2 | 4 }>

/** The protocol's tables before it goes on the sheet, with volumes when the weight is known (`spec 1 §2`). */
export function ProtocolReview({ modal }: { modal: ReviewState }) {
  const session = useSession()
  const weight = useSheet(({ sheet }) => sheet.draft.weight)
  const units = useSheet(({ sheet }) => sheet.draft.weight_units)
  const editing = useSheet(({ sheet: { draft } }) =>
    modal.step === MODAL_STEP.anesthesiaReview
      ? draft.anesthesia_protocol !== null
      : draft.emergency_protocol !== null,
  )
  const collection =
    modal.step === MODAL_STEP.anesthesiaReview ? 'anesthesia_protocols' : 'emergency_protocols'
  const contested = useLiveQuery(() => contestedRecords(collection), [collection]) ?? NONE_CONTESTED
  const toList = () =>
    session.update((sheet) =>
      modal.step === MODAL_STEP.anesthesiaReview
        ? opened(sheet, { step: MODAL_STEP.anesthesiaProtocols })
        : emergencyListed(sheet),
    )
  const estimated = useSheet(({ sheet }) => sheet.draft.estimated)
  const both = units === '-' ? null : weightText(weight, units, estimated)
  const rows = useDoseRows(
    modal.step === MODAL_STEP.anesthesiaReview
      ? { anesthesia_protocol: modal.choice }
      : { emergency_protocol: modal.choice },
    false,
  )
  return (
    <Modal
      title={modal.choice.content.name}
      size="wide"
      back={toList}
      onClose={() => session.update(closed)}
      footer={
        <>
          {editing && (
            <>
              <Button onClick={() => session.update(reviewRemoved)}>{sheetText.remove}</Button>
              <Button onClick={toList}>{sheetText.another}</Button>
            </>
          )}
          <Button kind="primary" onClick={() => session.confirmReview()}>
            {editing ? sheetText.saveChanges : sheetText.add}
          </Button>
        </>
      }
    >
      <div className="review">
        {contested.has(modal.choice.source_id ?? '') && (
          <Banner kind="attention" title={sheetText.contestedTitle}>
            {sheetText.contested}
          </Banner>
        )}
        <p className="quiet tabular">{both ?? sheetText.reviewWithoutWeight}</p>
        {modal.step === MODAL_STEP.anesthesiaReview ? (
          <AnesthesiaTables protocol={modal.choice.content} weight={weight} units={units} rows={rows} />
        ) : (
          <EmergencyTable protocol={modal.choice.content} weight={weight} units={units} rows={rows} />
        )}
        <LackingLimits rows={rows} />
      </div>
    </Modal>
  )
}
