import { useCallback, useRef, useState } from 'react'
import { checkEditDraw, drawChange, editDrawOf } from 'sync-protocol/rules/balance-forms'
import { hundredthsOf, mlText, type Hundredths } from 'sync-protocol/rules/ledger-volume'
import { numberText } from 'sync-protocol/rules/number-input'
import type { DrawFacts } from '../../../data/lists/draw-facts.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Question } from '../../../ui/question.tsx'
import { takeFocus } from '../../../ui/take-focus.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { createText as text } from './create-text.ts'
import { volumeInput } from './volume-input.ts'

interface MeasureQuestionProps {
  draw: DrawFacts
  onClose: () => void
  onMeasured: (volume: Hundredths) => void
}

/** A computed volume that rounds to 0 was never measured: the table takes what was drawn, however far it is, once that is sure. */
export function MeasureQuestion({ draw, onClose, onMeasured }: MeasureQuestionProps) {
  const [volume, setVolume] = useState('')
  const [error, setError] = useState<string>()
  const [isFar, setFar] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Not in an effect: where the dialog is fetched late, there is no field yet.
  const appears = useCallback((field: HTMLInputElement | null) => {
    input.current = field
    takeFocus(field)
  }, [])
  const add = () => {
    const problem = checkEditDraw({ volume })
    setError(problem?.message)
    if (problem !== null) input.current?.focus()
    else if (drawChange({ volume }, { used: hundredthsOf(draw.drug_volume) })?.asks === true) setFar(true)
    else onMeasured(editDrawOf({ volume }).volume)
  }
  if (isFar) {
    const measured = editDrawOf({ volume }).volume
    return (
      <Question
        title={text.farTitle}
        text={text.measuredFar(draw.patient_name, numberText(draw.drug_volume), mlText(measured))}
        second={text.measuredSecond}
        onNo={() => setFar(false)}
        onYes={() => onMeasured(measured)}
      />
    )
  }
  return (
    <Modal
      title={text.measureTitle}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={add}>
          {text.add}
        </Button>
      }
    >
      <div className="create-form">
        <p>{text.measureText(draw.patient_name, numberText(draw.drug_volume))}</p>
        <TextField
          label={text.measuredVolume}
          name="measured"
          value={volume}
          error={error}
          inputRef={appears}
          onChange={(next) => {
            setVolume(next)
            setError(undefined)
          }}
          onEnter={add}
          {...volumeInput(volume, error)}
        />
      </div>
    </Modal>
  )
}
