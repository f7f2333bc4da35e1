import { usePerson } from '../../records/use-person.ts'
import './account.css'
import { accountText as text } from './account-text.ts'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordForm } from './password-form.tsx'
import { useSessions } from './use-sessions.ts'

/** What everybody does with their own account. Needs the server. */
export function AccountScreen() {
  const { name, email, demo, time_zone } = usePerson()
  const sessions = useSessions()
  return (
    <div className="page stack-wide account">
      <p className="quiet account-who">{text.who(name, email)}</p>
      <section className="account-part stack" aria-labelledby="account-password">
        <h2 className="title-3" id="account-password">
          {text.heading}
        </h2>
        {demo ? <p>{text.shared}</p> : <PasswordForm onChanged={() => void sessions.reload()} />}
      </section>
      <OwnSessions {...sessions} demo={demo} timeZone={time_zone} />
    </div>
  )
}
