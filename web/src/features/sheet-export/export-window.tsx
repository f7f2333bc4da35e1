import type { ReactNode } from 'react'
import type { SheetPaper } from '../../exports/sheet-paper.ts'
import { EmergencyWay } from '../../records/emergency-way.tsx'
import { Modal } from '../../ui/modal.tsx'
import { exportSettingsText as text } from './export-settings-text.ts'
import { ExportSettings } from './export-settings.tsx'

interface ExportWindowProps {
  paper: SheetPaper
  /** What is unusual about it, before it is on paper. */
  warning: ReactNode
  onGenerated: () => void
  onClose: () => void
}

/** The export window over an open sheet; closing it is what asks whether to save. */
export function ExportWindow({ paper, warning, onGenerated, onClose }: ExportWindowProps) {
  return (
    <Modal title={text.title} onClose={onClose} corner={<EmergencyWay />}>
      <div className="stack">
        {warning}
        <ExportSettings paper={paper} onGenerated={onGenerated} />
      </div>
    </Modal>
  )
}
