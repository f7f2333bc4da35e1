import { useState } from 'react'
import { localDay } from 'sync-protocol/rules/local-day'
import { now } from '../../../data/database/time.ts'
import { Button } from '../../../ui/button.tsx'
import type { DateRange, DateRangeFault } from '../../../ui/date-range-fields.tsx'
import { DateRangeFields } from '../../../ui/date-range.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { balanceListText as text } from './balance-list-text.ts'
import { dateRangeFault, isWhole, type Days } from './date-range-fault.ts'

interface DateRangeDialogProps {
  range: Days | undefined
  timeZone: string
  onSubmit: (range: Days) => void
  onClose: () => void
}

const NO_DAYS: DateRange = { from: null, to: null }

export function DateRangeDialog({ range, timeZone, onSubmit, onClose }: DateRangeDialogProps) {
  const [value, setValue] = useState<DateRange>(range ?? NO_DAYS)
  const [fault, setFault] = useState<DateRangeFault | null>(null)
  const [today] = useState(() => localDay(new Date(now()).toISOString(), timeZone))
  const submit = () => {
    if (isWhole(value)) onSubmit(value)
    else setFault(dateRangeFault(value))
  }
  return (
    <Modal
      title={text.selectRange}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={submit}>
          {text.submitRange}
        </Button>
      }
    >
      <div className="stack">
        <p>{text.rangeIsOf}</p>
        <DateRangeFields
          value={value}
          onChange={(next) => {
            setValue(next)
            setFault(null)
          }}
          fault={fault}
          today={today}
          onEnter={submit}
        />
      </div>
    </Modal>
  )
}
