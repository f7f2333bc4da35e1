import { useRef } from 'react'
import { ChoiceButton } from '../../ui/choice-button.tsx'
import { MODAL_STEP, type ListStep } from './modal-steps.ts'
import { pickerPressed } from './open-sheet.ts'
import { useFieldError, useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'

/** Procedure, anesthesia protocol and emergency protocol, each behind its picker. */
export function Choices() {
  const session = useSession()
  const procedure = useSheet(({ sheet }) => sheet.draft.procedure)
  const anesthesia = useSheet(({ sheet }) => sheet.draft.anesthesia_protocol)
  const emergency = useSheet(({ sheet }) => sheet.draft.emergency_protocol)
  const procedureButton = useRef<HTMLButtonElement>(null)
  const anesthesiaButton = useRef<HTMLButtonElement>(null)
  const procedureError = useFieldError('procedure', procedureButton)
  const anesthesiaError = useFieldError('anesthesia_protocol', anesthesiaButton)
  const open = (step: ListStep) => () => session.update((sheet) => pickerPressed(sheet, step))
  return (
    <div className="choices">
      <ChoiceButton
        label={sheetText.procedure}
        value={procedure?.content.name}
        placeholder={sheetText.notChosen}
        error={procedureError}
        onPress={open(MODAL_STEP.procedures)}
        buttonRef={procedureButton}
      />
      <ChoiceButton
        label={sheetText.anesthesia}
        value={anesthesia?.content.name}
        placeholder={sheetText.notChosen}
        error={anesthesiaError}
        onPress={open(MODAL_STEP.anesthesiaProtocols)}
        buttonRef={anesthesiaButton}
      />
      <ChoiceButton
        label={sheetText.emergency}
        value={emergency?.content.name}
        placeholder={sheetText.optional}
        onPress={open(MODAL_STEP.emergencyProtocols)}
      />
    </div>
  )
}
