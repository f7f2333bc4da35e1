import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Species } from 'sync-protocol/records/fields'
import type { DayRow } from '../../data/view/day-rows.ts'
import { paths } from '../../paths.ts'
import { RecordPicker, usePicker } from '../../records/record-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatDate } from '../../ui/format.ts'
import { Modal } from '../../ui/modal.tsx'
import { PickerRow } from '../../ui/picker-row.tsx'
import { pickerText } from '../../ui/picker-text.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { dayText } from './day-text.ts'
import './many.css'
import { manyText as text } from './many-text.ts'
import {
  PLAN_FIELDS,
  planningOf,
  seen,
  speciesLacking,
  stillChosen,
  type PlanField,
  type Seen,
} from './many.ts'
import { setForMany } from './set-for-many.ts'
import { usePlanNames } from './use-plan-names.ts'

interface ManyModalProps {
  rows: readonly DayRow[]
  onClose: () => void
}

/** One procedure or protocol for many patients of the day: first who and what, then which one, and it is set. */
export function ManyModal({ rows, onClose }: ManyModalProps) {
  const [field, setField] = useState<PlanField>('anesthesia_protocol_id')
  const [species, setSpecies] = useState(() => speciesLacking(rows, field))
  /** Null: all who have none, whoever they are by now. */
  const [chosen, setChosen] = useState<Seen | null>(null)
  const [picking, setPicking] = useState<readonly DayRow[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const planning = planningOf(rows, field, species)
  const those = chosen === null ? planning.lacking : stillChosen(planning.rows, field, chosen)
  const choose = (next: Seen | null) => {
    setChosen(next)
    setError(null)
  }
  const set = async (value: string, name: string) => {
    if (picking === null) return
    onClose()
    try {
      const { set: count, left, takeBack } = await setForMany(picking, field, value)
      const words = [
        text.done(name, count),
        ...(left > 0 ? [text.stay(left)] : []),
        ...(planning.others > 0 ? [text.leftOthers(species, planning.others)] : []),
      ]
      showToast({ text: words.join(' '), ...(count > 0 && { undo: () => void undo(takeBack) }) })
    } catch (failure) {
      console.error(failure)
      showToast({ kind: 'harm', text: dayText.notSaved })
    }
  }

  const leftOut = leftOutOf(planning, those, field, species)

  if (picking !== null)
    return (
      <PlanPicker
        field={field}
        species={species}
        onChoose={(value, name) => void set(value, name)}
        onClose={() => setPicking(null)}
      />
    )
  return (
    <Modal
      title={text.title}
      size="wide"
      onClose={onClose}
      footer={
        <>
          <p className="many-counts quiet" aria-live="polite">
            {countsOf(those, field, species).join(' · ')}
          </p>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            kind={those.length === 0 ? 'quiet' : 'primary'}
            onClick={() => (those.length === 0 ? setError(text.needOne) : setPicking(those))}
          >
            {text.choose(those.length)}
          </Button>
        </>
      }
    >
      <div className="many-what">
        <Segmented<PlanField>
          label={text.what}
          value={field}
          options={PLAN_FIELDS.map((value) => ({ value, label: text.fields[value] }))}
          onChange={(next) => {
            setField(next)
            choose(null)
          }}
        />
        <Segmented<'0' | '1'>
          label={text.species}
          value={species === 0 ? '0' : '1'}
          options={[
            { value: '0', label: text.ofSpecies(0, planningOf(rows, field, 0).rows.length) },
            { value: '1', label: text.ofSpecies(1, planningOf(rows, field, 1).rows.length) },
          ]}
          onChange={(next) => {
            setSpecies(next === '0' ? 0 : 1)
            choose(null)
          }}
        />
      </div>
      {error !== null && (
        <p className="field-error" role="alert">
          <CircleAlert aria-hidden />
          <span>{error}</span>
        </p>
      )}
      {planning.rows.length === 0 ? (
        <p className="quiet">{text.emptySpecies(species)}</p>
      ) : (
        <>
          <fieldset className="many-quickly" aria-label={text.quickly}>
            <Button onClick={() => choose(null)}>{text.lacking(planning.lacking.length)}</Button>
            <Button onClick={() => choose(seen(planning.rows, field))}>
              {text.all(planning.rows.length)}
            </Button>
            <Button onClick={() => choose(new Map())}>{text.nobody}</Button>
          </fieldset>
          <Patients
            {...{ all: rows, rows: planning.rows, field, those }}
            onChange={(next) => choose(seen(next, field))}
          />
        </>
      )}
      {leftOut.length > 0 && <p className="many-left quiet">{text.leftOut(leftOut.join(' · '))}</p>}
    </Modal>
  )
}

async function undo(takeBack: () => Promise<number>): Promise<void> {
  try {
    const left = await takeBack()
    if (left > 0) showToast({ kind: 'attention', text: text.stay(left) })
  } catch (failure) {
    console.error(failure)
    showToast({ kind: 'harm', text: text.notTakenBack })
  }
}

const replacedOf = (those: readonly DayRow[], field: PlanField): number =>
  those.filter(({ content }) => content[field] !== undefined).length

function countsOf(those: readonly DayRow[], field: PlanField, species: Species): string[] {
  const replaced = replacedOf(those, field)
  return [text.chosen(species, those.length), ...(replaced > 0 ? [text.replaced(replaced)] : [])]
}

/** Of whom nothing is set, and why. */
function leftOutOf(
  { rows, lacking, others, over }: ReturnType<typeof planningOf>,
  those: readonly DayRow[],
  field: PlanField,
  species: Species,
): string[] {
  const keep = rows.length - lacking.length - replacedOf(those, field)
  return [
    ...(keep > 0 ? [text.keep(keep)] : []),
    ...(others > 0 ? [text.others(species, others)] : []),
    ...(over > 0 ? [text.over(over)] : []),
  ]
}

interface PatientsProps {
  all: readonly DayRow[]
  rows: readonly DayRow[]
  field: PlanField
  those: readonly DayRow[]
  onChange: (those: DayRow[]) => void
}

function Patients({ all, rows, field, those, onChange }: PatientsProps) {
  const names = usePlanNames(rows)
  return (
    <ul className="many-list" aria-label={text.list}>
      {rows.map((row) => {
        const { name, line } = row.content
        const value = row.content[field]
        const isChosen = those.includes(row)
        const called = field === 'procedure' ? value : names.get(value ?? '')
        const says = isChosen ? text.replaces : text.has
        return (
          <li key={row._id} data-chosen={isChosen || undefined}>
            <Checkbox
              label={text.patient(line ?? String(all.indexOf(row) + 1), name)}
              {...(value !== undefined && { description: says(called ?? text.notHere) })}
              checked={isChosen}
              onChange={(isChecked) =>
                onChange(isChecked ? [...those, row] : those.filter((one) => one !== row))
              }
            />
          </li>
        )
      })}
    </ul>
  )
}

const COLLECTIONS = {
  procedure: 'procedures',
  anesthesia_protocol_id: 'anesthesia_protocols',
  emergency_protocol_id: 'emergency_protocols',
} as const satisfies Record<PlanField, string>

const LIBRARY = {
  procedure: paths.procedures,
  anesthesia_protocol_id: paths.anesthesia,
  emergency_protocol_id: paths.emergency,
} as const satisfies Record<PlanField, (species: Species) => string>

interface PlanPickerProps {
  field: PlanField
  species: Species
  onChoose: (value: string, name: string) => void
  onClose: () => void
}

/** The records of the species; one press sets it. */
function PlanPicker({ field, species, onChoose, onClose }: PlanPickerProps) {
  const navigate = useNavigate()
  const picker = usePicker(COLLECTIONS[field], species)
  const none = text.noRecords[field]
  return (
    <RecordPicker
      picker={picker}
      title={text.pick[field]}
      onClose={onClose}
      fields={pickerText.fields}
      placeholders={pickerText.placeholders}
      renderRow={({ _id, name, day, author_name, pending }) => (
        <PickerRow
          name={field === 'procedure' ? name : <DrugName name={name} />}
          lines={[`${formatDate(day)} · ${author_name.toUpperCase()}`]}
          pending={pending}
          onChoose={() => onChoose(field === 'procedure' ? name : _id, name)}
        />
      )}
      noOwn={{ title: none, text: pickerText.noOwn }}
      empty={{
        title: none,
        text: pickerText.addInLibrary,
        action: { label: pickerText.openLibrary, onPress: () => void navigate(LIBRARY[field](species)) },
      }}
    />
  )
}
