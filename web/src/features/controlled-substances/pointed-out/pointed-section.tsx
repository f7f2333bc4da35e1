import { ClipboardList } from 'lucide-react'
import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import type { Pointed } from '../../../data/pointed-out.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { substanceText } from '../controlled-substances-text.ts'
import { pointedGroups, type PointedGroup } from './pointed-groups.ts'
import { pointedOutText as text } from './pointed-out-text.ts'
import { adviceFor, sheetWords, wordsOfGroup } from './pointed-words.ts'
import './pointed-out.css'

interface PointedSectionProps {
  pointed: Pointed
  /** Shows these balance sheets in their list. */
  onShow: (ids: readonly string[]) => void
}

/** For Needs attention: what does not agree among the balance sheets, and what to do about it. */
export function PointedSection({ pointed, onShow }: PointedSectionProps) {
  return (
    <section className="stack" aria-labelledby="pointed-heading">
      <h2 id="pointed-heading" className="title-2">
        {text.section(pointed.found.size)}
      </h2>
      {pointedGroups(pointed.found).map((group) => (
        <Group key={group.key} group={group} pointed={pointed} onShow={onShow} />
      ))}
    </section>
  )
}

function Group({ group, pointed, onShow }: PointedSectionProps & { group: PointedGroup }) {
  const sheets = group.sheets.flatMap((id): BalanceFacts[] => {
    const facts = pointed.sheets.get(id)
    return facts === undefined ? [] : [facts]
  })
  const [first] = sheets
  if (first === undefined) return null
  return (
    <article className="pointed-group stack">
      <h3 className="title-3 row">
        <ClipboardList aria-hidden />
        {substanceText.title(first.drug_name, formatNumber(first.drug_concentration))}
        <Badge kind="attention">{text.badge}</Badge>
      </h3>
      <ul className="pointed-sheets">
        {sheets.map((facts) => (
          <li key={facts._id}>{sheetWords(facts)}</li>
        ))}
      </ul>
      <ul className="pointed-found">
        {group.found.map((one) => (
          <li key={`${one.kind} ${one.kind === 'same_previous' ? one.previous_id : one.draw_id}`}>
            {wordsOfGroup(one, pointed)}
          </li>
        ))}
      </ul>
      {adviceFor(group.found).map((advice) => (
        <p key={advice}>{advice}</p>
      ))}
      <div className="row">
        <Button onClick={() => onShow(group.sheets)}>{text.open}</Button>
      </div>
    </article>
  )
}
