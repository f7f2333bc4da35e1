import { contentIn } from 'sync-protocol/records/kinds'
import { inOrder } from 'sync-protocol/rules/drug-form'
import { FLUID_LABELS, roundedRate } from 'sync-protocol/rules/fluid-form'
import { takeFocus } from '../../../ui/take-focus.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { EditorFrame } from '../editor/editor-frame.tsx'
import type { Opening } from '../editor/opening.ts'
import { MorePlainFields } from '../editor/plain-fields.tsx'
import { useEditor } from '../editor/use-editor.ts'
import { nameOf, sayWhereListed } from './drug-editor.tsx'
import { drugsText as text } from './drugs-text.ts'
import { FieldNote } from './field-note.tsx'
import { fluidFormKind } from './fluid-form-kind.ts'
import { SpeciesPicker } from './species-picker.tsx'

export function FluidEditor({ opening, onClose }: { opening: Opening; onClose: () => void }) {
  const editor = useEditor({
    form: fluidFormKind,
    opening,
    onClose,
    onSaved: (content) => sayWhereListed(contentIn('fluids', content), opening),
  })
  const { values, set, readOnly } = editor
  const { species } = values
  const rounded = roundedRate(values)
  const title = text.fluidTitles[readOnly ? 'view' : opening.mode](nameOf(opening))
  return (
    <EditorFrame editor={editor} title={title}>
      <SpeciesPicker
        chosen={species}
        readOnly={readOnly}
        error={editor.errorAt('species')}
        onToggle={(code) =>
          set({
            species: species.includes(code)
              ? species.filter((one) => one !== code)
              : inOrder([...species, code]),
          })
        }
        hint={
          species.length === 0 || species.includes(opening.species)
            ? undefined
            : text.notListed(text.speciesNames[opening.species])
        }
      />
      <TextField
        label={FLUID_LABELS.name}
        {...editor.text('name')}
        onEnter={editor.save}
        {...(opening.mode === 'create' && { inputRef: takeFocus })}
      />
      <TextField
        label={FLUID_LABELS.rate}
        inputMode="decimal"
        suffix={text.mlPerKg}
        {...editor.text('rate')}
        hint={rounded === null ? undefined : <FieldNote>{text.rounded(rounded, 'ml/kg')}</FieldNote>}
        onEnter={editor.save}
      />
      <MorePlainFields editor={editor} />
    </EditorFrame>
  )
}
