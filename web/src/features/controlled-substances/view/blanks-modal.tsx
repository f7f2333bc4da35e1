import { Modal } from '../../../ui/modal.tsx'
import { balanceViewText as text } from './balance-view-text.ts'
import { BlanksForm } from './blanks-form.tsx'

interface BlanksModalProps {
  drug_name: string
  /** mg/ml */
  drug_concentration: number
  onClose: () => void
  back?: () => void
}

/** Blank balance sheets of one drug, to be filled in by pen (`spec 2 §2`). */
export function BlanksModal({ drug_name, drug_concentration, onClose, back }: BlanksModalProps) {
  return (
    <Modal title={text.blanksTitle} onClose={onClose} back={back}>
      <BlanksForm drug_name={drug_name} drug_concentration={drug_concentration} />
    </Modal>
  )
}
