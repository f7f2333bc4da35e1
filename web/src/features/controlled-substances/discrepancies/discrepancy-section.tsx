import { useLiveQuery } from 'dexie-react-hooks'
import { isLookedAt, discrepancyGroups } from 'sync-protocol/rules/discrepancy-groups'
import { lookedAt } from '../../../data/attention/looked-at.ts'
import type { Discrepancies } from '../../../data/lists/discrepancies.ts'
import { DiscrepancyCard } from './discrepancy-card.tsx'
import { discrepanciesText as text } from './discrepancies-text.ts'
import './discrepancies.css'

interface DiscrepancySectionProps {
  discrepancies: Discrepancies
  timeZone: string
  /** Shows these balance sheets in their list. */
  onShow: (ids: readonly string[]) => void
}

/** For Needs attention: what does not agree among the balance sheets, what to do about it, and who has looked at it. */
export function DiscrepancySection({ discrepancies, ...props }: DiscrepancySectionProps) {
  const looked = useLiveQuery(lookedAt)
  if (looked === undefined) return null
  const groups = discrepancyGroups(discrepancies.found)
  const open = groups.filter((group) => !isLookedAt(group, looked.get(group.key)))
  const seen = groups.filter((group) => !open.includes(group))
  const sheets = new Set(open.flatMap((group) => group.sheets)).size
  return (
    <section className="stack" aria-labelledby={open.length > 0 ? 'discrepancy-heading' : undefined}>
      {open.length > 0 && (
        <h2 id="discrepancy-heading" className="title-2">
          {text.section(sheets)}
        </h2>
      )}
      {open.map((group) => (
        <DiscrepancyCard
          key={group.key}
          group={group}
          discrepancies={discrepancies}
          looked={undefined}
          {...props}
        />
      ))}
      {seen.length > 0 && (
        <details className="discrepancy-seen">
          <summary>{text.looked(seen.length)}</summary>
          <div className="stack">
            {seen.map((group) => (
              <DiscrepancyCard
                key={group.key}
                group={group}
                discrepancies={discrepancies}
                looked={looked.get(group.key)?.settled}
                {...props}
              />
            ))}
          </div>
        </details>
      )}
    </section>
  )
}
