import { contentIn, nameIn } from 'sync-protocol/records/kinds'
import { useState } from 'react'
import type { DrugContent } from 'sync-protocol/records/drug'
import { showToast } from '../../../ui/toast-queue.ts'
import { EditorFrame } from '../editor/editor-frame.tsx'
import type { Opening } from '../editor/opening.ts'
import { useEditor } from '../editor/use-editor.ts'
import { drugFormKind } from './drug-form-kind.ts'
import { DrugFields } from './drug-fields.tsx'
import { drugsText as text } from './drugs-text.ts'
import type { LiveSection } from '../../../data/view/library-sections.ts'

interface DrugEditorProps {
  opening: Opening
  sections: readonly LiveSection[]
  /** Where a new drug begins. */
  sectionKey: number
  onClose: () => void
  /** A new drug was saved in this section. */
  onCreated: (sectionKey: number) => void
}

export function DrugEditor({ opening, sections, sectionKey, onClose, onCreated }: DrugEditorProps) {
  const [form] = useState(() => drugFormKind(sectionKey))
  const editor = useEditor({
    form,
    opening,
    onClose,
    onSaved: (content) => {
      const drug = contentIn('drugs', content)
      if (opening.mode !== 'edit') onCreated(drug.section_key)
      sayWhereListed(drug, opening)
    },
  })
  const title = text.titles[editor.readOnly ? 'view' : opening.mode](nameOf(opening))
  return (
    <EditorFrame editor={editor} title={title} size="wide">
      <DrugFields editor={editor} sections={sections} />
    </EditorFrame>
  )
}

export const nameOf = ({ seen }: Opening): string => nameIn('drugs', seen?.content)

/** A record that is no longer this screen's species leaves the list: that must not look like a loss. */
export function sayWhereListed(
  { name, species }: Pick<DrugContent, 'name' | 'species'>,
  opening: Opening,
): void {
  const [only] = species
  if (species.includes(opening.species) || only === undefined) return
  showToast({ text: text.savedElsewhere(name, text.speciesNames[only]) })
}
