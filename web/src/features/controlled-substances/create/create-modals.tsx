import type { ReactNode } from 'react'
import { Question } from '../../../ui/question.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { BlanksModal } from '../view/blanks-modal.tsx'
import {
  belowZeroDeclined,
  blanksClosed,
  undone,
  formSubmitted,
  modalClosed,
  tableIn,
  tableReset,
} from './create-flow.ts'
import { STEP } from './create-steps.ts'
import { createText as text } from './create-text.ts'
import { DrawStep } from './draw-step.tsx'
import { PreviousStep } from './previous-step.tsx'
import { useTable, useTableSession } from './session-context.ts'
import { SubstanceStep } from './substance-step.tsx'
import { freshTable, type DeskUser } from './table-desk.ts'
import { tableServices } from './table-services.ts'
import type { TableSession } from './table-session.ts'
import { VolumeForms } from './volume-forms.tsx'

interface CreateModalsProps {
  user: DeskUser
  onClose: () => void
  onContinue: (id: string) => void
}

/** RESET TABLE; UNDO brings the rows back as long as nothing else was begun. */
function resetTable(session: TableSession, user: DeskUser): void {
  const before = session.store.getState().flow
  const services = tableServices()
  session.update(() => tableReset(freshTable(user, services.newId, services.now())))
  const after = session.store.getState().flow
  showToast({
    text: text.resetDone,
    undo: () => session.update((flow) => undone(flow, before, after)),
  })
}

/** Whatever stands over the table: one step at a time. */
export function CreateModals({ user, onClose, onContinue }: CreateModalsProps): ReactNode {
  const session = useTableSession()
  const open = useTable(({ flow }) => flow.open)
  const modal = useTable(({ flow }) => flow.modal)
  const saving = useTable((state) => state.saving)
  const table = tableIn(open)
  if (modal === null) return null
  switch (modal.step) {
    case 'blanks':
      return (
        open.substance && <BlanksModal {...open.substance} onClose={() => session.update(blanksClosed)} />
      )
    case STEP.substance:
      return <SubstanceStep onClose={onClose} onContinue={onContinue} />
    case STEP.previousBalance:
      return <PreviousStep />
    case STEP.fullDraw:
      return open.substance && <DrawStep substance={open.substance} />
    case STEP.volumeForm:
      if (modal.below)
        return (
          <Question
            title={text.belowTitle}
            text={text.belowText}
            second={text.belowSecond}
            onNo={() => session.update(belowZeroDeclined)}
            onYes={() => session.update((flow) => formSubmitted(flow, true))}
          />
        )
      return open.form && table && <VolumeForms form={open.form} table={table} />
    case STEP.editDraw:
      return open.form && table && <VolumeForms form={open.form} table={table} />
    case STEP.resetTable:
      return (
        <Question
          danger
          title={text.resetTitle}
          text={text.resetQuestion}
          second={text.resetSecond}
          onNo={() => session.update(modalClosed)}
          onYes={() => resetTable(session, user)}
        />
      )
    default:
      return (
        <Question
          danger
          title={text.warnTitle}
          text={text.warnText(table?.negative.length ?? 0)}
          second={text.warnSecond}
          busy={saving === 'busy' && text.saving}
          onNo={() => session.update(modalClosed)}
          onYes={() => {
            session.update(modalClosed)
            void session.save()
          }}
        />
      )
  }
}
