import { Copy, Link } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OrganizationUser } from 'sync-protocol/wire/organization'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { copyText } from '../../ui/copy-text.ts'
import { makeUserLink } from './organization-calls.ts'
import { organizationText as text } from './organization-text.ts'
import { failureOf } from './user-failure.ts'

/** For somebody who forgot their password, where no e-mail can bring the link. */
export function UserLink({ user, timeZone }: { user: OrganizationUser; timeZone: string }) {
  const [made, setMade] = useState<Awaited<ReturnType<typeof makeUserLink>> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const asking = useRef(false)

  const make = async () => {
    if (asking.current) return
    asking.current = true
    setBusy(true)
    setProblem(null)
    try {
      setMade(await makeUserLink(user._id))
    } catch (error) {
      const said = failureOf(error)
      setProblem(typeof said === 'string' ? said : said.message)
    } finally {
      asking.current = false
      setBusy(false)
    }
  }
  const copy = async (address: string) =>
    showToast({ text: (await copyText(address)) ? text.linkCopied : text.linkNotCopied })

  return (
    <div className="stack-tight">
      <h3 className="title-3">{text.lostTitle}</h3>
      {made === null ? (
        <>
          <p className="quiet">{text.lostAbout(user.name)}</p>
          <div className="button-row">
            <Button icon={<Link aria-hidden />} busy={busy && text.makingLink} onClick={() => void make()}>
              {text.makeLink}
            </Button>
          </div>
        </>
      ) : (
        <>
          <TextField
            label={text.link(user.name)}
            value={made.address}
            readOnly
            hint={text.linkHint(formatTime(made.until, timeZone))}
            onChange={() => undefined}
          />
          <div className="button-row">
            <Button icon={<Copy aria-hidden />} onClick={() => void copy(made.address)}>
              {text.copyLink}
            </Button>
          </div>
        </>
      )}
      {problem !== null && <Banner kind="harm">{problem}</Banner>}
    </div>
  )
}
