import { useState } from 'react'
import type { Op } from 'sync-protocol/records/mutation'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { attentionText as text } from './attention-text.ts'
import { withTyped, type FaultyField } from './faulty-fields.ts'

interface CompleteFieldsProps {
  author: string
  ops: readonly Op[]
  fields: readonly FaultyField[]
  onClose: () => void
  onCompleted: (ops: Op[]) => void
}

/** What of a parked change could not stand, to be typed anew: all else stays as its author entered it. */
export function CompleteFields({ author, ops, fields, onClose, onCompleted }: CompleteFieldsProps) {
  const [typed, setTyped] = useState(() => fields.map((field) => field.typed))
  const [wrong, setWrong] = useState<{ field: number; message: string } | null>(null)
  const type = (at: number, value: string) => {
    setTyped((now) => now.map((each, index) => (index === at ? value : each)))
    setWrong(null)
  }
  const save = () => {
    const made = withTyped(ops, fields, typed)
    if ('ops' in made) onCompleted(made.ops)
    else setWrong(made)
  }
  const errorOf = (at: number) => (wrong?.field === at ? wrong.message : undefined)
  return (
    <Modal
      title={text.completeTitle}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={save}>
          {text.completeSave}
        </Button>
      }
    >
      <div className="stack">
        <p>{text.completeText(author)}</p>
        {fields.map(({ at, path, label, unit, values, isNumber }, index) =>
          values === undefined ? (
            <TextField
              key={`${at}/${path.join('.')}`}
              label={label}
              value={typed[index] ?? ''}
              error={errorOf(index)}
              suffix={unit}
              {...(isNumber && { inputMode: 'decimal' })}
              onChange={(value) => type(index, value)}
              onEnter={save}
            />
          ) : (
            <Select
              key={`${at}/${path.join('.')}`}
              label={label}
              value={values.find((value) => value === typed[index]) ?? null}
              options={values.map((value) => ({ value, label: value }))}
              error={errorOf(index)}
              onChange={(value) => type(index, value)}
            />
          ),
        )}
      </div>
    </Modal>
  )
}
