import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Field } from './field.tsx'
import { controlText } from './control-text.ts'
import { IconButton } from './icon-button.tsx'
import { takeFocus } from './take-focus.ts'
import './search-box.css'

export interface SearchBoxProps {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  takesFocus?: boolean
}

export function SearchBox({
  label,
  value,
  onChange,
  placeholder = label,
  takesFocus = false,
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) takeFocus(input.current)
  }, [takesFocus])
  return (
    <Field label={label} hideLabel className="search-box">
      {(control) => (
        <div className="field-box">
          <Search aria-hidden />
          <input
            {...control}
            ref={input}
            type="search"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            className="field-input"
            placeholder={placeholder}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {value !== '' && (
            <IconButton
              label={controlText.clearSearch}
              icon={<X />}
              onClick={() => {
                onChange('')
                input.current?.focus()
              }}
            />
          )}
        </div>
      )}
    </Field>
  )
}
