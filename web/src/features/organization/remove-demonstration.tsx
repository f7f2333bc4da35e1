import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Organization } from 'sync-protocol/wire/organization'
import { isOutOfReach } from '../../data/people/out-of-reach.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { removeDemonstration } from './organization-calls.ts'
import { organizationText as text } from './organization-text.ts'

interface RemoveDemonstrationProps {
  organization: Organization
  mayRemove: boolean
}

/** Only the demonstration can be removed, and only with the server. */
export function RemoveDemonstration({ organization, mayRemove }: RemoveDemonstrationProps) {
  const [asking, setAsking] = useState(false)
  return (
    <section className="organization-setting stack-tight" aria-labelledby="demonstration">
      <h2 className="title-2" id="demonstration">
        {text.demonstration}
      </h2>
      <p className="quiet">{text.demonstrationAbout}</p>
      <div className="button-row">
        <Button
          kind="danger"
          icon={<Trash2 />}
          disabled={!mayRemove}
          reason={mayRemove ? undefined : text.needsServer}
          onClick={() => setAsking(true)}
        >
          {text.removeDemonstration}
        </Button>
      </div>
      {asking && <RemoveQuestion organization={organization} onClose={() => setAsking(false)} />}
    </section>
  )
}

function RemoveQuestion({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const sending = useRef(false)

  const remove = async () => {
    if (sending.current) return
    if (typed.trim().toUpperCase() !== text.removeWord) {
      setWrong(true)
      input.current?.focus()
      return
    }
    sending.current = true
    setBusy(true)
    setProblem(null)
    try {
      // It stays busy: with the records this screen goes too.
      await removeDemonstration(organization._id)
    } catch (error) {
      console.error(error)
      setProblem(isOutOfReach(error) ? text.unanswered : text.removeFailed)
      sending.current = false
      setBusy(false)
    }
  }
  const close = () => {
    if (!sending.current) onClose()
  }

  return (
    <Modal
      title={text.removeTitle}
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={busy}>
            {text.cancel}
          </Button>
          <Button kind="danger" busy={busy && text.removingDemonstration} onClick={() => void remove()}>
            {text.removeDemonstration}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{text.removeText(organization.name)}</p>
        <p>{text.removeTablets}</p>
        <TextField
          label={text.removeLabel}
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setWrong(false)
          }}
          error={wrong ? text.removeWrong : undefined}
          onEnter={() => void remove()}
          inputRef={input}
        />
        {problem !== null && <Banner kind="harm">{problem}</Banner>}
      </div>
    </Modal>
  )
}
