import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Program } from 'sync-protocol/wire/programs'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Question } from '../../ui/question.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { NewKey } from './new-key.tsx'
import { organizationText } from './organization-text.ts'
import { revokeKey, usePrograms } from './program-calls.ts'
import { programsText as text } from './programs-text.ts'

interface ProgramsProps {
  timeZone: string
  /** The rest of the screen is of now; else it says what is wrong, and asks again for both. */
  isReached: boolean
}

/** The keys of other programs: which there are, a new one, and revoking one. */
export function Programs({ timeZone, isReached }: ProgramsProps) {
  const { seen, state, reload } = usePrograms()
  const [asked, setAsked] = useState<Program | 'new' | null>(null)
  const [busy, setBusy] = useState(false)
  const mayChange = state === 'fresh' && isReached && !busy
  const isLost = state === 'unreachable' || state === 'failed'
  useEffect(() => {
    if (isReached && isLost) void reload()
  }, [isReached, isLost, reload])

  const revoke = async (program: Program) => {
    setBusy(true)
    try {
      await revokeKey(program)
      showToast({ text: text.revoked(program.name) })
    } catch (error) {
      console.error(text.logged, error)
      showToast({ text: text.failed, kind: 'harm' })
    }
    setAsked(null)
    setBusy(false)
    await reload()
  }

  return (
    <section className="organization-setting stack-tight" aria-labelledby="programs">
      <div className="users-bar">
        <h2 className="title-2 programs-title" id="programs">
          {text.heading}
        </h2>
        <Button icon={<KeyRound />} disabled={!mayChange} onClick={() => setAsked('new')}>
          {text.add}
        </Button>
      </div>
      <p className="quiet">{text.about}</p>
      {state === 'reading' && seen === null && <Spinner label={text.reading} />}
      {isLost && !isReached && <p>{text.unreachable}</p>}
      {isLost && isReached && (
        <Banner kind="attention" action={{ label: text.again, onPress: () => void reload() }}>
          {state === 'unreachable' ? text.unreachable : text.failedTitle}
        </Banner>
      )}
      {seen?.length === 0 && <p>{text.none}</p>}
      {seen !== null && seen.length > 0 && (
        <ul className="stack-tight">
          {seen.map((program) => (
            <li key={program._id}>
              <ProgramCard
                program={program}
                timeZone={timeZone}
                mayChange={mayChange}
                onRevoke={() => setAsked(program)}
              />
            </li>
          ))}
        </ul>
      )}
      {asked === 'new' && (
        <NewKey
          onMade={() => void reload()}
          onClose={() => {
            setAsked(null)
          }}
        />
      )}
      {asked !== null && asked !== 'new' && (
        <Question
          danger
          title={text.ask(asked.name)}
          text={text.askText}
          busy={busy && text.revoking}
          onNo={() => setAsked(null)}
          onYes={() => void revoke(asked)}
        />
      )}
    </section>
  )
}

interface ProgramCardProps {
  program: Program
  timeZone: string
  mayChange: boolean
  onRevoke: () => void
}

function ProgramCard({ program, timeZone, mayChange, onRevoke }: ProgramCardProps) {
  const { name, access, org_perms, created_at, last_used } = program
  const at = (moment: string) => formatDateTime(moment, timeZone)
  const more = org_perms.filter((one) => one > 1).map((one) => organizationText.permissions[one] ?? '')
  const used = last_used === null ? text.unused : text.used(at(last_used))
  return (
    <Card
      title={name}
      lines={[[text.access[access], ...more].join(', '), `${text.made(at(created_at))}. ${used}.`]}
      trailing={
        <Button aria-label={text.revokeOf(name)} disabled={!mayChange} onClick={onRevoke}>
          {text.revoke}
        </Button>
      }
    />
  )
}
