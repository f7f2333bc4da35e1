import { Delete } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { isBounce, keyed, type KeyPress, type NumberKey } from './keyed-text.ts'
import { numberPadText as text } from './number-pad-text.ts'
import './number-pad.css'

/** As on a telephone; the point stands apart from the zero, for which it is mistaken. */
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const

interface NumberPadProps {
  /** The field that the keys write into, where its selection is. */
  field: RefObject<HTMLInputElement | null>
  onChange: (value: string) => void
}

/** Set at once, so that the caret can stand behind it; React's own value is the same with the next rendering. */
function pressedInto(input: HTMLInputElement, key: NumberKey): string {
  const { value, selectionStart, selectionEnd } = input
  const from = selectionStart ?? value.length
  const next = keyed({ text: value, from, to: selectionEnd ?? value.length }, key)
  input.value = next.text
  input.setSelectionRange(next.from, next.to)
  return next.text
}

/** Large keys for a number. The field keeps the focus, and a hardware keyboard goes on writing into it. */
export function NumberPad({ field, onChange }: NumberPadProps) {
  const last = useRef<KeyPress>(null)

  function press(key: NumberKey, event: { timeStamp: number; detail: number }): void {
    const input = field.current
    if (input === null) return
    const pressed = { key, at: event.timeStamp }
    // A click by a key has no detail: only fingers bounce.
    const bounces = event.detail > 0 && isBounce(last.current, pressed)
    last.current = pressed
    if (bounces) return
    onChange(pressedInto(input, key))
  }

  const keyProps = (key: NumberKey) => ({
    type: 'button' as const,
    // Keeps the focus and the selection in the field.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: (event: { timeStamp: number; detail: number }) => press(key, event),
  })

  return (
    <fieldset className="number-pad" aria-label={text.keys}>
      {DIGITS.map((digit) => (
        <button key={digit} {...keyProps(digit)} className={`number-key number-key-${digit}`}>
          {digit}
        </button>
      ))}
      <button {...keyProps('delete')} className="number-key number-key-delete" aria-label={text.delete}>
        <Delete aria-hidden />
      </button>
      <button {...keyProps('.')} className="number-key number-key-point" aria-label={text.point}>
        .
      </button>
    </fieldset>
  )
}
