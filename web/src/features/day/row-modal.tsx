import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { forgetTyped, keepTyped, readTyped } from '../../data/drafts/typed-in-tab.ts'
import type { DayRow } from '../../data/view/day-rows.ts'
import { formText } from '../../records/form-text.ts'
import { announce } from '../../ui/announcement.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { addRows, changeRow } from './day-actions.ts'
import { nextLine } from './day-list.ts'
import { dayText as text } from './day-text.ts'
import {
  emptyForm,
  formOf,
  isFault,
  readForm,
  withTyped,
  type RowFault,
  type RowForm,
  type TypedField,
} from './row-form.ts'

interface RowModalProps {
  userId: string
  day: string
  rows: readonly DayRow[]
  /** As it was when the form was opened; null for a new one. */
  row: DayRow | null
  onClose: () => void
}

/** A new patient, and the next one after it; or what is known of one. What is typed survives a reload. */
export function RowModal({ userId, day, rows, row, onClose }: RowModalProps) {
  const place = `day/1/${row?._id ?? day}`
  const [form, setForm] = useState(
    () =>
      (readTyped(userId, place) as RowForm | null) ?? (row ? formOf(row.content) : emptyForm(nextLine(rows))),
  )
  const [fault, setFault] = useState<RowFault | null>(null)
  const [phase, setPhase] = useState<'typing' | 'saving' | 'failed'>('typing')
  const first = useRef<HTMLInputElement>(null)
  const change = (part: Partial<RowForm>) => {
    const next = { ...form, ...part }
    setForm(next)
    setFault(null)
    keepTyped(userId, place, next)
  }
  const close = () => {
    forgetTyped(userId, place)
    onClose()
  }

  async function save() {
    if (phase === 'saving') return
    const read = readForm(form)
    if (isFault(read)) return setFault(read)
    setPhase('saving')
    try {
      if (row) await changeRow(row, withTyped(row.content, read))
      else await addRows(rows, [{ ...read, day, status: 'listed' }])
    } catch (error) {
      console.error(error)
      return setPhase('failed')
    }
    setPhase('typing')
    forgetTyped(userId, place)
    if (row) return onClose()
    announce(text.added(read.name))
    const line = /^\d+$/.test(form.line.trim()) ? String(Number(form.line) + 1) : ''
    setForm(emptyForm(line, form))
    first.current?.focus()
  }

  const field = (name: TypedField, label: string) => (
    <TextField
      label={label}
      value={form[name]}
      onChange={(value) => change({ [name]: value })}
      onEnter={() => void save()}
      error={fault?.field === name ? fault.message : undefined}
      {...(name === 'name' ? { inputRef: first, autoFocus: true } : { optional: true })}
      {...(name === 'risk' && { hint: text.riskHint })}
    />
  )
  return (
    <Modal
      title={row ? text.editTitle : text.addTitle}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{row ? formText.cancel : text.close}</Button>
          <Button kind="primary" busy={phase === 'saving' && formText.saving} onClick={() => void save()}>
            {row ? formText.save : text.addButton}
          </Button>
        </>
      }
    >
      <div className="day-form">
        <div className="day-form-species">
          <Segmented<RowForm['species']>
            label={text.chooseSpecies}
            value={form.species}
            options={[
              { value: '0', label: text.species[0] },
              { value: '1', label: text.species[1] },
            ]}
            onChange={(species) => change({ species })}
          />
          {fault?.field === 'species' && (
            <p className="field-error" role="alert">
              <CircleAlert aria-hidden />
              <span>{fault.message}</span>
            </p>
          )}
        </div>
        {field('line', text.line)}
        <div className="day-form-wide">{field('name', text.name)}</div>
        <div className="day-form-wide">{field('procedure', text.procedure)}</div>
        {field('sex', text.sex)}
        {field('age', text.age)}
        {field('patient_id', text.patientId)}
        {field('cage', text.cage)}
        <div className="day-form-wide">{field('risk', text.risk)}</div>
        <div className="day-form-wide">{field('owner', text.owner)}</div>
      </div>
      {phase === 'failed' && (
        <p className="field-error" role="alert">
          <CircleAlert aria-hidden />
          <span>{text.notSaved}</span>
        </p>
      )}
    </Modal>
  )
}
