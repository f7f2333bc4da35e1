import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { formatDateTime, formatNumber } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { substanceText } from '../controlled-substances-text.ts'
import { SubstanceTitle } from '../substance-title.tsx'
import { balanceListText as text } from './balance-list-text.ts'
import {
  deleteOpenTable,
  restoreOpenTable,
  watchOpenTables,
  type OpenTableOffer,
} from '../../../records/open-tables.ts'

const FIRST_SHOWN = 2

const failed = (words: string) => (error: unknown) => {
  console.error(error)
  showToast({ text: words, kind: 'harm' })
}

function remove(offer: OpenTableOffer): void {
  deleteOpenTable(offer).then(
    () =>
      showToast({
        text: text.tableDeleted,
        undo: () => void restoreOpenTable(offer).catch(failed(text.tableNotRestored)),
      }),
    failed(text.tableNotDeleted),
  )
}

interface OpenTableListProps {
  timeZone: string
  onContinue: (id: string) => void
}

/** Balance sheets that are begun and not saved, on any tablet of the clinic: anyone may go on with them. */
export function OpenTableList({ timeZone, onContinue }: OpenTableListProps) {
  const [offers, setOffers] = useState<readonly OpenTableOffer[]>([])
  const [all, setAll] = useState(false)
  useEffect(() => watchOpenTables(setOffers), [])
  if (offers.length === 0) return null
  const shown = all ? offers : offers.slice(0, FIRST_SHOWN)
  return (
    <ul className="open-tables" aria-label={text.openTables}>
      {shown.map((offer) => {
        const { drug_name, drug_concentration } = offer.substance
        const title = substanceText.title(drug_name, formatNumber(drug_concentration))
        return (
          <li key={offer.id} className="open-table">
            <span className="open-table-words">
              <strong>
                <SubstanceTitle drug={drug_name} concentration={drug_concentration} />
              </strong>{' '}
              <span className="small">
                {text.openTable(offer.entries)}
                <span className="open-table-last">{text.lastBy(offer.last.name)}</span>
                <span className="open-table-begun">{text.begun(formatDateTime(offer.begun, timeZone))}</span>
              </span>
            </span>
            <Button aria-label={text.continueTable(title)} onClick={() => onContinue(offer.id)}>
              {text.continue}
            </Button>
            <IconButton label={text.deleteTable(title)} icon={<Trash2 />} onClick={() => remove(offer)} />
          </li>
        )
      })}
      {shown.length < offers.length && (
        <li>
          <Button onClick={() => setAll(true)}>{text.showTables(offers.length)}</Button>
        </li>
      )}
    </ul>
  )
}
