import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import { stateOf, syncStatus, type SyncStatus } from '../data/sync-status.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { PopoverButton } from '../ui/popover-button.tsx'
import { SyncMark } from '../ui/sync-mark.tsx'
import { sync } from './shell-text.ts'
import { markCount, markWords, syncLines } from './sync-words.ts'

interface SyncButtonProps {
  timeZone: string
  /** Holders of 1 have a Needs attention screen. */
  settles: boolean
  readsLedger: boolean
}

/** What is unsent grows older while nothing else happens: looked at again so often. */
const LOOK_MS = 15_000

/** The status, its state as of now. */
export function usePresentStatus(): SyncStatus {
  const status = useStore(syncStatus)
  const [, look] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => look((times) => times + 1), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return status.state === 'reading' ? status : { ...status, state: stateOf(status, Date.now()) }
}

/** The one small mark of the bar, and its panel in plain words. */
export function SyncButton(props: SyncButtonProps) {
  const facts = usePresentStatus()
  const label = markWords(facts)
  return (
    <PopoverButton
      label={sync.button(label)}
      panelLabel={sync.panel}
      className="popover-button bar-sync"
      panel={panelOf(props)}
    >
      <SyncMark state={facts.state} label={label} count={markCount(facts)} />
    </PopoverButton>
  )
}

const panelOf = (props: SyncButtonProps) => (close: () => void) => <SyncPanel {...props} close={close} />

function SyncPanel({ timeZone, settles, readsLedger, close }: SyncButtonProps & { close: () => void }) {
  const facts = usePresentStatus()
  return (
    <div className="stack sync-panel">
      <p className="title-3">{markWords(facts)}</p>
      {syncLines(facts, timeZone).map((line) => (
        <p key={line.id} className={`sync-line sync-line-${line.kind}`}>
          {line.text}
        </p>
      ))}
      {readsLedger && facts.ledgerAlarms > 0 && (
        <Link to={paths.ledger} className={buttonClass('quiet', true)} onClick={close}>
          {sync.ledger}
        </Link>
      )}
      <Link to={paths.device} className={buttonClass('quiet', true)} onClick={close}>
        {sync.device}
      </Link>
      {settles && (
        <Link to={paths.needsAttention} className={buttonClass('quiet', true)} onClick={close}>
          {sync.attention}
        </Link>
      )}
    </div>
  )
}
