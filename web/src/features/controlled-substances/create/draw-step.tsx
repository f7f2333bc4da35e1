import { useLiveQuery } from 'dexie-react-hooks'
import { ListPlus } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useStore } from 'zustand'
import type { BalanceTable } from 'sync-protocol/rules/balance-table'
import { fullDrawOf, NO_NUMBER, volumeOfDraw } from 'sync-protocol/rules/draw-list'
import { mlText, type Hundredths } from 'sync-protocol/rules/ledger-volume'
import { entriesOf } from 'sync-protocol/rules/open-table'
import type { Substance } from 'sync-protocol/rules/substances'
import { drawFacts, type DrawFacts } from '../../../data/lists/draw-facts.ts'
import { listIndex } from '../../../data/lists/list-index.ts'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { savedUses } from '../../../data/lists/saved-uses.ts'
import { savedTwiceIds } from '../../../data/attention/saved-twice.ts'
import { correctedSheets } from '../../../data/view/corrections.ts'
import { currentUser } from '../../../data/people/session.ts'
import { isFilling, syncStatus } from '../../../data/database/sync-status.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Modal } from '../../../ui/modal.tsx'
import { Question } from '../../../ui/question.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useSameFunction } from '../../../ui/use-same-function.ts'
import { takeFocus } from '../../../ui/take-focus.ts'
import { useLiveList } from '../../../ui/use-live-list.ts'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { allAdded, type AddingStopped } from './add-all.ts'
import { ChosenSubstance } from './chosen-substance.tsx'
import { backToPrevious, drawAdded, drawsClosed, isFull, tableIn } from './create-flow.ts'
import { createText as text } from './create-text.ts'
import { DrawRow } from './draw-row.tsx'
import { DrawTools } from './draw-tools.tsx'
import {
  drawsToList,
  FIRST_DRAW_ASK,
  newestUnused,
  numbersOf,
  searchDraws,
  type DrawAsk,
} from './draw-search.ts'
import { MeasureQuestion } from './measure-question.tsx'
import { NewerBalance } from './newer-balance.tsx'
import { useTable, useTableSession } from './session-context.ts'
import { withUndo } from './undo-toast.ts'

const ROW_PX = 60

/**
 * Step 3: Full Draw. It stays open for the next draw; DONE and Escape lead to the table. Before the first draw Escape leads one
 * step back, to the previous balance.
 */
export function DrawStep({ substance }: { substance: Substance }) {
  const session = useTableSession()
  const table = useTable(({ flow }) => tableIn(flow.open))
  const close = () => session.update(drawsClosed)
  const back = table === null ? () => session.update(backToPrevious) : undefined
  const lastAdded = useRef<string>(undefined)
  const [stopped, setStopped] = useState<AddingStopped | null>(null)
  return (
    <Modal
      title={text.fullDrawTitle}
      size="tall"
      onClose={close}
      back={back}
      onEscape={back}
      footer={<DrawFoot onDone={close} />}
    >
      <div className="create-draws">
        <ChosenSubstance {...substance} />
        <Draws
          key={table?.date ?? ''}
          substance={substance}
          day={table?.date ?? null}
          lastAdded={lastAdded}
          stopped={stopped}
          onAdded={(id, at) => {
            lastAdded.current = id ?? lastAdded.current
            setStopped(at)
          }}
        />
      </div>
    </Modal>
  )
}

interface DrawsProps {
  substance: Substance
  day: string | null
  /** The draw that was added last while the list is open; the first one brings another list. */
  lastAdded: Readonly<RefObject<string | undefined>>
  /** Why not all of the day were added. */
  stopped: AddingStopped | null
  onAdded: (drawId: string | undefined, stopped: AddingStopped | null) => void
}

interface Chosen {
  draw: DrawFacts
  measured: Hundredths | undefined
}
type Asked = { again: Chosen } | { measure: DrawFacts } | null

