import { CircleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { MUTATION_OPS_MAX } from 'sync-protocol/records/limits'
import type { WeightUnit } from 'sync-protocol/records/weight-unit'
import { forgetTyped, keepTyped, readTyped } from '../../data/drafts/typed-in-tab.ts'
import type { DayRow } from '../../data/view/day-rows.ts'
import { pastedTable } from '../../records/pasted-table.ts'
import { useWeightBands } from '../../records/use-weight-bands.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { addRows } from './day-actions.ts'
import { dayText } from './day-text.ts'
import { pasteText as text } from './paste-text.ts'
import './paste.css'
import { BESIDE_ID, PasteTable } from './paste-table.tsx'
import {
  readPaste,
  startPaste,
  unitsBeside,
  withUnitsApart,
  type Paste,
  type PastedRow,
} from './pasted-patients.ts'

interface Typed {
  typed: string
  /** Null while it is only a text. */
  paste: Paste | null
}

interface PasteModalProps {
  userId: string
  day: string
  rows: readonly DayRow[]
  onClose: () => void
}

/**
 * Many patients at once, from a spreadsheet or a message. Nothing is on the list before ADD. What is typed survives a reload, and
 * a slip that closes the window; CANCEL gives it up.
 */
export function PasteModal({ userId, day, rows, onClose }: PasteModalProps) {
  const place = `day-paste/1/${day}`
  const [{ typed, paste }, setTyped] = useState(
    () => (readTyped(userId, place) as Typed | null) ?? { typed: '', paste: null },
  )
  const [error, setError] = useState<string | undefined>()
  const [phase, setPhase] = useState<'typing' | 'saving' | 'failed'>('typing')
  const bands = useWeightBands()
  const read = useMemo(
    () => (paste === null ? [] : readPaste(paste, rows, day, bands)),
    [paste, rows, day, bands],
  )
  const change = (next: Typed) => {
    setTyped(next)
    setError(undefined)
    setPhase('typing')
    keepTyped(userId, place, next)
  }
  const giveUp = () => {
    forgetTyped(userId, place)
    onClose()
  }
  const show = (from: string) => {
    const table = pastedTable(from)
    if (table === null || table.length > MUTATION_OPS_MAX) return setError(text.tooMany(MUTATION_OPS_MAX))
    if (table.length === 0) return setError(text.empty)
    change({ typed: from, paste: startPaste(table, rows, day) })
  }
  const included = read
    .map((row, at) => ({ ...row, at }))
    .filter(({ at }) => paste?.left.includes(at) === false)
  const sound = included.filter(({ row }) => row !== null)

  async function add() {
    if (phase === 'saving' || paste === null) return
    if (sound.length === 0) return setError(text.nobody)
    setPhase('saving')
    try {
      const takeOff = await addRows(
        rows,
        sound.flatMap(({ row }) => row ?? []),
      )
      const undo = () =>
        void takeOff().then(
          (left) => left > 0 && showToast({ kind: 'attention', text: text.stay(left) }),
          (failure: unknown) => {
            console.error(failure)
            showToast({ kind: 'harm', text: text.notRemoved })
          },
        )
      showToast({ text: text.added(sound.length), undo })
    } catch (failure) {
      console.error(failure)
      return setPhase('failed')
    }
    if (sound.length === included.length) return giveUp()
    // What waits for a correction stays.
    const added = new Set(sound.map(({ at }) => at))
    const stays = paste.cells.flatMap((cells, at) => (added.has(at) ? [] : [{ cells, at }]))
    const left = stays.flatMap(({ at }, now) => (paste.left.includes(at) ? [now] : []))
    change({ typed, paste: { ...paste, cells: stays.map(({ cells }) => cells), left } })
  }

  if (paste === null)
    return (
      <Modal
        title={text.title}
        onClose={onClose}
        footer={
          <>
            <Button onClick={giveUp}>{text.cancel}</Button>
            <Button kind="primary" onClick={() => show(typed)}>
              {text.show}
            </Button>
          </>
        }
      >
        <TextArea
          label={text.list}
          hint={text.hint}
          rows={10}
          value={typed}
          inputRef={takeFocus}
          error={error}
          onChange={(value) => change({ typed: value, paste: null })}
        />
      </Modal>
    )

  return (
    <Modal
      title={text.title}
      size="full"
      onClose={onClose}
      footer={
        <>
          <p className="paste-counts quiet" aria-live="polite">
            <Counts
              included={included.length}
              sound={sound.length}
              unusual={sound.filter(({ unusual }) => unusual !== null).length}
              left={paste.left.length}
            />
          </p>
          <Button onClick={() => change({ typed, paste: null })}>{text.back}</Button>
          <Button
            kind={sound.length === 0 ? 'quiet' : 'primary'}
            busy={phase === 'saving' && text.adding}
            onClick={() => void add()}
          >
            {text.add(sound.length)}
          </Button>
        </>
      }
    >
      <OfAll paste={paste} read={read} onChange={(part) => change({ typed, paste: { ...paste, ...part } })} />
      <PasteTable paste={paste} read={read} onChange={(next) => change({ typed, paste: next })} />
      {(error ?? (phase === 'failed' ? dayText.notSaved : undefined)) !== undefined && (
        <p className="field-error" role="alert">
          <CircleAlert aria-hidden />
          <span>{error ?? dayText.notSaved}</span>
        </p>
      )}
    </Modal>
  )
}

/** On a phone, and below many sound rows, the first one that waits is out of sight: its number leads to it. */
const toFirstDoubt = () => document.querySelector<HTMLElement>('.paste-table [aria-invalid=true]')?.focus()

/** A weight that is hardly right stops nobody: it is led to before it is added. */
const toFirstUnusual = () => document.querySelector<HTMLElement>('.paste-table [data-unusual] input')?.focus()

interface CountsProps {
  included: number
  sound: number
  unusual: number
  left: number
}

function Counts({ included, sound, unusual, left }: CountsProps) {
  return (
    <>
      <span>{text.ready(sound)}</span>{' '}
      {included > sound && (
        <button type="button" className="paste-waits" onClick={toFirstDoubt}>
          {text.waits(included - sound)}
        </button>
      )}{' '}
      {unusual > 0 && (
        <button type="button" className="paste-waits" onClick={toFirstUnusual}>
          {text.toCheck(unusual)}
        </button>
      )}{' '}
      {left > 0 && <span>{text.leftOut(left)}</span>}
    </>
  )
}

interface OfAllProps {
  paste: Paste
  read: readonly PastedRow[]
  onChange: (part: Partial<Paste>) => void
}

/** What the list does not say of each patient is asked once for all of them. */
function OfAll({ paste, read, onChange }: OfAllProps) {
  const { columns, species, units } = paste
  const asksSpecies = !columns.includes('species')
  const asksUnits = columns.includes('weight') && !columns.includes('weight_units')
  const beside = unitsBeside(paste)
  const asks = (message: string) => read.some(({ doubts }) => doubts.some((one) => one.message === message))
  return (
    <div className="paste-all">
      {beside > 0 && (
        <div className="paste-beside">
          <span id={BESIDE_ID}>{text.besideNumber(beside)}</span>
          <Button kind="primary" onClick={() => onChange(withUnitsApart(paste))}>
            {text.unitsApart}
          </Button>
        </div>
      )}
      {!columns.includes('name') && <Asked message={text.needNames} />}
      {asksSpecies && (
        <div className="paste-one">
          <Segmented<Paste['species']>
            label={text.ofAll}
            value={species}
            options={[
              { value: '0', label: text.species[0] },
              { value: '1', label: text.species[1] },
            ]}
            onChange={(value) => onChange({ species: value })}
          />
          {asks(text.needSpecies) && <Asked message={text.needSpecies} />}
        </div>
      )}
      {asksUnits && (
        <div className="paste-one">
          <Segmented<'' | WeightUnit>
            label={text.unitsOfAll}
            value={units}
            options={[
              { value: 'kg', label: 'kg' },
              { value: 'lb', label: 'lb' },
            ]}
            onChange={(value) => onChange({ units: value })}
          />
          {asks(text.needUnits) && <Asked message={text.needUnits} />}
        </div>
      )}
      {columns.includes('weight') && <p className="quiet">{text.estimated}</p>}
    </div>
  )
}

const Asked = ({ message }: { message: string }) => (
  <p className="field-error">
    <CircleAlert aria-hidden />
    <span>{message}</span>
  </p>
)
