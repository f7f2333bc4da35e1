import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { PopoverButton } from '../ui/popover-button.tsx'
import { SyncMark } from '../ui/sync-mark.tsx'
import { sync } from './shell-text.ts'
import { SyncLines } from './sync-lines.tsx'
import { markCount, markState, markWords, spokenWords } from './sync-words.ts'
import { usePresentStatus } from './use-present-status.ts'

interface SyncButtonProps {
  timeZone: string
  /** Holders of 1 have a Needs attention screen. */
  settles: boolean
  readsLedger: boolean
}

/** The one small mark of the bar, and its panel in plain words. */
export function SyncButton(props: SyncButtonProps) {
  const facts = usePresentStatus()
  const label = markWords(facts)
  return (
    <>
      <output className="visually-hidden">{spokenWords(facts)}</output>
      <PopoverButton
        label={sync.button(label)}
        panelLabel={sync.panel}
        className="popover-button bar-sync"
        panel={panelOf(props)}
      >
        <SyncMark
          state={markState(facts)}
          label={label}
          count={markCount(facts)}
          offline={facts.state === 'attention' && !facts.serverReachable}
        />
      </PopoverButton>
    </>
  )
}

const panelOf = (props: SyncButtonProps) => (close: () => void) => <SyncPanel {...props} close={close} />

function SyncPanel({ timeZone, settles, readsLedger, close }: SyncButtonProps & { close: () => void }) {
  const facts = usePresentStatus()
  return (
    <div className="stack sync-panel">
      <p className="title-3">{markWords(facts)}</p>
      <SyncLines facts={facts} timeZone={timeZone} />
      {readsLedger && facts.ledgerAlarms > 0 && (
        <Link to={paths.ledger} className={buttonClass('quiet', true)} onClick={close}>
          {sync.ledger}
        </Link>
      )}
      {!facts.storage.persisted && (
        <Link to={paths.helpTopic('install')} className={buttonClass('quiet', true)} onClick={close}>
          {sync.protect}
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
