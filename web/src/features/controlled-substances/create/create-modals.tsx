import type { ReactNode } from 'react'
import { drawChange, editDrawOf, type EditDrawForm } from 'sync-protocol/rules/balance-forms'
import { mlText } from 'sync-protocol/rules/ledger-volume'
import type { TableEntry } from 'sync-protocol/rules/table-entry'
import { Question } from '../../../ui/question.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { BlanksModal } from '../view/blanks-modal.tsx'
import {
  questionDeclined,
  blanksClosed,
  undone,
  formSubmitted,
  modalClosed,
  previousSubmitted,
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

function BelowZero({ onYes }: { onYes: () => void }) {
  const session = useTableSession()
  return (
    <Question
      title={text.belowTitle}
      text={text.belowText}
      second={text.belowSecond}
      onNo={() => session.update(questionDeclined)}
      onYes={onYes}
    />
  )
}

function FarFromRecord({ form, draw }: { form: EditDrawForm; draw: TableEntry }) {
  const session = useTableSession()
  const change = drawChange(form, draw)?.difference ?? 0
  const entered = editDrawOf(form).volume
  return (
    <Question
      title={text.farTitle}
      text={text.farText(draw.title, mlText(entered - change), mlText(entered))}
      second={text.farSecond}
      onNo={() => session.update(questionDeclined)}
      onYes={() => session.update((flow) => formSubmitted(flow, true))}
    />
  )
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
      return modal.below ? (
        <BelowZero onYes={() => session.update((flow) => previousSubmitted(flow, true))} />
      ) : (
        <PreviousStep />
      )
    case STEP.fullDraw:
      return open.substance && <DrawStep substance={open.substance} />
    case STEP.volumeForm:
      if (modal.below) return <BelowZero onYes={() => session.update((flow) => formSubmitted(flow, true))} />
      return open.form && table && <VolumeForms form={open.form} table={table} />
    case STEP.editDraw:
      if (modal.far && open.form?.kind === 'edit_draw' && table?.lastDraw)
        return <FarFromRecord form={open.form} draw={table.lastDraw} />
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
