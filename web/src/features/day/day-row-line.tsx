import { ChevronRight, EllipsisVertical, GripVertical } from 'lucide-react'
import { useRef, type ComponentProps } from 'react'
import { DAY_STATUSES, type DayStatus } from 'sync-protocol/records/day-row'
import { dayStatusTitle, nextStatus } from 'sync-protocol/rules/day-status'
import type { ConflictEntry } from '../../data/attention/attention.ts'
import type { DayRow } from '../../data/view/day-rows.ts'
import { pictureOf } from '../../records/patient.ts'
import { labelsPrintedText } from '../../records/labels-printed-text.ts'
import { useWeightBands } from '../../records/use-weight-bands.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { SpeciesPicture } from '../../ui/species-picture.tsx'
import { ContestedRow } from './contested-row.tsx'
import { factsOf, isToWeigh, unusualInRow, weightOf } from './day-list.ts'
import { FactLine } from './fact-line.tsx'
import { dayText as text } from './day-text.ts'

/** The second half of a double press sets no further status (ms). */
const AGAIN_MS = 600

interface DayRowLineProps {
  row: DayRow
  /** 0 first. */
  place: number
  of: number
  /** Two versions of it wait for a decision. */
  contests: readonly ConflictEntry[] | undefined
  /** The other weight for which its labels were printed. */
  labelledFor: string | undefined
  onLabels: () => void
  /** Who else has its sheet open. */
  openBy: string | undefined
  /** What its anesthesia protocol is called. */
  protocol: string | undefined
  handle: ComponentProps<'button'>
  onStatus: (status: DayStatus) => void
  onWeigh: () => void
  /** The sheet, open or saved. */
  onSheet: () => void
  onEdit: () => void
  onMove: (to: number) => void
  onDelete: () => void
}

/** One patient of the day: the name first, then the weight, and one large button for what comes next. */
export function DayRowLine(props: DayRowLineProps) {
  const {
    row,
    place,
    of,
    contests,
    labelledFor,
    onLabels,
    openBy,
    protocol,
    handle,
    onStatus,
    onWeigh,
    onSheet,
    onEdit,
    onMove,
    onDelete,
  } = props
  const { content } = row
  const { name, line, species, status } = content
  const weight = weightOf(content)
  const unusual = unusualInRow(content, useWeightBands())
  const { risk, cage, ...rest } = content
  // A line that is cut ends with what can wait: who must be watched and where they are found come first.
  const facts = [risk, cage, ...factsOf(rest, protocol)].filter((fact) => fact !== undefined)
  return (
    <>
      <button
        type="button"
        className="day-handle"
        {...handle}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
          if (!event.altKey || by === 0) return
          event.preventDefault()
          onMove(place + by)
        }}
      >
        <GripVertical aria-hidden />
        <span className="visually-hidden">{text.handle(name)}</span>
        <span className="day-line tabular" aria-hidden>
          {line ?? place + 1}
        </span>
      </button>
      <span className="day-species">
        <SpeciesPicture species={pictureOf(species)} size={44} />
      </span>
      <button type="button" className="day-who" onClick={onSheet}>
        <span className="visually-hidden">
          {content.sheet_id === undefined ? text.openSheet : text.savedSheet}
        </span>
        <span className="day-named">
          <span className="day-name">{name}</span>{' '}
          {openBy !== undefined && <Badge>{text.openBy(openBy)}</Badge>}
        </span>
        <span className="day-facts" data-risk={risk !== undefined || undefined}>
          {/* The picture beside it says so. */}
          <span className="day-facts-species">
            {text.species[species]}
            {facts.length > 0 && ' · '}
          </span>
          <FactLine facts={facts} />
        </span>
      </button>
      <button
        type="button"
        className="day-weight tabular"
        data-missing={isToWeigh(row) || undefined}
        onClick={onWeigh}
      >
        <span className="visually-hidden">
          {weight === null ? text.weighName(name) : text.weightOf(name, weight.join(' · '))}
        </span>
        <span aria-hidden>{weight === null ? text.weighOne : weight[0]}</span>
        {weight !== null && (
          <span className="day-weight-other" aria-hidden>
            {weight[1]}
          </span>
        )}
      </button>
      <StatusButton name={name} status={status} onStatus={onStatus} />
      <RowMenu
        {...{ name, status, place, of, onStatus, onEdit, onDelete }}
        onMoveBy={(by) => onMove(place + by)}
      />
      <div className="day-notes">
        {unusual !== null && (
          <div className="day-unusual">
            <GuardLines findings={[{ level: unusual.level, words: unusual.short }]} />
          </div>
        )}
        {contests !== undefined && <ContestedRow row={row} entries={contests} />}
        {contests === undefined && labelledFor !== undefined && (
          <div className="day-contested">
            <p className="day-labelled">
              {labelsPrintedText.printedFor(labelledFor)}
              <Button onClick={onLabels}>{labelsPrintedText.open}</Button>
            </p>
          </div>
        )}
      </div>
    </>
  )
}

interface StatusButtonProps {
  name: string
  status: DayStatus
  onStatus: (status: DayStatus) => void
}

/** How far the patient has come, large, as it is; and with one press the next step. */
function StatusButton({ name, status, onStatus }: StatusButtonProps) {
  const pressed = useRef(-Infinity)
  const next = nextStatus(status)
  const now = dayStatusTitle(status)
  if (next === null)
    return (
      <span className="day-status" data-status={status}>
        <span className="visually-hidden">{text.isNow(name, now)}</span>
        <span className="day-status-now" aria-hidden>
          {now}
        </span>
      </span>
    )
  return (
    <button
      type="button"
      className="day-status"
      data-status={status}
      onClick={(event) => {
        if (event.timeStamp - pressed.current < AGAIN_MS) return
        pressed.current = event.timeStamp
        onStatus(next)
      }}
    >
      <span className="visually-hidden">{text.next(name, now, dayStatusTitle(next))}</span>
      <span className="day-status-now" aria-hidden>
        {now}
      </span>
      <span className="day-status-next" aria-hidden>
        <ChevronRight /> {dayStatusTitle(next)}
      </span>
    </button>
  )
}

interface RowMenuProps extends StatusButtonProps {
  place: number
  of: number
  onEdit: () => void
  onMoveBy: (by: -1 | 1) => void
  onDelete: () => void
}

function RowMenu({ name, status, place, of, onStatus, onEdit, onMoveBy, onDelete }: RowMenuProps) {
  const others = DAY_STATUSES.filter((one) => one !== status)
  return (
    <MenuButton
      label={text.more(name)}
      className="icon-button day-more"
      inPairs
      items={[
        { id: 'edit', label: text.edit },
        { id: 'up', label: text.moveUp, disabled: place === 0 },
        { id: 'down', label: text.moveDown, disabled: place === of - 1 },
        ...others.map((one) => ({ id: one, label: text.setTo(dayStatusTitle(one)) })),
        { id: 'delete', label: text.delete, danger: true },
      ]}
      onAction={(id) => {
        if (id === 'edit') onEdit()
        else if (id === 'up') onMoveBy(-1)
        else if (id === 'down') onMoveBy(1)
        else if (id === 'delete') onDelete()
        else {
          const chosen = others.find((one) => one === id)
          if (chosen !== undefined) onStatus(chosen)
        }
      }}
    >
      <EllipsisVertical aria-hidden />
    </MenuButton>
  )
}
