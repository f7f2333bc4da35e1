import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import type { Op } from 'sync-protocol/records/mutation'
import type { Species } from 'sync-protocol/records/fields'
import { EMERGENCY_MEDICATIONS, UNSET_MEDICATIONS } from 'sync-protocol/rules/section-choices'
import type { KeptForm } from '../../../data/drafts/kept-forms.ts'
import { listIndex } from '../../../data/lists/list-index.ts'
import { FormNotices } from '../../../records/form-notices.tsx'
import { formText } from '../../../records/form-text.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useLiveList } from '../../../ui/use-live-list.ts'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import { sectionEdited, sectionKept, sectionRemoved, type SectionEdits } from './section-edits.ts'
import { SectionRowFields } from './section-row.tsx'
import { sectionsText as text } from './sections-text.ts'
import { useSectionEdits, type SectionEditing } from './use-section-edits.ts'

interface EditSectionsProps {
  sections: readonly LiveSection[]
  species: Species
  /** What was changed before and not saved. */
  left: KeptForm | undefined
  onSaved: (ops: readonly Op[], edits: SectionEdits) => void
  onClose: () => void
  onDiscarded: (again: () => Promise<KeptForm>) => void
}

/** How many drugs each section has, of both species. */
function useDrugCounts(): ReadonlyMap<number, number> {
  const { items } = useLiveList(() => listIndex('drugs'))
  return useMemo(() => {
    const counts = new Map<number, number>()
    for (const { section_key: key } of items) {
      if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return counts
  }, [items])
}

/** All sections at once, saved as one change (`spec 1 §4`). */
export function EditSections(props: EditSectionsProps) {
  const { sections } = props
  const editing = useSectionEdits(props)
  const { rows, edits, change, fault, newest } = editing
  const { phase } = editing.form
  const counts = useDrugCounts()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fault === null) return
    const name = CSS.escape(`${fault.field}.${fault._id}`)
    list.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }, [fault])

  const footer = (
    <>
      <Button className="sections-add" icon={<Plus />} onClick={editing.add} disabled={phase === 'saving'}>
        {text.add}
      </Button>
      <Button onClick={editing.close} disabled={phase === 'saving'}>
        {formText.cancel}
      </Button>
      <Button kind="primary" onClick={editing.save} busy={phase === 'saving' && formText.saving}>
        {formText.save}
      </Button>
    </>
  )
  return (
    <Modal title={text.title} size="full" onClose={editing.close} footer={footer}>
      <div className="stack sections" ref={list}>
        <p className="quiet">{text.intro}</p>
        <Notices editing={editing} />
        <ul className="section-rows" aria-label={text.list}>
          {rows.map((row) => (
            <li key={row._id}>
              <SectionRowFields
                row={row}
                drugs={row.key === undefined ? 0 : (counts.get(row.key) ?? 0)}
                fault={fault?._id === row._id ? fault : undefined}
                isNewest={row._id === newest}
                onChange={(part) => change(sectionEdited(edits, sections, row._id, part))}
                onRemove={() => change(sectionRemoved(edits, sections, row._id))}
                onKeep={() => change(sectionKept(edits, row._id))}
              />
            </li>
          ))}
          {[EMERGENCY_MEDICATIONS, UNSET_MEDICATIONS].map(({ key, title_p }) => (
            <li key={key} className="section-row section-row-fixed">
              <span>{title_p}</span>
              <span className="quiet small">{text.always}</span>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}

function Notices({ editing }: { editing: SectionEditing }) {
  return (
    <FormNotices
      form={editing.form}
      failed={text.notSavedText}
      onRetry={editing.save}
      continued={editing.continued}
      refused={({ contested }) => (contested ? text.contested : formText.refused)}
      onStartOver={editing.startOver}
    >
      {editing.needsKey && (
        <Banner kind="attention" title={text.connectOnce}>
          {text.connectOnceText}
        </Banner>
      )}
    </FormNotices>
  )
}
