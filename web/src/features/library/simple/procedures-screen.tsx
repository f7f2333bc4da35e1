import { ClipboardList } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { speciesOfPath } from '../../../paths.ts'
import { takeFocus } from '../../../ui/take-focus.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { EditorFrame } from '../editor/editor-frame.tsx'
import type { Opening } from '../editor/opening.ts'
import { PlainFields } from '../editor/plain-fields.tsx'
import { useEditor } from '../editor/use-editor.ts'
import { LibraryScreen } from '../list/library-screen.tsx'
import { procedureForm, procedures } from './named-form.ts'
import { simpleText as text } from './simple-text.ts'

function ProcedureEditor({ opening, onClose }: { opening: Opening; onClose: () => void }) {
  const editor = useEditor({ form: procedureForm, opening, onClose })
  return (
    <EditorFrame editor={editor}>
      <TextField
        label={text.procedureName}
        {...editor.text('name')}
        onEnter={editor.save}
        {...(opening.mode === 'create' && { inputRef: takeFocus })}
      />
      <TextArea label={text.procedureNotes} optional rows={6} {...editor.text('notes')} />
      <PlainFields
        collection="procedures"
        editor={editor}
        typed={editor.values}
        onTyped={(field, typed) => editor.set({ [field]: typed })}
      />
    </EditorFrame>
  )
}

/** The procedures of a species (`spec 2 §2`). */
export function ProceduresScreen() {
  const species = speciesOfPath(useParams()['species']) ?? 0
  return (
    <LibraryScreen
      kind={procedures}
      species={species}
      icon={<ClipboardList />}
      renderEditor={(opening, onClose) => (
        <ProcedureEditor key={opening._id} opening={opening} onClose={onClose} />
      )}
    />
  )
}
