import { implausibleWeight } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import type { SheetPaper } from '../../exports/sheet-paper.ts'
import { Banner } from '../../ui/banner.tsx'
import { Modal } from '../../ui/modal.tsx'
import { exportSettingsText as text } from './export-settings-text.ts'
import { ExportSettings } from './export-settings.tsx'

interface ExportWindowProps {
  paper: SheetPaper
  onGenerated: () => void
  onClose: () => void
}

/** The export window over an open sheet; closing it is what asks whether to save. */
export function ExportWindow({ paper, onGenerated, onClose }: ExportWindowProps) {
  const { species, weight, weight_units: units } = paper.sheet
  const unusual = species === 2 ? null : implausibleWeight(numberText(weight), units, species)
  return (
    <Modal title={text.title} onClose={onClose}>
      <div className="stack">
        {unusual !== null && <Banner kind="attention">{unusual}</Banner>}
        <ExportSettings paper={paper} onGenerated={onGenerated} />
      </div>
    </Modal>
  )
}
