import { useState, type ReactNode } from 'react'
import type { Op } from 'sync-protocol/records/mutation'
import { sectionKeyIn } from 'sync-protocol/records/section'
import type { Species } from 'sync-protocol/records/fields'
import { keptForm, type KeptForm } from '../../../data/drafts/kept-forms.ts'
import { listIndex } from '../../../data/lists/list-index.ts'
import { formText } from '../../../records/form-text.ts'
import { useAskedForm, useReopen } from '../../../records/use-asked-form.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { libraryText } from '../list/library-text.ts'
import { EditSections } from './edit-sections.tsx'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import type { SectionEdits } from './section-edits.ts'
import { KEPT_SECTIONS, undoSections } from './sections-saving.ts'
import { sectionsText as text } from './sections-text.ts'

async function undoEdits(ops: readonly Op[], edits: SectionEdits): Promise<void> {
  try {
    await undoSections(ops, edits)
    showToast({ text: text.undone })
  } catch (error) {
    console.error(error)
    const again = { label: formText.retry, onPress: () => void undoEdits(ops, edits) }
    showToast({ text: text.notUndone, kind: 'harm', action: again, seconds: 30 })
  }
}

/** How many drugs are unset because of these removals. */
function unsetBy({ removed }: SectionEdits): number {
  const keys = new Set(Object.values(removed).map(({ content }) => sectionKeyIn(content)))
  return listIndex('drugs')
    .entries()
    .filter(({ section_key: key }) => key !== undefined && keys.has(key)).length
}

function saySaved(ops: readonly Op[], edits: SectionEdits): void {
  const unset = unsetBy(edits)
  showToast({
    text: unset === 0 ? text.saved : text.savedUnset(unset),
    undo: () => void undoEdits(ops, edits),
  })
}

interface SectionsDialog {
  open: () => void
  dialog: ReactNode
}

/** EDIT SECTIONS: opens with what was left unsaved; closing with changes offers to go on. */
export function useSectionsDialog(sections: readonly LiveSection[], species: Species): SectionsDialog {
  const [opened, setOpened] = useState<{ left: KeptForm | undefined } | null>(null)
  const reopen = useReopen()
  const leave = useAskedForm('sections', (left) => {
    setOpened({ left })
    return true
  })
  const open = () => {
    keptForm(KEPT_SECTIONS).then(
      (left) => setOpened({ left }),
      (error: unknown) => {
        console.error(error)
        showToast({ text: libraryText.notOpened, kind: 'harm' })
      },
    )
  }
  const close = () => {
    setOpened(null)
    leave()
  }
  const goOn = async (again: () => Promise<KeptForm>) => {
    try {
      reopen(await again())
    } catch (error) {
      console.error(error)
      showToast({ text: formText.notReopened, kind: 'harm' })
    }
  }
  return {
    open,
    dialog: opened !== null && (
      <EditSections
        sections={sections}
        species={species}
        left={opened.left}
        onSaved={saySaved}
        onClose={close}
        onDiscarded={(again) => showToast({ text: text.discarded, undo: () => void goOn(again) })}
      />
    ),
  }
}
