import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { wordsOf } from 'sync-protocol/rules/search-words'
import { substanceKey } from 'sync-protocol/rules/substances'
import { substanceList, type ListedSubstance } from '../../../data/lists/substances.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useLiveList } from '../../../ui/use-live-list.ts'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { SubstanceTitle } from '../substance-title.tsx'
import { substanceChosen } from './create-flow.ts'
import { createText as text } from './create-text.ts'
import { OpenTableOffers, useOpenTables, type Offered } from './open-table-offers.tsx'
import { fetchedFrom, previousNow } from './previous-facts.ts'
import { useTableSession } from './session-context.ts'

/** After the screen has loaded (`spec 2 §9`), and with all that it offers: no row moves away under a finger. */
const OPENS_AFTER_MS = 100
/** A slow tablet says then that it reads. */
const OPENS_ANYWAY_MS = 1000
const ROW_PX = 56
const SEARCH_FROM = 8

interface StepProps extends Pick<Offered, 'onContinue'> {
  onClose: () => void
}

/** Step 1: Select Controlled Substance. Closing it closes the flow. */
export function SubstanceStep(props: StepProps) {
  const [since, setSince] = useState(0)
  const { status } = useLiveList(substanceList)
  const offers = useOpenTables()
  useEffect(() => {
    const timers = [OPENS_AFTER_MS, OPENS_ANYWAY_MS].map((ms) => setTimeout(() => setSince(ms), ms))
    return () => timers.forEach(clearTimeout)
  }, [])
  const isRead = status !== 'reading' && offers !== undefined
  const opens = since >= (isRead ? OPENS_AFTER_MS : OPENS_ANYWAY_MS)
  return opens ? <SubstanceModal {...props} offers={offers ?? []} /> : null
}

function SubstanceModal({ onClose, ...offered }: StepProps & Offered) {
  return (
    <Modal title={text.substanceTitle} size="wide" onClose={onClose}>
      <div className="create-pick">
        <p>{text.welcome}</p>
        <OpenTableOffers {...offered} />
        <Substances />
        <p className="quiet small">{text.onlyMl}</p>
      </div>
    </Modal>
  )
}

function Substances() {
  const session = useTableSession()
  const navigate = useNavigate()
  const { items, status, again } = useLiveList(substanceList)
  const [typed, setTyped] = useState('')
  const found = useMemo(() => {
    const words = wordsOf(typed)
    return items.filter(({ drug_name }) => words.every((word) => drug_name.toLowerCase().includes(word)))
  }, [items, typed])
  const at = (index: number) => found[index] as ListedSubstance

  if (status === 'failed')
    return <EmptyState title={text.unreadable} action={{ label: text.again, onPress: again }} />
  if (status === 'reading') return <Spinner label={text.reading} />
  if (items.length === 0) {
    const action = { label: text.openDrugs, onPress: () => void navigate(paths.drugs(0)) }
    return <EmptyState title={text.noSubstances} text={text.noSubstancesText} action={action} />
  }
  return (
    <>
      {items.length >= SEARCH_FROM && (
        <SearchBox label={text.searchSubstance} value={typed} onChange={setTyped} />
      )}
      {found.length === 0 ? (
        <EmptyState
          title={text.nothingFound}
          action={{ label: text.clearSearch, onPress: () => setTyped('') }}
        />
      ) : (
        <VirtualList
          className="create-substances"
          label={text.substanceTitle}
          count={found.length}
          estimate={ROW_PX}
          gap={0}
          arrangement={typed}
          itemKey={(index) => substanceKey(at(index))}
          renderItem={(index) => (
            <SubstanceRow
              substance={at(index)}
              onChoose={(substance) =>
                session.update((flow) =>
                  substanceChosen(flow, substance, fetchedFrom(previousNow(substance))),
                )
              }
            />
          )}
        />
      )}
    </>
  )
}

interface SubstanceRowProps {
  substance: ListedSubstance
  onChoose: (substance: ListedSubstance) => void
}

function SubstanceRow({ substance, onChoose }: SubstanceRowProps) {
  const { drug_name, drug_concentration, schedule } = substance
  return (
    <button type="button" className="picker-row" onClick={() => onChoose(substance)}>
      <span className="picker-words">
        <span className="picker-name">
          <SubstanceTitle drug={drug_name} concentration={drug_concentration} />
        </span>
      </span>
      {schedule !== undefined && <Badge kind="controlled">{text.schedule(schedule)}</Badge>}
    </button>
  )
}
