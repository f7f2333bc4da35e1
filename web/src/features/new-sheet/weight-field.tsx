import { Calculator } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFixedUnit } from '../../records/fixed-unit.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { watchPresses } from '../../ui/press-guard.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useCoarsePointer } from '../../ui/use-coarse-pointer.ts'
import { weightTyped } from './open-sheet.ts'
import { useFieldError, useSession, useSheet } from './session-context.ts'
import { sheetText } from './sheet-text.ts'
import { WeightKeypad } from './weight-keypad.tsx'

/** The weight as a field like any other, with large keys beside it; for fingers they take the place of the system's keyboard. */
export function WeightField() {
  const session = useSession()
  const value = useSheet(({ sheet }) => sheet.draft.weight)
  const input = useRef<HTMLInputElement>(null)
  const error = useFieldError('weight', input)
  const fixed = useFixedUnit()
  const coarse = useCoarsePointer()
  const [keys, setKeys] = useState(false)
  useEffect(watchPresses, [])
  const open = () => setKeys(true)
  return (
    <div className="weight-field">
      <TextField
        label={sheetText.weight}
        name="patient-weight"
        inputMode={coarse ? 'none' : 'decimal'}
        value={value}
        error={error}
        inputRef={input}
        onChange={(next) => session.update((sheet) => weightTyped(sheet, next, fixed))}
        {...(coarse && { onClick: open })}
        suffix={
          <IconButton
            label={sheetText.openKeypad}
            icon={<Calculator aria-hidden />}
            aria-haspopup="dialog"
            onClick={open}
          />
        }
      />
      {keys && <WeightKeypad onClose={() => setKeys(false)} />}
    </div>
  )
}