function Draws({ substance, day, lastAdded, stopped, onAdded }: DrawsProps) {
  const session = useTableSession()
  const [timeZone] = useState(() => currentUser().time_zone)
  const filling = useStore(syncStatus, isFilling)
  const draws = useLiveList(() => listIndex('draws'))
  const balances = useLiveList(() => listIndex('balances'))
  const twice = useLiveQuery(() => savedTwiceIds())
  const corrected = useLiveQuery(() => correctedSheets())
  useEffect(() => {
    if (draws.status === 'failed') console.error("Couldn't fetch draws.")
  }, [draws.status])
  const [ask, setAsk] = useState<DrawAsk>({
    ...FIRST_DRAW_ASK,
    order: day === null ? 'descending' : 'ascending',
  })
  const words = useDeferredValue(ask.text)
  const [asked, setAsked] = useState<Asked>(null)
  const uses = useTable(({ flow }) => tableIn(flow.open)?.uses)
  const saved = savedUses(balances.items)
  const usesOf = useCallback((id: string) => (saved.get(id) ?? 0) + (uses?.(id) ?? 0), [saved, uses])

  const place = useRef<HTMLDivElement>(null)
  const stoppedAt = stopped?.draw._id
  useEffect(() => {
    if (day === null && stoppedAt === undefined) return undefined
    // The press on the first draw brought another list, and where ADD ALL stopped its button is gone: the keyboard goes on in
    // the list, once its rows are there, from the draw that was added. Never on another one, which a second press of Enter
    // would add too.
    const frame = requestAnimationFrame(() => {
      const shown = place.current
      if (shown === null || shown.contains(document.activeElement)) return
      const added = lastAdded.current
      const row = shown.querySelector<HTMLElement>(
        added === undefined ? '[data-item-focus]' : `[data-draw="${added}"]`,
      )
      if (stoppedAt === undefined) takeFocus(row ?? shown)
      // The draw that it stopped before stays in sight.
      else (added === undefined ? shown : (row ?? shown)).focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [day, lastAdded, stoppedAt])

  const list = useMemo(() => drawsToList(draws.items, substance, day), [draws.items, substance, day])
  const numbers = useMemo(() => (day === null ? null : numbersOf(list)), [list, day])
  const found = useMemo(() => searchDraws(list, { ...ask, text: words }), [list, ask, words])

  const wholeDay = useMemo(() => {
    const of = day ?? newestUnused(list, usesOf)
    if (of === null) return null
    const ofDay = day === null ? drawsToList(draws.items, substance, of) : list
    const left = searchDraws(ofDay, { ...FIRST_DRAW_ASK, order: 'ascending' })
    return {
      day: of,
      numbers: numbersOf(ofDay),
      draws: drawFacts(left.filter(({ _id }) => usesOf(_id) === 0)),
      differing: new Set(left.filter(({ flags }) => flags?.includes('volume_differs')).map(({ _id }) => _id)),
    }
  }, [draws.items, substance, list, day, usesOf])
  // Until somebody decides about that draw: ADD ALL would stop there again. With UNDO others come before it.
  const isStopped = stopped !== null && wholeDay?.draws[0]?._id === stopped.draw._id
  const addAll = () => {
    if (wholeDay === null) return
    const isTwice = ({ sheet_id }: Pick<DrawFacts, 'sheet_id'>) => twice?.has(sheet_id) === true
    const isCorrected = ({ sheet_id }: Pick<DrawFacts, 'sheet_id'>) => corrected?.has(sheet_id) === true
    const differs = ({ _id }: Pick<DrawFacts, '_id'>) => wholeDay.differing.has(_id)
    const all = allAdded(session.store.getState().flow, { ...wholeDay, isTwice, isCorrected, differs })
    onAdded(wholeDay.draws[all.added - 1]?._id, all.stopped)
    if (all.added > 0) withUndo(session, () => all.flow, text.allAdded(all.added))
  }

  const add = ({ draw, measured }: Chosen) => {
    onAdded(draw._id, null)
    const ofDay = numbers ?? numbersOf(drawsToList(draws.items, substance, draw.day))
    session.update((flow) =>
      isFull(flow.open)
        ? flow
        : drawAdded(flow, fullDrawOf(draw, ofDay.get(draw._id) ?? NO_NUMBER, measured)),
    )
  }
  const chosen = (choice: Chosen) => {
    if (usesOf(choice.draw._id) > 0) return setAsked({ again: choice })
    setAsked(null)
    add(choice)
  }
  const choose = (entry: ListEntry) => {
    const [draw] = drawFacts([entry])
    if (draw === undefined) return
    if (volumeOfDraw(draw) === null) setAsked({ measure: draw })
    else chosen({ draw, measured: undefined })
  }

  // Or a key press would draw all rows anew.
  const onChoose = useSameFunction(choose)

  if (draws.status === 'failed') {
    return <EmptyState title={text.unreadable} action={{ label: text.again, onPress: draws.again }} />
  }
  if (draws.status === 'reading') return <Spinner label={text.reading} />
  return (
    <div className="create-draw-list" ref={place} tabIndex={-1}>
      {filling && (
        <Banner kind="attention" title={text.drawsLoadingTitle}>
          {text.drawsLoading}
        </Banner>
      )}
      {day === null && <NewerBalance />}
      <DrawTools ask={ask} onAsk={setAsk} />
      {/* Where it stopped says more, and the draw wants the room. */}
      {day !== null && !isStopped && <p className="quiet small">{text.onlyDay(formatDate(day))}</p>}
      {isStopped ? (
        <Banner kind="attention">
          {text.stopped[stopped.why](stopped.draw.patient_name || text.unnamed)}
        </Banner>
      ) : (
        wholeDay !== null &&
        wholeDay.draws.length > 1 &&
        words.trim() === '' &&
        !filling && (
          <Button kind={day === null ? 'primary' : 'quiet'} wide icon={<ListPlus />} onClick={addAll}>
            {text.addAll(wholeDay.draws.length, formatDate(wholeDay.day))}
          </Button>
        )
      )}
      {found.length === 0 ? (
        <NoDraws searched={words.trim() !== ''} day={day} onClear={() => setAsk({ ...ask, text: '' })} />
      ) : (
        <VirtualList
          className="picker-list volume-column"
          label={text.fullDrawTitle}
          count={found.length}
          estimate={ROW_PX}
          gap={0}
          arrangement={`${words}/${ask.field}/${ask.order}`}
          itemKey={(index) => found[index]?._id ?? String(index)}
          inSight={isStopped ? stoppedAt : undefined}
          renderItem={(index) => {
            const entry = found[index]
            if (entry === undefined) return null
            return (
              <DrawRow
                entry={entry}
                timeZone={timeZone}
                number={numbers?.get(entry._id) ?? null}
                uses={usesOf(entry._id)}
                twice={twice?.has(entry.card.draw?.sheet_id ?? '') === true}
                corrected={corrected?.has(entry.card.draw?.sheet_id ?? '') === true}
                onChoose={onChoose}
              />
            )
          }}
        />
      )}
      {asked !== null && 'again' in asked && (
        <Question
          title={text.againTitle}
          text={text.againText(
            asked.again.draw.patient_name,
            mlText(asked.again.measured ?? volumeOfDraw(asked.again.draw) ?? 0),
          )}
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null)
            add(asked.again)
          }}
        />
      )}
      {asked !== null && 'measure' in asked && (
        <MeasureQuestion
          draw={asked.measure}
          onClose={() => setAsked(null)}
          onMeasured={(measured) => chosen({ draw: asked.measure, measured })}
        />
      )}
    </div>
  )
}

