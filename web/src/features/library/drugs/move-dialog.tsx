import { CornerDownRight } from 'lucide-react'
import { UNSET_MEDICATIONS, type SectionTitles } from 'sync-protocol/rules/section-choices'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { Button } from '../../../ui/button.tsx'
import { DrugClassSwatch } from '../../../records/drug-class-swatch.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { drugsText as text } from './drugs-text.ts'
import type { LiveSection } from '../../../data/view/library-sections.ts'

type MoveTarget = SectionTitles & Pick<LiveSection, 'drug_class'>

interface MoveDialogProps {
  entry: ListEntry
  sections: readonly LiveSection[]
  /** The section whose list the drug is in. */
  from: number
  onMove: (section: SectionTitles) => void
  onClose: () => void
}

/** Every section but the drug's own; never Emergency Medications, whose drugs have other dosages. */
export function MoveDialog({ entry, sections, from, onMove, onClose }: MoveDialogProps) {
  const targets: readonly MoveTarget[] = [...sections, UNSET_MEDICATIONS].filter(({ key }) => key !== from)
  return (
    <Modal
      title={text.moveTitle(entry.name)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text.cancel}</Button>}
    >
      {targets.length === 0 ? (
        <p>{text.noSections}</p>
      ) : (
        <ul className="move-targets" aria-label={text.moveText}>
          {targets.map((section) => (
            <li key={section.key}>
              <button type="button" className="move-target" onClick={() => onMove(section)}>
                <CornerDownRight aria-hidden />
                <span>{section.title_p}</span>
                {'drug_class' in section && (
                  <DrugClassSwatch drugClass={section.drug_class} size="small" beside={section.title_p} />
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
