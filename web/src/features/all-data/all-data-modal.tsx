import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { COLLECTIONS } from 'sync-protocol/records/envelope'
import { isCurrent, syncStatus, type SyncStatus } from '../../data/database/sync-status.ts'
import { currentClinic, currentUser } from '../../data/people/session.ts'
import { countRecords } from '../../data/view/whole-view.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatBytes, formatDateTime } from '../../ui/format.ts'
import { KeepAwake } from '../../ui/keep-awake.tsx'
import { Modal } from '../../ui/modal.tsx'
import { allDataText as text } from './all-data-text.ts'
import type { AllDataSources, Progress } from './make-all-data.ts'
import { useAllData, type AllDataState } from './use-all-data.ts'

export interface AllDataModalProps {
  /** What other screens make; their code comes with the press. */
  sources: () => Promise<AllDataSources>
  onClose: () => void
}

interface Counts {
  all: number
  sheets: number
  balances: number
}

async function countAll(): Promise<Counts> {
  const clinic = currentClinic()
  const counts = await Promise.all(
    COLLECTIONS.map(async (collection) => [collection, await countRecords(clinic, collection)] as const),
  )
  const of = Object.fromEntries(counts)
  return {
    all: counts.reduce((sum, [, count]) => sum + count, 0),
    sheets: of['sheets'] ?? 0,
    balances: of['balances'] ?? 0,
  }
}

/** What the file lacks before it is made, and how old the rest is. */
function Age({ status, timeZone }: { status: SyncStatus; timeZone: string }) {
  const { serverReachable, loaded, lastHeard, unsent } = status
  const old = lastHeard === null ? text.offlineNever : text.offline(formatDateTime(lastHeard, timeZone))
  return (
    <>
      {!isCurrent(status) && (
        <Banner kind="attention" title={serverReachable ? text.behindTitle : text.offlineTitle}>
          {old} {!serverReachable && text.leftOut}
        </Banner>
      )}
      {!loaded && (
        <Banner kind="attention" title={text.loadingTitle}>
          {text.loading}
        </Banner>
      )}
      {unsent > 0 && <p className="quiet">{text.unsent(unsent)}</p>}
    </>
  )
}

const phaseWords = ({ phase, done, of }: Progress): string => text.phases[phase](done, of)

/** The longest lists are in the file. */
const SHOWN = 8

function Outcome({ state }: { state: AllDataState }) {
  if (state.step === 'failed') return <Banner kind="harm">{state.words}</Banner>
  if (state.step !== 'made') return null
  const { leftOut } = state
  return (
    leftOut.length > 0 && (
      <Banner kind="attention" title={text.notIncluded}>
        <ul className="all-data-left-out">
          {leftOut.slice(0, SHOWN).map((line, nth) => (
            <li key={nth}>{line}</li>
          ))}
          {leftOut.length > SHOWN && <li>{text.more(leftOut.length - SHOWN)}</li>}
        </ul>
        {text.alsoInReadme}
      </Banner>
    )
  )
}

/** Everything of the clinic in one file, made on this tablet. */
export function AllDataModal({ sources, onClose }: AllDataModalProps) {
  const status = useStore(syncStatus)
  const [user] = useState(currentUser)
  const [counts, setCounts] = useState<Counts | null>(null)
  const [withPdfs, setWithPdfs] = useState(true)
  const { state, start, cancel } = useAllData(sources)
  const busy = state.step === 'busy'

  useEffect(() => {
    countAll().then(setCounts, (error: unknown) => console.error(error))
  }, [])

  /** What takes minutes is not lost by a slip: CANCEL is what ends it. */
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <Modal
      title={text.dialog}
      onClose={close}
      footer={
        <>
          <Button onClick={busy ? cancel : onClose}>
            {state.step === 'made' ? text.close : text.cancel}
          </Button>
          <Button kind="primary" busy={busy && text.busy} onClick={() => void start(withPdfs)}>
            {text.start}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{counts === null ? text.counting : text.holds(counts.all)}</p>
        <p>{text.private}</p>
        <Age status={status} timeZone={user.time_zone} />
        <Checkbox
          label={text.pdfs}
          {...(counts !== null && { description: text.pdfsAbout(counts.sheets, counts.balances) })}
          checked={withPdfs}
          disabled={busy}
          onChange={setWithPdfs}
        />
        <div className="all-data-state">
          {busy && (
            <>
              <KeepAwake />
              <progress
                aria-label={text.progress}
                {...(state.progress.of > 0 && { value: state.progress.done, max: state.progress.of })}
              />
              <span className="quiet">{text.keepOpen}</span>
            </>
          )}
          <span className="all-data-progress">{busy && phaseWords(state.progress)}</span>
          <output>
            {state.step === 'cancelled' && text.cancelled}
            {state.step === 'made' && text.made(state.name, formatBytes(state.bytes))}
          </output>
          <Outcome state={state} />
        </div>
      </div>
    </Modal>
  )
}
