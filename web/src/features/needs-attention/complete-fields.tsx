import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { Json } from 'sync-protocol/records/json'
import type { RefusedEntry } from '../../data/attention/attention.ts'
import { setLeaveGuard } from '../../data/drafts/leave-guard.ts'
import { Button } from '../../ui/button.tsx'
import { DecidedMeanwhile } from '../../ui/decided-meanwhile.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Question } from '../../ui/question.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { approvalSaid } from './approval-said.ts'
import { approve } from './attention-actions.ts'
import { attentionText as text } from './attention-text.ts'
import type { Person } from './entry-choices.ts'
import type { FaultyField } from './faulty-fields.ts'
import { settledOf } from './settled-of.ts'
import { useDeciding } from './use-deciding.ts'
import { isFixed, withTyped } from './with-typed.ts'

interface CompleteFieldsProps {
  entry: RefusedEntry
  fields: readonly FaultyField[]
  /** Somebody else decided it while this was open. */
  isGone: boolean
  person: Person & { time_zone: string }
  onClose: () => void
}

const shown = (value: Json) =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

function hintOf({ isLeftOut, becomes, blank }: Pick<FaultyField, 'isLeftOut' | 'becomes' | 'blank'>) {
  if (isLeftOut) return text.leftOut
  if (becomes !== undefined) return becomes.said ?? text.becomes([becomes.value].flat().map(shown).join(', '))
  return blank && text.mayBeBlank
}

/** What of a parked change could not stand, to be typed anew: all else stays as its author entered it. */
export function CompleteFields({ entry, fields: first, isGone, person, onClose }: CompleteFieldsProps) {
  const [{ ops, fields }, setAsking] = useState({ ops: entry.mutation.ops, fields: first })
  const author = entry.author_id === person._id ? null : entry.author_name
  const { busy, decide } = useDeciding(entry.key)
  const [typed, setTyped] = useState(() => fields.map((field) => field.typed))
  const [wrong, setWrong] = useState<{ field: number; message: string } | null>(null)
  const [asked, setAsked] = useState(false)
  const settled = useLiveQuery(async () => (isGone ? settledOf(entry) : null), [isGone, entry])
  const isFurther = fields !== first
  const isTyped = isFurther || fields.some((field, index) => field.typed !== typed[index])
  useEffect(() => {
    setLeaveGuard(isTyped ? { message: text.completeLeave, onLeave: onClose } : null)
    return () => setLeaveGuard(null)
  }, [isTyped, onClose])
  const type = (at: number, value: string) => {
    setTyped((now) => now.map((each, index) => (index === at ? value : each)))
    setWrong(null)
  }
  const save = () => {
    if (isGone || busy) return
    const made = withTyped(ops, fields, typed)
    if ('more' in made && made.more !== undefined) {
      setAsking({ ops: made.ops, fields: made.more })
      setTyped(made.more.map((field) => field.typed))
    }
    // It leaves the screen with its card once it is saved: what could not be is still here.
    else if ('ops' in made)
      decide(() => approve(entry, made.ops).then((heard) => approvalSaid(heard, author)))
    else setWrong(made)
  }
  const close = () => (isTyped ? setAsked(true) : onClose())
  const errorOf = (at: number) => (wrong?.field === at ? wrong.message : undefined)
  return (
    <>
      <Modal
        title={text.completeTitle}
        onClose={close}
        footer={
          isGone ? (
            <Button kind="primary" onClick={close}>
              {text.completeClose}
            </Button>
          ) : (
            <Button kind="primary" onClick={save} disabled={busy}>
              {text.completeSave}
            </Button>
          )
        }
      >
        <div className="stack">
          {isGone ? (
            <DecidedMeanwhile
              by={settled?.by_name}
              moment={settled ? formatDateTime(settled.at, person.time_zone) : undefined}
              isOver
            />
          ) : (
            <p>{isFurther ? text.completeFurther : text.completeText(author)}</p>
          )}
          {fields.map(({ at, path, label, unit, values, isNumber, ...field }, index) =>
            values === undefined ? (
              <TextField
                key={`${at}/${path.join('.')}`}
                label={label}
                value={typed[index] ?? ''}
                error={errorOf(index)}
                suffix={unit}
                readOnly={isGone || isFixed(field)}
                hint={hintOf(field)}
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
                disabled={isGone}
                onChange={(value) => type(index, value)}
              />
            ),
          )}
        </div>
      </Modal>
      {asked && (
        <Question
          danger
          title={text.completeLeaveTitle}
          text={text.completeLeave}
          onNo={() => setAsked(false)}
          onYes={onClose}
        />
      )}
    </>
  )
}
