import {
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ClipboardPaste,
  ClipboardPlus,
  Scale,
  ShieldCheck,
} from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { DayStatus } from 'sync-protocol/records/day-row'
import type { WeightUnit } from 'sync-protocol/records/weight-unit'
import { isOver } from 'sync-protocol/rules/day-status'
import { sheetThatStands } from '../../data/view/corrections.ts'
import type { DayRow } from '../../data/view/day-rows.ts'
import { forRow, paths } from '../../paths.ts'
import { takeOverText } from '../../records/take-over-text.ts'
import { useLabelPrints } from '../../records/use-label-prints.ts'
import { usePerson } from '../../records/use-person.ts'
import { useTakeOver } from '../../records/use-take-over.ts'
import { useScreenActs } from '../../records/use-screen-acts.ts'
import { useToday } from '../../records/use-today.ts'
import { announce } from '../../ui/announcement.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDate, formatWeekday } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { Question } from '../../ui/question.tsx'
import { setToastsAside, showToast } from '../../ui/toast-queue.ts'
import { deleteRow, moveRow, setStatus, type Weighing } from './day-actions.ts'
import { isToWeigh, nextToWeigh } from './day-list.ts'
import { DayRowLine } from './day-row-line.tsx'
import { dayText as text } from './day-text.ts'
import './day.css'
import { dayOf, daysLater } from './days.ts'
import { FactLine } from './fact-line.tsx'
import { labelledFor } from './labels-of.ts'
import { LabelsModal } from './labels-modal.tsx'
import { labelsText } from './labels-text.ts'
import { ManyModal } from './many-modal.tsx'
import { NeedsModal } from './needs-modal.tsx'
import { needsText } from './needs-text.ts'
import { PasteModal } from './paste-modal.tsx'
import { pasteText } from './paste-text.ts'
import { RowModal } from './row-modal.tsx'
import { useColleaguesSheets, useContestedRows, useDayRows, type ColleaguesSheet } from './use-day-rows.ts'
import { useDrag } from './use-drag.ts'
import { usePlanNames } from './use-plan-names.ts'
import { WeighModal } from './weigh-modal.tsx'
import { takeWeightBack, tellWeighed, weigh, type JustWeighed } from './weigh-telling.ts'

type Open =
  | { what: 'add' }
  | { what: 'paste' }
  | { what: 'many' }
  | { what: 'needs' }
  | { what: 'labels'; only?: string }
  | { what: 'edit'; row: DayRow }
  /** As it was when the pad came; one after the other, or this one alone. Who is `done` is not asked for again. */
  | { what: 'weigh'; row: DayRow; goesOn: boolean; done: ReadonlySet<string> }
  | { what: 'sheet'; id: string; name: string }
  | { what: 'theirs'; name: string; sheet: ColleaguesSheet }

const NOBODY: ReadonlySet<string> = new Set()

type RenderSheet = (sheet: { id: string; name: string; onClose: () => void }) => ReactNode

function notOpened(error: unknown): void {
  console.error(error)
  showToast({ kind: 'harm', text: text.notOpened })
}

function notSaved(error: unknown): void {
  console.error(error)
  showToast({ kind: 'harm', text: text.notSaved })
}

/** The patients of one day, in their order: who is weighed, drawn, in surgery, awake. */
export function DayScreen({ renderSheet }: { renderSheet: RenderSheet }) {
  const { _id: userId, time_zone } = usePerson()
  const today = useToday(time_zone)
  const [params, setParams] = useSearchParams()
  const day = dayOf(params.get('day')) ?? today
  const rows = useDayRows(day)
  const goTo = (next: string) => setParams(next === today ? {} : { day: next }, { replace: true })
  return (
    <div className="page day">
      <div className="day-head">
        <div className="day-stepper">
          <IconButton
            label={text.dayBefore}
            icon={<ChevronLeft />}
            onClick={() => goTo(daysLater(day, -1))}
          />
          <h2 className="day-title">
            <span>{dayName(day, today)}</span>
            <span className="quiet tabular">{formatDate(day)}</span>
          </h2>
          <IconButton label={text.dayAfter} icon={<ChevronRight />} onClick={() => goTo(daysLater(day, 1))} />
        </div>
        <Link className={`${buttonClass('quiet')} day-ready`} to={paths.ready}>
          <ShieldCheck aria-hidden />
          <span>{text.isReady}</span>
        </Link>
      </div>
      {rows === undefined ? null : <OfDay key={day} {...{ userId, day, rows, renderSheet }} />}
    </div>
  )
}

