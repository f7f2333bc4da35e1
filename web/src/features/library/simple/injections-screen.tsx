import { Syringe } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { speciesOfPath } from '../../../paths.ts'
import { takeFocus } from '../../../ui/take-focus.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { EditorFrame } from '../editor/editor-frame.tsx'
import type { Opening } from '../editor/opening.ts'
import { PlainFields } from '../editor/plain-fields.tsx'
import { useEditor } from '../editor/use-editor.ts'
import { LibraryScreen } from '../list/library-screen.tsx'
import { injectionForm, injections } from './named-form.ts'
import { simpleText as text } from './simple-text.ts'

function InjectionEditor({ opening, onClose }: { opening: Opening; onClose: () => void }) {
  const editor = useEditor({ form: injectionForm, opening, onClose })
  return (
    <EditorFrame editor={editor}>
      <TextField
        label={text.injectionName}
        {...editor.text('name')}
        onEnter={editor.save}
        {...(opening.mode === 'create' && { inputRef: takeFocus })}
      />
      <PlainFields
        collection="injections"
        editor={editor}
        typed={editor.values}
        onTyped={(field, typed) => editor.set({ [field]: typed })}
      />
    </EditorFrame>
  )
}

/** The miscellaneous injections of a species (`spec 2 §2`). */
export function InjectionsScreen() {
  const species = speciesOfPath(useParams()['species']) ?? 0
  return (
    <LibraryScreen
      kind={injections}
      species={species}
      icon={<Syringe />}
      renderEditor={(opening, onClose) => (
        <InjectionEditor key={opening._id} opening={opening} onClose={onClose} />
      )}
    />
  )
}
