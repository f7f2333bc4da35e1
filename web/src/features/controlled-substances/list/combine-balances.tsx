import { useEffect, useMemo, useState } from 'react'
import { combineBalances, combineNotices } from 'sync-protocol/rules/combine-balances'
import { type CombineSource, inCombineOrder } from 'sync-protocol/rules/combine-order'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import type { BalanceEntry } from './balance-entry.ts'
import { balanceListText as text } from './balance-list-text.ts'
import { combineSources, saveCombined } from './combine-actions.ts'
import { CombineResult } from './combine-result.tsx'
import { CombineSheets } from './combine-sheets.tsx'

interface CombineBalancesProps {
  /** In the order of choosing: the first one gives name, concentration and container. */
  entries: readonly BalanceEntry[]
  onOpen: (id: string) => void
  onClose: () => void
  onDone: () => void
}

type State = 'asking' | 'busy' | 'failed'

/** Opens with an error or a warning too; COMBINE is there only without an error (`spec 2 §4`). */
export function CombineBalances({ entries, onOpen, onClose, onDone }: CombineBalancesProps) {
  const [ids] = useState(() => entries.map(({ _id }) => _id))
  const [sources, setSources] = useState<readonly CombineSource[]>()
  const [state, setState] = useState<State>('asking')
  useEffect(() => {
    combineSources(ids).then(setSources, (error: unknown) => {
      console.error("Couldn't combine balances", error)
      setState('failed')
    })
  }, [ids])
  const combined = useMemo(() => sources && combineBalances(sources), [sources])
  const inOrder = useMemo(() => {
    const places = new Map(inCombineOrder(sources ?? []).map(({ _id }, place) => [_id, place]))
    const placeOf = ({ _id }: BalanceEntry) => places.get(_id) ?? places.size
    return [...entries].sort((a, b) => placeOf(a) - placeOf(b))
  }, [entries, sources])
  const { warning } = combineNotices(sources?.map(({ content }) => content) ?? [])
  const isGone = sources !== undefined && sources.length < ids.length
  const fault = combined !== undefined && 'error' in combined ? combined.error : null
  const error = isGone ? text.gone : fault
  const result = !isGone && combined !== undefined && 'content' in combined ? combined : null

  const combine = async () => {
    if (result === null) return
    setState('busy')
    try {
      // Another tablet may have deleted one since the question was asked.
      const still = await combineSources(ids)
      if (still.length < ids.length) {
        setSources(still)
        setState('asking')
        return
      }
      const id = await saveCombined(result.content)
      showToast({
        text: text.combinedInto(entries.length),
        action: { label: text.openCombined, onPress: () => onOpen(id) },
      })
      onDone()
    } catch (failure) {
      console.error("Couldn't combine balances", failure)
      setState('failed')
    }
  }
  return (
    <Modal
      title={text.combineTitle(entries.length)}
      onClose={state === 'busy' ? () => undefined : onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={state === 'busy'}>
            {text.cancel}
          </Button>
          {result !== null && (
            <Button kind="primary" busy={state === 'busy' && text.combining} onClick={() => void combine()}>
              {state === 'failed' ? text.retry : text.combine}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {error !== null && <Banner kind="harm">{error}</Banner>}
        {warning !== null && <Banner kind="attention">{warning}</Banner>}
        {state === 'failed' && (
          <Banner kind="harm" title={text.notSaved}>
            {text.notCombined}
          </Banner>
        )}
        {result !== null && <CombineResult combined={result} />}
        <CombineSheets entries={inOrder} titled={result === null} />
        {result !== null && <p className="quiet small">{text.originalsStay}</p>}
      </div>
    </Modal>
  )
}
