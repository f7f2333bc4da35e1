import { useLiveQuery } from 'dexie-react-hooks'
import { isLookedAt, pointedGroups } from 'sync-protocol/rules/pointed-groups'
import { lookedAt } from '../../../data/attention/looked-at.ts'
import type { Pointed } from '../../../data/lists/pointed-out.ts'
import { PointedCard } from './pointed-card.tsx'
import { pointedOutText as text } from './pointed-out-text.ts'
import './pointed-out.css'

interface PointedSectionProps {
  pointed: Pointed
  timeZone: string
  /** Shows these balance sheets in their list. */
  onShow: (ids: readonly string[]) => void
}

/** For Needs attention: what does not agree among the balance sheets, what to do about it, and who has looked at it. */
export function PointedSection({ pointed, ...props }: PointedSectionProps) {
  const looked = useLiveQuery(lookedAt)
  if (looked === undefined) return null
  const groups = pointedGroups(pointed.found)
  const open = groups.filter((group) => !isLookedAt(group, looked.get(group.key)))
  const seen = groups.filter((group) => !open.includes(group))
  const sheets = new Set(open.flatMap((group) => group.sheets)).size
  return (
    <section className="stack" aria-labelledby={open.length > 0 ? 'pointed-heading' : undefined}>
      {open.length > 0 && (
        <h2 id="pointed-heading" className="title-2">
          {text.section(sheets)}
        </h2>
      )}
      {open.map((group) => (
        <PointedCard key={group.key} group={group} pointed={pointed} looked={undefined} {...props} />
      ))}
      {seen.length > 0 && (
        <details className="pointed-seen">
          <summary>{text.looked(seen.length)}</summary>
          <div className="stack">
            {seen.map((group) => (
              <PointedCard
                key={group.key}
                group={group}
                pointed={pointed}
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
