import { useEffect } from 'react'
import {
  editAdjustment,
  otherField,
  partialAdjustment,
  typedOf,
  type Adjustment,
} from 'sync-protocol/rules/balance-forms'
import type { BalanceTable } from 'sync-protocol/rules/balance-table'
import type { OpenForm } from 'sync-protocol/rules/open-table'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { takeFocus } from '../../../ui/take-focus.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { formClosed, formSubmitted, formTyped } from './create-flow.ts'
import { createText as text } from './create-text.ts'
import { FormFacts, FormPreview } from './form-preview.tsx'
import { ReasonField } from './reason-field.tsx'
import { useFormError, useTableSession } from './session-context.ts'
import { volumeInput } from './volume-input.ts'

interface FieldShape {
  name: string
  label: string
  volume: boolean
}

interface FormShape {
  title: string
  fields: readonly FieldShape[]
}

const volume = (name: string, label: string): FieldShape => ({ name, label, volume: true })
const bottle: FieldShape = { name: 'bottle_number', label: text.newBottle, volume: false }

/** The further open bottles, each asked for by its number. */
const othersIn = ({ others }: BalanceTable): FieldShape[] =>
  others.map((number, at) => volume(otherField(at), text.remaining(number)))

/** What the form will adjust the balance by; null where it will not, or it is not known yet. */
function adjustmentIn(form: OpenForm, table: BalanceTable): Adjustment | null {
  if (form.kind === 'edit_balance') return editAdjustment(form, table)
  return form.kind === 'partial_draw' ? partialAdjustment(form, table) : null
}

function typedIn(form: OpenForm, { others }: BalanceTable, field: string): string {
  const counts = form.kind === 'partial_draw' || form.kind === 'edit_balance'
  const other = others.find((_, at) => otherField(at) === field)
  if (counts && other !== undefined) return typedOf(form, other)
  const typed: Partial<Record<string, unknown>> = form
  return typeof typed[field] === 'string' ? typed[field] : ''
}

function shapeOf({ kind }: OpenForm, table: BalanceTable): FormShape {
  switch (kind) {
    case 'partial_draw': {
      const drawn = text.drawn(table.lastDraw?.bottle_number ?? '')
      const fields = [
        volume('drawn', drawn),
        ...othersIn(table),
        bottle,
        volume('container', text.newContainer),
      ]
      return { title: text.partialTitle, fields }
    }
    case 'add_balance':
      return { title: text.addTitle, fields: [bottle, volume('volume', text.addedVolume)] }
    case 'edit_balance':
      return {
        title: text.editTitle,
        fields: [volume('volume', text.remaining(table.bottle)), ...othersIn(table)],
      }
    default:
      return { title: text.editDrawTitle, fields: [volume('volume', text.volume)] }
  }
}

/** Steps 4 and 5: Partial Draw, Add Balance, Edit Balance, and Edit Draw Volume of the last draw. */
export function VolumeForms({ form, table }: { form: OpenForm; table: BalanceTable }) {
  const session = useTableSession()
  const { title, fields } = shapeOf(form, table)
  const adjustment = adjustmentIn(form, table)
  return (
    <Modal
      title={title}
      onClose={() => session.update(formClosed)}
      footer={
        <>
          <Button onClick={() => session.update(formClosed)}>{text.cancel}</Button>
          <Button kind="primary" onClick={() => session.update((flow) => formSubmitted(flow))}>
            {text.save}
          </Button>
        </>
      }
    >
      <div className={form.kind === 'partial_draw' ? 'create-form create-partial' : 'create-form'}>
        <FormFacts form={form} table={table} />
        {fields.map((field, index) => (
          <FormField
            key={field.name}
            field={field}
            value={typedIn(form, table, field.name)}
            first={index === 0}
          />
        ))}
        <FormPreview form={form} table={table} adjustment={adjustment} />
        {adjustment?.asks === true && (
          <ReasonField
            value={typedIn(form, table, 'reason')}
            onTyped={(reason) => session.update((flow) => formTyped(flow, 'reason', reason))}
            onEnter={() => session.update((flow) => formSubmitted(flow))}
          />
        )}
      </div>
    </Modal>
  )
}

interface FormFieldProps {
  field: FieldShape
  value: string
  first: boolean
}

function FormField({ field, value, first }: FormFieldProps) {
  const session = useTableSession()
  const { error, input } = useFormError(field.name)
  useEffect(() => {
    if (first) takeFocus(input.current)
  }, [first, input])
  return (
    <TextField
      label={field.label}
      name={field.name}
      value={value}
      error={error}
      inputRef={input}
      onChange={(next) => session.update((flow) => formTyped(flow, field.name, next))}
      onEnter={() => session.update((flow) => formSubmitted(flow))}
      {...(field.volume && volumeInput(value, error))}
    />
  )
}
