import type { PolicyField } from 'sync-protocol/records/policies'
import { plainFields } from 'sync-protocol/rules/plain-fields'
import { DateField, type DateFieldProps } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface MoreSettingsProps {
  field: (name: PolicyField) => Omit<DateFieldProps, 'label'> & { name: string }
}

/** The settings that stand by themselves, each as its kind says it. */
export function MoreSettings({ field }: MoreSettingsProps) {
  const fields = plainFields('policies')
  if (fields.length === 0) return null
  return (
    <section className="stack settings-part">
      {fields.map(({ name, label, plain, unit }) => {
        const { name: called, ...common } = field(name as PolicyField)
        return plain === 'day' ? (
          <DateField key={name} label={label} {...common} />
        ) : (
          <TextField
            key={name}
            label={label}
            name={called}
            {...common}
            {...(plain === 'whole' && { inputMode: 'numeric' as const, suffix: unit })}
          />
        )
      })}
    </section>
  )
}
