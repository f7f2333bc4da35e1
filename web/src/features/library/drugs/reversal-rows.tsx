import { Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { perKg } from 'sync-protocol/records/amount-unit'
import { ROUTES } from 'sync-protocol/records/fields'
import { REVERSES_MAX } from 'sync-protocol/records/limits'
import { foldedName, REVERSAL_LABELS, REVERSAL_RULES, REVERSES_LABEL } from 'sync-protocol/records/reversal'
import type { DrugForm } from 'sync-protocol/rules/drug-form'
import {
  emptyReversal,
  reversedWords,
  type ReversalField,
  type TypedReversal,
} from 'sync-protocol/rules/reversal-form'
import { namedAs } from 'sync-protocol/rules/reversible-drugs'
import { listIndex } from '../../../data/lists/list-index.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { takeFocus } from '../../../ui/take-focus.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useLiveList } from '../../../ui/use-live-list.ts'
import type { Editor } from '../editor/use-editor.ts'
import { drugsText as text } from './drugs-text.ts'

const ROUTE_OPTIONS = ROUTES.map((route) => ({ value: route, label: route }))

/** Whether a reversal of this name would find a drug: a slip of the pen finds none, and nobody would notice before an arrest. */
function useIsKnownName(): (typed: string) => boolean {
  const { items } = useLiveList(() => listIndex('drugs'))
  const names = useMemo(() => new Set(items.map(({ name }) => foldedName(name))), [items])
  return (typed) => {
    const folded = foldedName(typed)
    if (folded === '' || names.size === 0 || names.has(folded)) return true
    // The one that is found by a name in its middle.
    const isPart = folded.includes('zolazepam')
    for (const name of names)
      if ((isPart || name.startsWith(folded)) && namedAs(name, folded) !== null) return true
    return false
  }
}

/** What the drug reverses, for each of its species, and how much of it is given for that. */
export function ReversalRows({ editor }: { editor: Editor<DrugForm> }) {
  const { values, edit, readOnly, opening } = editor
  const { reverses, species } = values
  const [added, setAdded] = useState(-1)
  const isKnownName = useIsKnownName()
  const inSight = reverses.flatMap((row, at) => (species.includes(row.species) ? [{ row, at }] : []))
  if (readOnly && inSight.length === 0) return null
  const add = () => {
    const code = species.includes(opening.species) ? opening.species : (species[0] ?? opening.species)
    setAdded(reverses.length)
    edit((now) => ({ ...now, reverses: [...now.reverses, emptyReversal(code, now.route[code])] }))
  }
  const change = (at: number, part: Partial<TypedReversal>) =>
    edit((now) => ({
      ...now,
      reverses: now.reverses.map((row, nth) => (nth === at ? { ...row, ...part } : row)),
    }))
  const remove = (at: number) =>
    edit((now) => ({ ...now, reverses: now.reverses.filter((_, nth) => nth !== at) }))
  return (
    <section className="reversals" aria-label={REVERSES_LABEL}>
      <h3 className="reversals-title">{REVERSES_LABEL}</h3>
      <p className="quiet small">{text.reversesHint}</p>
      {inSight.map(({ row, at }) => (
        <ReversalRow
          key={at}
          editor={editor}
          row={row}
          at={at}
          isNewest={at === added}
          hint={isKnownName(row.name) ? undefined : text.unknownReversed}
          onChange={(part) => change(at, part)}
          onRemove={() => remove(at)}
        />
      ))}
      {!readOnly && reverses.length < REVERSES_MAX && (
        <Button className="reversals-add" icon={<Plus />} onClick={add}>
          {text.addReversal}
        </Button>
      )}
    </section>
  )
}

interface ReversalRowProps {
  editor: Editor<DrugForm>
  row: TypedReversal
  /** Which row of the form it is. */
  at: number
  isNewest: boolean
  hint: string | undefined
  onChange: (part: Partial<TypedReversal>) => void
  onRemove: () => void
}

function ReversalRow({ editor, row, at, isNewest, hint, onChange, onRemove }: ReversalRowProps) {
  const { values, readOnly, errorAt, save } = editor
  const path = (field: ReversalField) => `reverses.${at}.${field}`
  const field = (name: 'name' | 'value' | 'note') => ({
    label: REVERSAL_LABELS[name],
    name: path(name),
    value: row[name],
    readOnly,
    error: errorAt(path(name)),
    onChange: (typed: string) => onChange({ [name]: typed }),
    onEnter: save,
  })
  const rules = { mg_per_kg: perKg(values), times_mass: text.timesItsDose }
  const title = row.name.trim() === '' ? text.newReversal : reversedWords(row)
  return (
    <fieldset className="reversal-row" aria-label={title}>
      <div className="reversal-name">
        <TextField {...field('name')} hint={hint} {...(isNewest && { inputRef: takeFocus })} />
      </div>
      <div className="reversal-species">
        <Select
          label={text.species}
          value={String(row.species)}
          options={values.species.map((code) => ({ value: String(code), label: text.speciesNames[code] }))}
          disabled={readOnly}
          onChange={(code) => onChange({ species: code === '1' ? 1 : 0 })}
        />
      </div>
      <div className="reversal-route">
        <Select
          label={text.reversalRoute}
          value={row.route}
          options={ROUTE_OPTIONS}
          disabled={readOnly}
          onChange={(route) => onChange({ route })}
        />
      </div>
      <div className="reversal-value">
        <TextField {...field('value')} inputMode="decimal" />
      </div>
      <div className="reversal-rule" data-field={path('rule')}>
        <Select
          label={text.doseIs}
          value={row.rule}
          options={REVERSAL_RULES.map((rule) => ({ value: rule, label: rules[rule] }))}
          disabled={readOnly}
          error={errorAt(path('rule'))}
          onChange={(rule) => onChange({ rule })}
        />
      </div>
      <div className="reversal-note">
        <TextField {...field('note')} optional />
      </div>
      {!readOnly && <IconButton label={text.removeReversal(title)} icon={<Trash2 />} onClick={onRemove} />}
    </fieldset>
  )
}
