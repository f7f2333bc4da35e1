import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { PopoverButton } from '../ui/popover-button.tsx'
import { SyncMark } from '../ui/sync-mark.tsx'
import { sync } from './shell-text.ts'
import { SyncLines } from './sync-lines.tsx'
import { alsoTrue, LONGEST, markCount, markState, markWords, shownWords, spokenWords } from './sync-words.ts'
import { useMarkRoom } from './use-mark-room.ts'
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
  const { mark, room } = useMarkRoom(facts.state === 'reading' ? null : label)
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
          markRef={mark}
          room={room}
          longest={LONGEST}
          state={markState(facts)}
          {...shownWords(facts)}
          count={markCount(facts)}
          also={alsoTrue(facts)}
        />
      </PopoverButton>
    </>
  )
}

const panelOf = (props: SyncButtonProps) => (close: () => void) => <SyncPanel {...props} close={close} />

function SyncPanel({ timeZone, settles, readsLedger, close }: SyncButtonProps & { close: () => void }) {
  const facts = usePresentStatus()
  /** What a person should do stands before what they may read. */
  const waits = settles && facts.attention > 0
  return (
    <div className="stack sync-panel">
      <p className="title-3">{markWords(facts)}</p>
      <SyncLines facts={facts} timeZone={timeZone} belowMark />
      {waits && (
        <Link to={paths.needsAttention} className={buttonClass('primary', true)} onClick={close}>
          {sync.attention}
        </Link>
      )}
      <div className="panel-links">
        {readsLedger && facts.ledgerAlarms > 0 && (
          <Link to={paths.ledger} className="panel-link" onClick={close}>
            <span>{sync.ledger}</span>
            <ChevronRight />
          </Link>
        )}
        {!facts.storage.persisted && (
          <Link to={paths.helpTopic('install')} className="panel-link" onClick={close}>
            <span>{sync.protect}</span>
            <ChevronRight />
          </Link>
        )}
        <Link to={paths.device} className="panel-link" onClick={close}>
          <span>{sync.device}</span>
          <ChevronRight />
        </Link>
        {settles && !waits && (
          <Link to={paths.needsAttention} className="panel-link" onClick={close}>
            <span>{sync.attention}</span>
            <ChevronRight />
          </Link>
        )}
      </div>
    </div>
  )
}
