import { useLiveQuery } from 'dexie-react-hooks'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { isLive } from '../../../data/database/clinic-rows.ts'
import { getRecord } from '../../../data/view/records.ts'
import { rowPeople } from '../../../data/view/row-people.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Modal } from '../../../ui/modal.tsx'
import { BalanceExport } from './balance-export.tsx'
import { BalanceView } from './balance-view.tsx'
import { balanceViewText as text } from './balance-view-text.ts'
import { BlanksModal } from './blanks-modal.tsx'

interface BalanceModalProps {
  id: string
  onClose: () => void
}

/** A saved balance sheet, its export settings, and blank sheets of its drug (`spec 2 §2`). */
export function BalanceModal({ id, onClose }: BalanceModalProps) {
  const found = useLiveQuery(async () => {
    const stored = await getRecord('balances', id)
    return stored && isLive(stored) ? { record: stored, people: await rowPeople(stored) } : null
  }, [id])
  const [shown, setShown] = useState<'sheet' | 'export' | 'blanks'>('sheet')
  if (found === undefined) return null
  if (found === null) {
    return (
      <Modal title={text.reading} onClose={onClose}>
        <p>{text.gone}</p>
      </Modal>
    )
  }
  const { record, people } = found
  const { author_id, author_name } = record.meta
  const content = record.content
  const { drug_name, drug_concentration } = content
  const back = () => setShown('sheet')
  if (shown === 'blanks') {
    return (
      <BlanksModal
        drug_name={drug_name}
        drug_concentration={drug_concentration}
        onClose={onClose}
        back={back}
      />
    )
  }
  if (shown === 'export') {
    return (
      <Modal title={text.exportSettings} onClose={onClose} back={back}>
        <BalanceExport id={id} />
      </Modal>
    )
  }
  return (
    <Modal
      title={text.title(drug_name, formatNumber(drug_concentration))}
      onClose={onClose}
      size="full"
      footer={
        <>
          <Button onClick={() => setShown('blanks')}>{text.blanks}</Button>
          <Button kind="primary" icon={<Download />} onClick={() => setShown('export')}>
            {text.download}
          </Button>
        </>
      }
    >
      <BalanceView
        content={content}
        author={{ id: author_id, name: author_name }}
        people={people}
        voided={record.voided}
      />
    </Modal>
  )
}
