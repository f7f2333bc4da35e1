import { CircleCheck, CircleHelp, OctagonAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { protectStorage } from '../../data/device/protect-storage.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format.ts'
import { SettledStatus } from '../../ui/settled-status.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { gravestFirst, levelOf, type Check, type Level } from './readiness.ts'
import { readyText as text } from './ready-text.ts'
import './ready.css'
import { useReadiness, type ReadySources } from './use-readiness.ts'

const MARKS = { good: CircleCheck, asking: CircleHelp, care: TriangleAlert, bad: OctagonAlert } as const

const headline = (level: Level, checks: readonly Check[]): string => {
  if (level === 'asking') return text.looking
  const count = checks.filter((check) => check.level === level).length
  return level === 'good' ? text.ready : text[level](count)
}

/** Whether this tablet can do a day without a network: one answer, and what it rests on. */
export function ReadyScreen({ status, ...sources }: ReadySources) {
  // The status hears of it with the next round only.
  const [isProtected, setProtected] = useState(false)
  const { storage } = status
  const known = isProtected ? { ...status, storage: { ...storage, persisted: true } } : status
  const { checks, failed, at, timeZone, again } = useReadiness({ status: known, ...sources })
  const protect = async () => {
    const given = await protectStorage().catch((error: unknown) => {
      console.error(error)
      return false
    })
    setProtected(given)
    showToast(given ? { text: text.nowProtected } : { text: text.notProtected, kind: 'attention' })
  }
  if (failed)
    return (
      <div className="page">
        <Banner kind="harm" title={text.failed} action={{ label: text.again, onPress: again }} />
      </div>
    )
  const shown = checks ?? []
  const level = checks === null ? 'asking' : levelOf(shown)
  const title = headline(level, shown)
  const Mark = MARKS[level]
  return (
    <div className="page ready">
      <section className="ready-head" data-level={level}>
        <Mark aria-hidden className="ready-mark" />
        <div className="ready-said">
          <h2 className="ready-title">{title}</h2>
          <p className="tabular">
            {at === null ? text.looking : text.at(formatTime(new Date(at), timeZone))}
          </p>
        </div>
        <Button onClick={again}>{text.again}</Button>
      </section>
      <SettledStatus text={level === 'asking' ? '' : title} />
      <ul className="ready-list" aria-label={text.list}>
        {gravestFirst(shown).map((check) => (
          <CheckRow key={check.id} check={check} onProtect={() => void protect()} />
        ))}
      </ul>
    </div>
  )
}

function CheckRow({ check, onProtect }: { check: Check; onProtect: () => void }) {
  const { level, title, why, link, protects } = check
  const Mark = MARKS[level]
  return (
    <li className="ready-check" data-level={level}>
      <Mark aria-hidden className="ready-mark" />
      <div className="ready-words">
        <p className="ready-what">
          <span className="visually-hidden">{text.levels[level]}: </span>
          {title}
        </p>
        {why !== '' && <p className="quiet">{why}</p>}
      </div>
      {link !== undefined && (
        <Link className={buttonClass('quiet')} to={link.to}>
          {link.label}
        </Link>
      )}
      {protects === true && <Button onClick={onProtect}>{text.protect}</Button>}
    </li>
  )
}
