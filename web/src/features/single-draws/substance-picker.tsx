import { useDeferredValue, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { substanceKey } from 'sync-protocol/rules/substances'
import { wordsOf } from 'sync-protocol/rules/search-words'
import { substanceList, type ListedSubstance } from '../../data/lists/substances.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Modal } from '../../ui/modal.tsx'
import { PickerRow } from '../../ui/picker-row.tsx'
import '../../ui/picker.css'
import { SearchBox } from '../../ui/search-box.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useCoarsePointer } from '../../ui/use-coarse-pointer.ts'
import { useLiveList } from '../../ui/use-live-list.ts'
import { usePickerKeys } from '../../ui/use-picker-keys.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { singleDrawsText as text } from './single-draws-text.ts'

interface SubstancePickerProps {
  onChoose: (substance: ListedSubstance) => void
  onClose: () => void
}

const ROW_PX = 56

/** Drug names with their concentrations in mg/ml, from the tablet itself (`spec 2 §3`). */
export function SubstancePicker({ onChoose, onClose }: SubstancePickerProps) {
  const { items, status, again } = useLiveList(substanceList)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const asked = useDeferredValue(typed)
  const coarse = useCoarsePointer()
  const keys = usePickerKeys(typed, asked)
  const found = useMemo(() => {
    const words = wordsOf(asked)
    return items.filter(({ drug_name }) => words.every((word) => drug_name.toLowerCase().includes(word)))
  }, [items, asked])

  return (
    <Modal title={text.selectDrug} onClose={onClose}>
      <div className="single-draw-drugs" ref={keys}>
        <SearchBox
          label={text.searchDrugs}
          value={typed}
          onChange={setTyped}
          placeholder={text.searchDrugs}
          takesFocus={!coarse}
        />
        {status === 'reading' && <Spinner label={text.readingDrugs} />}
        {status === 'failed' && (
          <EmptyState title={text.drugsFailed} action={{ label: text.tryAgain, onPress: again }} />
        )}
        {status === 'ready' && items.length === 0 && (
          <EmptyState
            title={text.noDrugs}
            text={text.noDrugsText}
            action={{ label: text.openDrugs, onPress: () => void navigate(paths.drugs(0)) }}
          />
        )}
        {items.length > 0 && found.length === 0 && (
          <EmptyState
            title={text.noDrugFound}
            action={{ label: text.clearSearch, onPress: () => setTyped('') }}
          />
        )}
        {found.length > 0 && (
          <VirtualList
            className="picker-list"
            label={text.selectDrug}
            count={found.length}
            estimate={ROW_PX}
            gap={0}
            arrangement={asked}
            itemKey={(index) => substanceKey(found[index] as ListedSubstance)}
            renderItem={(index) => <Row substance={found[index] as ListedSubstance} onChoose={onChoose} />}
          />
        )}
      </div>
    </Modal>
  )
}

function Row({
  substance,
  onChoose,
}: Pick<SubstancePickerProps, 'onChoose'> & { substance: ListedSubstance }) {
  const { drug_name, drug_concentration, schedule } = substance
  return (
    <PickerRow
      name={
        <>
          <span>
            <DrugName name={drug_name} />
          </span>{' '}
          <span className="single-draw-concentration">{text.perMl(formatNumber(drug_concentration))}</span>
        </>
      }
      lines={[]}
      label={schedule !== undefined && <Badge kind="controlled">{text.schedule(schedule)}</Badge>}
      onChoose={() => onChoose(substance)}
    />
  )
}