function dayName(day: string, today: string): string {
  const weekday = formatWeekday(day)
  if (day === today) return `${text.today}, ${weekday}`
  if (day === daysLater(today, 1)) return `${text.tomorrow}, ${weekday}`
  return day === daysLater(today, -1) ? `${text.yesterday}, ${weekday}` : weekday
}

interface OfDayProps {
  userId: string
  day: string
  rows: readonly DayRow[]
  renderSheet: RenderSheet
}

function OfDay({ userId, day, rows, renderSheet }: OfDayProps) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open | null>(null)
  const [last, setLast] = useState<'-' | WeightUnit>('-')
  /** The patient before, while the keys are there for the next one. */
  const [just, setJust] = useState<JustWeighed | null>(null)
  const isWeighing = open?.what === 'weigh'
  useEffect(() => (isWeighing ? setToastsAside() : undefined), [isWeighing])
  const contests = useContestedRows()
  const contested = useMemo(() => new Set(contests.keys()), [contests])
  const names = usePlanNames(rows)
  const prints = useLabelPrints()
  const theirs = useColleaguesSheets(userId)
  const takeOver = useTakeOver(userId)
  const toWeigh = rows.filter(isToWeigh)
  const over = rows.filter(({ content }) => isOver(content.status)).length
  const close = () => setOpen(null)
  const [firstToWeigh] = toWeigh
  const weighAll =
    firstToWeigh && (() => setOpen({ what: 'weigh', row: firstToWeigh, goesOn: true, done: NOBODY }))
  const planned = (what: 'many' | 'needs' | 'labels') =>
    rows.length === 0 ? undefined : () => setOpen({ what })
  useScreenActs({
    paste: () => setOpen({ what: 'paste' }),
    'add patient': () => setOpen({ what: 'add' }),
    weigh: weighAll,
    'set for many': planned('many'),
    'drugs needed': planned('needs'),
    labels: planned('labels'),
  })

  const move = (id: string, to: number) => {
    if (to < 0 || to >= rows.length) return
    const name = rows.find(({ _id }) => _id === id)?.content.name ?? ''
    moveRow(rows, id, to).then((moved) => moved && announce(text.moved(name, to + 1, rows.length)), notSaved)
  }
  const { list, drag, handle } = useDrag(move)
  const openSheet = ({ _id, content: { sheet_id, name } }: DayRow) => {
    const sheet = theirs.get(_id)
    if (sheet_id !== undefined)
      sheetThatStands(_id, sheet_id).then((id) => setOpen({ what: 'sheet', id, name }), notOpened)
    else if (sheet !== undefined) setOpen({ what: 'theirs', name, sheet })
    else void navigate(paths.newSheet, { state: forRow(_id) })
  }
  const press = (row: DayRow, status: DayStatus) => {
    // Whom nobody weighed is weighed first.
    if (status === 'weighed' && isToWeigh(row))
      return setOpen({ what: 'weigh', row, goesOn: false, done: NOBODY })
    setStatus(row, status).catch(notSaved)
  }
  const remove = (row: DayRow) =>
    deleteRow(row).then(
      (bringBack) =>
        showToast({ text: text.deleted(row.content.name), undo: () => void bringBack().catch(notSaved) }),
      notSaved,
    )
  /** Brings the next one to weigh after `from`; false where there is none. */
  const goOn = (from: DayRow, already: ReadonlySet<string>): boolean => {
    const next = nextToWeigh(rows, from._id, already)
    if (next) setOpen({ what: 'weigh', row: next, goesOn: true, done: already })
    return next !== undefined
  }
  /** Their weight did not stay: they are weighed again. */
  const comesAgain = (id: string) =>
    setOpen((now) =>
      now?.what === 'weigh' ? { ...now, done: new Set([...now.done].filter((one) => one !== id)) } : now,
    )
  const closePad = () => {
    if (just !== null) tellWeighed(just)
    setJust(null)
    close()
  }
  const done = async ({ row, goesOn, done: before }: Open & { what: 'weigh' }, weighing: Weighing) => {
    setLast(weighing.units)
    setJust(null)
    const stays = goesOn && goOn(row, new Set([...before, row._id]))
    if (!stays) close()
    if (goesOn && !stays && !weighing.estimated) showToast({ text: text.allWeighed })
    try {
      const one = await weigh(row, weighing)
      // A message would stand over the name of the next patient.
      if (stays) setJust(one)
      else tellWeighed(one)
    } catch (error) {
      comesAgain(row._id)
      notSaved(error)
    }
  }

  return (
    <>
      <div className="day-bar">
        <p className="day-counts quiet" aria-live="polite">
          {rows.length > 0 && (
            <FactLine
              facts={[
                text.count(rows.length),
                ...(toWeigh.length > 0 ? [text.toWeigh(toWeigh.length)] : []),
                ...(over > 0 ? [text.over(over)] : []),
              ]}
            />
          )}
        </p>
        {weighAll !== undefined && (
          <Button data-act kind="primary" icon={<Scale aria-hidden />} onClick={weighAll}>
            {text.weigh(toWeigh.length)}
          </Button>
        )}
        {rows.length > 0 && (
          <MenuButton
            label={text.plan}
            className={`${buttonClass('quiet')} day-plan`}
            items={[
              { id: 'many', label: text.setForMany },
              { id: 'needs', label: needsText.open },
              { id: 'labels', label: labelsText.open },
            ]}
            onAction={(what) => setOpen({ what })}
          >
            {text.plan}
            <ChevronDown aria-hidden />
          </MenuButton>
        )}
        <Button data-act icon={<ClipboardPaste aria-hidden />} onClick={() => setOpen({ what: 'paste' })}>
          {pasteText.open}
        </Button>
        <Button
          data-act
          // While somebody is to be weighed, that comes first.
          kind={weighAll === undefined ? 'primary' : 'quiet'}
          icon={<ClipboardPlus aria-hidden />}
          onClick={() => setOpen({ what: 'add' })}
        >
          {text.add}
        </Button>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={text.emptyTitle} text={text.emptyText} />
      ) : (
        <ol className="day-list" aria-label={text.list} ref={list}>
          {rows.map((row, place) => (
            <li
              key={row._id}
              className="day-row"
              data-status={row.content.status}
              data-over={isOver(row.content.status) || undefined}
              data-dragged={drag?.id === row._id || undefined}
              data-drop={dropAt(drag, rows, place)}
            >
              <DayRowLine
                row={row}
                place={place}
                of={rows.length}
                protocol={names.get(row.content.anesthesia_protocol_id ?? '')}
                contests={contests.get(row._id)}
                labelledFor={labelledFor(row, prints)}
                onLabels={() => setOpen({ what: 'labels', only: row._id })}
                openBy={row.content.sheet_id === undefined ? theirs.get(row._id)?.author_name : undefined}
                handle={handle(row._id, place)}
                onStatus={(status) => press(row, status)}
                onWeigh={() => setOpen({ what: 'weigh', row, goesOn: false, done: NOBODY })}
                onSheet={() => openSheet(row)}
                onEdit={() => setOpen({ what: 'edit', row })}
                onMove={(to) => move(row._id, to)}
                onDelete={() => void remove(row)}
              />
            </li>
          ))}
        </ol>
      )}
      {open?.what === 'add' && <RowModal {...{ userId, day, rows }} row={null} onClose={close} />}
      {open?.what === 'paste' && <PasteModal {...{ userId, day, rows }} onClose={close} />}
      {open?.what === 'many' && <ManyModal rows={rows} onClose={close} />}
      {open?.what === 'needs' && <NeedsModal {...{ rows, contested }} onClose={close} />}
      {open?.what === 'labels' && (
        <LabelsModal {...{ day, rows, contested }} only={open.only} onClose={close} />
      )}
      {open?.what === 'edit' && <RowModal {...{ userId, day, rows }} row={open.row} onClose={close} />}
      {open?.what === 'sheet' && renderSheet({ id: open.id, name: open.name, onClose: close })}
      {open?.what === 'theirs' && (
        <Question
          title={takeOverText.question(open.sheet.author_name, open.name)}
          text={takeOverText.about}
          noLabel={takeOverText.cancel}
          yesLabel={takeOverText.takeOver}
          onNo={close}
          onYes={() => {
            close()
            takeOver(open.sheet)
          }}
        />
      )}
      {open?.what === 'weigh' && (
        <WeighModal
          key={open.row._id}
          row={open.row}
          last={last}
          left={open.goesOn ? toWeigh.filter(({ _id }) => !open.done.has(_id)).length : null}
          just={just}
          onUndo={(one) => {
            setJust(null)
            comesAgain(one.id)
            void takeWeightBack(one)
          }}
          onDone={(weighing) => void done(open, weighing)}
          onSkip={() => goOn(open.row, open.done) || closePad()}
          onClose={closePad}
        />
      )}
    </>
  )
}

/** Where the dragged row would stand: above this one, or below the last. */
function dropAt(drag: { id: string; to: number } | null, rows: readonly DayRow[], place: number) {
  if (drag === null) return undefined
  const from = rows.findIndex(({ _id }) => _id === drag.id)
  if (drag.to === from || drag.to === from + 1) return undefined
  if (drag.to === place) return 'above'
  return drag.to === rows.length && place === rows.length - 1 ? 'below' : undefined
}
