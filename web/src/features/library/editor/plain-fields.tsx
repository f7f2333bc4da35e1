import type { Collection } from 'sync-protocol/records/envelope'
import { plainFields, type TypedPlain } from 'sync-protocol/rules/plain-fields'
import { DateField } from '../../../ui/date-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { Editor } from './use-editor.ts'

interface PlainFieldsProps<V extends { more: TypedPlain }> {
  collection: Collection
  editor: Editor<V>
}

/** A kind's optional fields that stand by themselves, each as its kind says it. */
export function PlainFields<V extends { more: TypedPlain }>({ collection, editor }: PlainFieldsProps<V>) {
  const { values, edit, readOnly, errorAt, save } = editor
  return (
    <div className="drug-field-row">
      {plainFields(collection).map(({ name, label, plain, unit }) => {
        const common = {
          label,
          optional: true,
          readOnly,
          value: values.more[name] ?? '',
          error: errorAt(name),
          onChange: (typed: string) => edit((now) => ({ ...now, more: { ...now.more, [name]: typed } })),
        }
        return plain === 'day' ? (
          <DateField key={name} {...common} />
        ) : (
          <TextField
            key={name}
            {...common}
            name={name}
            onEnter={save}
            {...(plain === 'whole' && { inputMode: 'numeric' as const, suffix: unit })}
          />
        )
      })}
    </div>
  )
}
