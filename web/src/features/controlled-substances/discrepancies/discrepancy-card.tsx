import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import type { LookedAtContent } from 'sync-protocol/records/looked-at'
import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import { nameOfFound, type DiscrepancyGroup } from 'sync-protocol/rules/discrepancy-groups'
import { lookAt } from '../../../data/attention/looked-at.ts'
import type { Discrepancies } from '../../../data/lists/discrepancies.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDateTime, formatNumber } from '../../../ui/format.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { substanceText } from '../controlled-substances-text.ts'
import { SubstanceTitle } from '../substance-title.tsx'
import { discrepanciesText as text } from './discrepancies-text.ts'
import { adviceFor, daysOfFacts, sheetWords, wordsOfGroup } from './discrepancy-words.ts'

interface DiscrepancyCardProps {
  group: DiscrepancyGroup
  discrepancies: Discrepancies
  timeZone: string
  /** Who has looked at all of it. */
  looked: LookedAtContent['settled'] | undefined
  onShow: (ids: readonly string[]) => void
}

export function DiscrepancyCard({ group, discrepancies, timeZone, looked, onShow }: DiscrepancyCardProps) {
  const [busy, setBusy] = useState(false)
  const sheets = group.sheets.flatMap((id): BalanceFacts[] => {
    const facts = discrepancies.sheets.get(id)
    return facts === undefined ? [] : [facts]
  })
  const [first] = sheets
  if (first === undefined) return null
  const substance = substanceText.title(first.drug_name, formatNumber(first.drug_concentration))
  const look = () => {
    setBusy(true)
    lookAt(group, text.lookDetail(substance, sheets.map(daysOfFacts)))
      .catch((error: unknown) => {
        console.error(error)
        showToast({ kind: 'harm', text: text.notSaved })
      })
      .finally(() => setBusy(false))
  }
  return (
    <article className="discrepancy-group stack">
      <h3 className="title-3 row">
        <ClipboardList aria-hidden />
        <span>
          <SubstanceTitle drug={first.drug_name} concentration={first.drug_concentration} />
        </span>
        {looked === undefined && <Badge kind="attention">{text.badge}</Badge>}
      </h3>
      {looked !== undefined && (
        <p className="quiet">{text.lookedBy(looked.by_name, formatDateTime(looked.at, timeZone))}</p>
      )}
      <ul className="discrepancy-sheets">
        {sheets.map((facts) => (
          <li key={facts._id}>{sheetWords(facts)}</li>
        ))}
      </ul>
      <ul className="discrepancy-found">
        {group.found.map((one) => (
          <li key={nameOfFound(one)}>{wordsOfGroup(one, discrepancies)}</li>
        ))}
      </ul>
      {looked === undefined && adviceFor(group.found).map((advice) => <p key={advice}>{advice}</p>)}
      <div className="row">
        <Button onClick={() => onShow(group.sheets)}>{text.open}</Button>
        {looked === undefined && (
          <Button disabled={busy} onClick={look}>
            {text.look}
          </Button>
        )}
      </div>
      {looked === undefined && <p className="quiet small">{text.lookText}</p>}
    </article>
  )
}
