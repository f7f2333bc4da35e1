import { useId, type Ref } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { organizationText as text } from './organization-text.ts'
import { FieldMessage } from '../../ui/field-message.tsx'

interface PermittedActionsProps {
  value: readonly number[]
  onChange: (value: number[]) => void
  error: string | undefined
  groupRef: Ref<HTMLFieldSetElement>
}

export function PermittedActions({ value, onChange, error, groupRef }: PermittedActionsProps) {
  const errorId = useId()
  return (
    <fieldset
      ref={groupRef}
      className={error === undefined ? 'permitted' : 'permitted permitted-wrong'}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend className="permitted-label field-label">{text.permitted}</legend>
      <div aria-live="polite">{error !== undefined && <FieldMessage id={errorId} text={error} />}</div>
      {text.permissions.map((label, permission) => (
        <Checkbox
          key={label}
          label={label}
          description={text.permissionsAbout[permission] ?? ''}
          checked={value.includes(permission)}
          onChange={(checked) =>
            onChange(
              [...value.filter((one) => one !== permission), ...(checked ? [permission] : [])].sort(
                (a, b) => a - b,
              ),
            )
          }
        />
      ))}
    </fieldset>
  )
}