interface NoDrawsProps {
  searched: boolean
  day: string | null
  onClear: () => void
}

function NoDraws({ searched, day, onClear }: NoDrawsProps) {
  if (searched)
    return <EmptyState title={text.nothingFound} action={{ label: text.clearSearch, onPress: onClear }} />
  return <EmptyState title={day === null ? text.noDraws : text.noDrawsOfDay} text={text.noDrawsText} />
}

/** Beside others that stand open a bottle holds only its part of the balance. */
const leftIn = ({ others, bottle }: BalanceTable): string =>
  others.length > 0 ? text.balanceIn([...others, bottle]) : text.leftInBottle(bottle)

/** What is in the table already and what is left, while the list covers it. */
function DrawFoot({ onDone }: { onDone: () => void }) {
  const open = useTable(({ flow }) => flow.open)
  const table = tableIn(open)
  return (
    <>
      <output className="create-left">
        <span className="quiet">{text.inTable(entriesOf(open))}</span>
        {table !== null && (
          <span>
            {leftIn(table)}{' '}
            <strong className="tabular create-unbroken">
              {mlText(table.balance)} {text.ml}
            </strong>
          </span>
        )}
        {isFull(open) && <span className="create-below">{text.full}</span>}
      </output>
      {table !== null && (
        <Button kind="primary" onClick={onDone}>
          {text.done}
        </Button>
      )}
    </>
  )
}
