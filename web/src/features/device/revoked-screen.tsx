import { useLiveQuery } from 'dexie-react-hooks'
import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { giveUpLocalWork } from '../../data/people/give-up.ts'
import { localWork, type LocalWork } from '../../data/people/local-work.ts'
import { openClinic } from '../../data/device/open-clinics.ts'
import { noteCopied, type Revocation } from '../../data/people/revocation.ts'
import { download } from '../../ui/download.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime, formatFileDate } from '../../ui/format.ts'
import { Question } from '../../ui/question.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import './device.css'
import { revokedText as text } from './revoked-text.ts'

/** Stands in place of every screen while a revoked tablet sends what it has: nothing is entered any more. */
export function RevokedScreen({ revocation }: { revocation: Revocation }) {
  const { org_id, org_name, state, copied: copiedIds = [], demonstration = false } = revocation
  const held = useLiveQuery(() => localWork(openClinic(org_id)), [org_id]) ?? []
  const [asking, setAsking] = useState(false)
  const copied = held.every(({ id }) => copiedIds.includes(id))
  const stuck = state === 'held' && held.length > 0

  const copy = async () => {
    const words = JSON.stringify(held, null, 2)
    const day = formatFileDate(new Date())
    download(new Blob([words], { type: 'application/json' }), `${text.fileName} ${day}.json`)
    const ids = held.map(({ id }) => id)
    await noteCopied(org_id, ids).catch((error: unknown) => console.error(error))
    // Said when it is noted: before that, a reload asks as though there were no copy.
    showToast({ text: text.copied })
  }
  const remove = () => {
    setAsking(false)
    giveUpLocalWork(org_id).catch((error: unknown) => {
      console.error(error)
      showToast({ text: text.notRemoved, kind: 'harm' })
    })
  }

  return (
    <div className="page stack-wide">
      <div className="revoked-head" role="alert">
        <ShieldOff aria-hidden />
        <div className="stack-tight">
          <h2 className="title-2">{demonstration ? text.demonstrationTitle : text.title(org_name)}</h2>
          <p>{said(state, stuck, held.length)}</p>
          {!demonstration && <p className="quiet">{text.ask}</p>}
        </div>
      </div>
      {stuck && (
        <>
          <div className="button-row">
            <Button kind="primary" onClick={() => void copy()}>
              {text.copy}
            </Button>
            <Button kind="danger" onClick={() => setAsking(true)}>
              {text.remove}
            </Button>
          </div>
          <LocalWorkList held={held} />
        </>
      )}
      {asking && (
        <Question
          title={text.removeTitle}
          text={copied ? text.removeCopied : text.removeLost(held.length)}
          danger
          onNo={() => setAsking(false)}
          onYes={remove}
        />
      )}
    </div>
  )
}

function said(state: Revocation['state'], stuck: boolean, held: number): string {
  if (state === 'wiping') return text.removing
  return stuck ? text.held(held) : text.sending
}

function LocalWorkList({ held }: { held: readonly LocalWork[] }) {
  return (
    <section className="stack" aria-labelledby="held">
      <h3 className="title-3" id="held">
        {text.list}
      </h3>
      <ul className="stack-tight">
        {held.map(({ id, message, user_name, at }) => (
          <li key={id}>
            <Card title={message} lines={[text.by(user_name, formatDateTime(at))]} />
          </li>
        ))}
      </ul>
    </section>
  )
}
