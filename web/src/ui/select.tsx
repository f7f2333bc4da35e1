import { Check, ChevronDown, CircleAlert } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import './field.css'
import './popover.css'
import { BrokenAtSlashes } from './broken-at-slashes.tsx'
import { DrugName } from './drug-name.tsx'
import { boxClass } from './field.tsx'
import { useSameFunction } from './use-same-function.ts'

export interface SelectProps<V extends string> {
  label: string
  value: V | null
  options: readonly { value: V; label: string; icon?: ReactNode; disabled?: boolean }[]
  onChange: (value: V) => void
  hideLabel?: boolean
  placeholder?: string
  error?: string | undefined
  disabled?: boolean
  /** The options name drugs. */
  ofDrugs?: boolean
}

/**
 * In px: a message at the bottom of the screen covers none of the options; and half a row, where there are more of them than
 * find room, says so.
 */
const MOST_HEIGHT = 504

/**
 * Carries react-aria: for lazily loaded screens only. It takes longer to draw than a dozen rows of a list: where only `onChange`
 * is another function it is not drawn again.
 */
export function Select<V extends string>(props: SelectProps<V>) {
  return <StillSelect {...props} onChange={useSameFunction(props.onChange)} />
}

const StillSelect = memo(DrawnSelect) as typeof DrawnSelect

function DrawnSelect<V extends string>(props: SelectProps<V>) {
  const {
    label,
    value,
    options,
    onChange,
    hideLabel = false,
    placeholder = 'Select',
    error,
    disabled = false,
    ofDrugs = false,
  } = props
  return (
    <AriaSelect
      className="field"
      value={value}
      placeholder={placeholder}
      isDisabled={disabled}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      onChange={(key) => {
        const option = options.find((one) => one.value === key)
        if (option !== undefined) onChange(option.value)
      }}
    >
      <Label className={hideLabel ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <Button className={boxClass(error)}>
        <SelectValue />
        <ChevronDown aria-hidden />
      </Button>
      <FieldError className="field-error">
        <CircleAlert aria-hidden />
        <span>{error}</span>
      </FieldError>
      <Popover className="popover" offset={6} containerPadding={8} maxHeight={MOST_HEIGHT}>
        <ListBox className="menu">
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              isDisabled={option.disabled ?? false}
              className="menu-item"
            >
              {option.icon}
              {ofDrugs ? <DrugName name={option.label} /> : <BrokenAtSlashes text={option.label} />}
              <Check aria-hidden className="menu-check" />
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
