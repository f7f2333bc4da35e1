import { isNumeric } from 'sync-protocol/records/kind'
import type { PolicyField } from 'sync-protocol/records/policies'
import { plainFields } from 'sync-protocol/rules/plain-fields'
import { DateField, type DateFieldProps } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** They have a heading of their own. */
export const WEIGHTS = [
  'dog_lightest',
  'dog_heaviest',
  'cat_lightest',
  'cat_heaviest',
] as const satisfies readonly PolicyField[]

interface MoreSettingsProps {
  /** The heading above them, and what is said below it; without, those that have no heading of their own. */
  of?: { fields: readonly PolicyField[]; title: string; about: string }
  field: (name: PolicyField) => Omit<DateFieldProps, 'label'> & { name: string }
}

/** Settings that stand by themselves, each as its kind says it. */
export function MoreSettings({ field, of }: MoreSettingsProps) {
  const wanted = (name: string) =>
    of === undefined ? !WEIGHTS.some((one) => one === name) : of.fields.some((one) => one === name)
  const fields = plainFields('policies').filter(({ name }) => wanted(name))
  if (fields.length === 0) return null
  return (
    <section className="stack settings-part" aria-label={of?.title}>
      {of !== undefined && (
        <div>
          <h2 className="title-3">{of.title}</h2>
          <p className="quiet">{of.about}</p>
        </div>
      )}
      <div className="settings-fields">
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
              {...(isNumeric(plain) && {
                inputMode: plain === 'whole' ? ('numeric' as const) : ('decimal' as const),
                suffix: unit,
              })}
            />
          )
        })}
      </div>
    </section>
  )
}
