import { useState } from 'react'
import { deviceName } from '../../records/device-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Question } from '../../ui/question.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import type { Asked } from '../../ui/use-asked.ts'
import { endOtherSessions, endPlace, type Place } from './account-calls.ts'
import { sessionsText as text } from './account-text.ts'

interface OwnSessionsProps extends Asked<Place[]> {
  reload: () => Promise<void>
  demo: boolean
  timeZone: string
}

const nameOf = ({ device }: Place) => (device === null ? text.program : deviceName(device))

/** Where one is signed in, and logging out there. */
export function OwnSessions({ seen, state, reload, demo, timeZone }: OwnSessionsProps) {
  const [asked, setAsked] = useState<Place | 'others' | null>(null)
  const [busy, setBusy] = useState(false)
  const others = seen?.filter(({ here }) => !here) ?? []
  const mayChange = state === 'fresh' && !busy

  const end = async (what: Place | 'others') => {
    setBusy(true)
    try {
      if (what === 'others') await endOtherSessions()
      else await endPlace(what)
      showToast({ text: what === 'others' ? text.endedOthers : text.ended(nameOf(what)) })
    } catch (error) {
      console.error(error)
      showToast({ text: text.failed, kind: 'harm' })
    }
    setAsked(null)
    setBusy(false)
    await reload()
  }

  return (
    <section className="stack" aria-labelledby="account-sessions">
      <h2 className="title-3" id="account-sessions">
        {text.heading}
      </h2>
      {state === 'reading' && seen === null && <Spinner label={text.reading} />}
      {(state === 'unreachable' || state === 'failed') && (
        <Banner
          kind="attention"
          title={state === 'unreachable' ? text.unreachableTitle : text.failedTitle}
          action={{ label: text.again, onPress: () => void reload() }}
        >
          {text.unreachableText}
        </Banner>
      )}
      {seen !== null && (
        <ul className="stack-tight account-sessions">
          {seen.map((one) => (
            <li key={one._id}>
              <PlaceCard place={one} timeZone={timeZone} mayChange={mayChange} onEnd={() => setAsked(one)} />
            </li>
          ))}
        </ul>
      )}
      {demo && seen !== null && <p className="quiet">{text.shared}</p>}
      {others.length > 1 && (
        <div className="button-row">
          <Button disabled={!mayChange} onClick={() => setAsked('others')}>
            {text.endOthers}
          </Button>
        </div>
      )}
      {asked !== null && (
        <Question
          title={asked === 'others' ? text.askOthers : text.ask(nameOf(asked))}
          text={text.askText(asked === 'others' ? others.length : 1)}
          busy={busy && text.ending}
          onNo={() => setAsked(null)}
          onYes={() => void end(asked)}
        />
      )}
    </section>
  )
}

interface PlaceCardProps {
  place: Place
  timeZone: string
  mayChange: boolean
  onEnd: () => void
}

function PlaceCard({ place, timeZone, mayChange, onEnd }: PlaceCardProps) {
  const { here, created_at, last_seen } = place
  const name = nameOf(place)
  const at = (moment: string) => formatDateTime(moment, timeZone)
  return (
    <Card
      title={place.device === null ? text.aProgram : name}
      label={here && <Badge>{text.here}</Badge>}
      lines={[text.since(at(created_at)), ...(last_seen === null || here ? [] : [text.seen(at(last_seen))])]}
      trailing={
        !here && (
          <Button aria-label={text.endOf(name)} disabled={!mayChange} onClick={onEnd}>
            {text.end}
          </Button>
        )
      }
    />
  )
}
