import type { ReactNode } from 'react'
import { hundredthsOf, mlText } from 'sync-protocol/rules/ledger-volume'
import { numberText } from 'sync-protocol/rules/number-input'
import { Button } from '../../../ui/button.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Modal } from '../../../ui/modal.tsx'
import { VolumeNumber } from '../../../ui/volume-number.tsx'
import { createText as text } from './create-text.ts'
import type { SavedBalance } from './table-session.ts'

/** The export settings over the sheet that was just saved. */
export type RenderSavedExport = (saved: SavedBalance) => ReactNode

interface SavedStepProps {
  saved: SavedBalance
  onClose: () => void
  renderExport: RenderSavedExport
}

/** Step 7: Saved Controlled Substance Sheet, with its export. */
export function SavedStep({ saved, onClose, renderExport }: SavedStepProps) {
  const { drug_name, drug_concentration, date_start, pages, closing } = saved.content
  const substance = text.substance(drug_name, numberText(drug_concentration))
  return (
    <Modal
      title={text.savedTitle}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text.finish}</Button>}
    >
      <div className="create-form">
        <p>
          {text.savedText(substance, formatDate(date_start))} {text.savedPages(pages.length)}.
        </p>
        {closing !== undefined && (
          <div className="create-closing">
            <span className="quiet">{text.closing}</span>
            <VolumeNumber value={mlText(hundredthsOf(closing.balance))} />
            <span className="quiet small">{text.nextOpens(closing.bottle_number)}</span>
          </div>
        )}
        {renderExport(saved)}
      </div>
    </Modal>
  )
}
