import type { Collection } from 'sync-protocol/records/envelope'
import { isNumeric } from 'sync-protocol/records/kind'
import { plainFields, type TypedPlain } from 'sync-protocol/rules/plain-fields'
import { DateField } from '../../../ui/date-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import './editor.css'
import type { Editor } from './use-editor.ts'
import type { More } from './with-plain.ts'

interface PlainFieldsProps {
  collection: Collection
  editor: Pick<Editor<object>, 'readOnly' | 'errorAt' | 'save'>
  typed: TypedPlain
  onTyped: (name: string, typed: string) => void
}

/** A kind's optional fields that stand by themselves, each as its kind says it. */
export function PlainFields({ collection, editor, typed, onTyped }: PlainFieldsProps) {
  const { readOnly, errorAt, save } = editor
  const fields = plainFields(collection)
  if (fields.length === 0) return null
  return (
    <div className="editor-row">
      {fields.map(({ name, label, plain, unit }) => {
        const common = {
          label,
          optional: true,
          readOnly,
          value: typed[name] ?? '',
          error: errorAt(name),
          onChange: (text: string) => onTyped(name, text),
        }
        return plain === 'day' ? (
          <DateField key={name} {...common} />
        ) : (
          <TextField
            key={name}
            {...common}
            name={name}
            onEnter={save}
            {...(isNumeric(plain) && {
              inputMode: plain === 'whole' ? ('numeric' as const) : ('decimal' as const),
              suffix: unit,
            })}
          />
        )
      })}
    </div>
  )
}

/** The same in a form that holds them beside its own fields. */
export function MorePlainFields<V extends More>({ editor }: { editor: Editor<V> }) {
  const { form, values, edit } = editor
  return (
    <PlainFields
      collection={form.kind.collection}
      editor={editor}
      typed={values.more}
      onTyped={(field, typed) => edit((now) => ({ ...now, more: { ...now.more, [field]: typed } }))}
    />
  )
}
