import { hundredthsOf, mlText } from 'sync-protocol/rules/ledger-volume'
import { Button } from '../../../ui/button.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Modal } from '../../../ui/modal.tsx'
import { VolumeNumber } from '../../../ui/volume-number.tsx'
import { SubstanceTitle } from '../substance-title.tsx'
import { BalanceExport } from '../view/balance-export.tsx'
import { createText as text } from './create-text.ts'
import type { SavedBalance } from './table-session.ts'

interface SavedStepProps {
  saved: SavedBalance
  /** The bottles that it leaves open, the one in use last. */
  open: readonly string[]
  onClose: () => void
}

/** Step 7: Saved Controlled Substance Sheet, with its export. */
export function SavedStep({ saved, open, onClose }: SavedStepProps) {
  const { drug_name, drug_concentration, date_start, closing } = saved.content
  const [before, after] = text.savedText(formatDate(date_start))
  return (
    <Modal
      title={text.savedTitle}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text.finish}</Button>}
    >
      <div className="create-form">
        <p>
          {before} <SubstanceTitle drug={drug_name} concentration={drug_concentration} />
          {after}
        </p>
        {closing !== undefined && (
          <div className="create-closing">
            <span className="quiet">{text.closing}</span>
            <VolumeNumber value={mlText(hundredthsOf(closing.balance))} />
            <span className="quiet small">{text.nextOpens(open)}</span>
          </div>
        )}
        <BalanceExport id={saved._id} />
      </div>
    </Modal>
  )
}
