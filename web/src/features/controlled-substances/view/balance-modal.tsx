import { useLiveQuery } from 'dexie-react-hooks'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { BalanceContent } from 'sync-protocol/records/balance'
import { getRecord } from '../../../data/records.ts'
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
  const record = useLiveQuery(async () => (await getRecord('balances', id)) ?? null, [id])
  const [shown, setShown] = useState<'sheet' | 'export' | 'blanks'>('sheet')
  if (record === undefined) return null
  if (record?.content == null) {
    return (
      <Modal title={text.reading} onClose={onClose}>
        <p>{text.gone}</p>
      </Modal>
    )
  }
  const content = record.content as unknown as BalanceContent
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
      <BalanceView content={content} voided={record.voided} />
    </Modal>
  )
}
