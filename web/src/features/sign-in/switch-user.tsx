import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { NamedPerson } from '../../data/people/known-person.ts'
import { session, switchUser } from '../../data/people/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { KnownPeople } from './known-people.tsx'
import './sign-in.css'
import { switchText as text } from './sign-in-text.ts'
import { useSignIn } from './use-sign-in.ts'
import { WaitNotice } from './wait-notice.tsx'

interface SwitchUserProps {
  /** Who uses this tablet beside the one who is signed in. */
  people: readonly NamedPerson[]
  /** Chosen already; null: somebody whom this tablet does not know. */
  first: NamedPerson | null
  onSwitched: () => void
  onClose: () => void
}

/** Another person takes the tablet with their password; nothing of the one before is lost. Works without a network. */
export function SwitchUser({ people, first, onSwitched, onClose }: SwitchUserProps) {
  const [email, setEmail] = useState(first?.email ?? '')
  const [password, setPassword] = useState('')
  const { failure, waitUntil, lacking, findLacking, clear, attempt } = useSignIn()
  const busy = useStore(session, (state) => state.status === 'loading')
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const [toEmail] = useState(() => (input: HTMLInputElement | null) => {
    emailInput.current = input
    input?.focus()
  })
  const [toPassword] = useState(() => (input: HTMLInputElement | null) => {
    passwordInput.current = input
    if (first !== null) input?.focus()
  })

  const submit = async () => {
    if (busy) return
    const lacks = findLacking(email, password)
    if (lacks !== null) return (lacks === 'email' ? emailInput : passwordInput).current?.focus()
    const entered = await attempt(() => switchUser(email.trim(), password))
    if (entered) onSwitched()
    else passwordInput.current?.focus()
  }
  return (
    <Modal title={text.title} onClose={onClose}>
      <Form className="stack" onSubmit={() => void submit()}>
        <p className="quiet">{text.intro}</p>
        {first === null ? (
          <TextField
            label={text.email}
            value={email}
            onChange={(value) => {
              setEmail(value)
              clear()
            }}
            type="email"
            inputMode="email"
            autoComplete="username"
            inputRef={toEmail}
            error={lacking?.field === 'email' ? lacking.message : undefined}
          />
        ) : (
          <KnownPeople
            fixed
            people={people}
            chosen={email}
            onChoose={(person) => {
              setEmail(person.email)
              setPassword('')
              clear()
              passwordInput.current?.focus()
            }}
          />
        )}
        <TextField
          label={text.password}
          value={password}
          onChange={(value) => {
            setPassword(value)
            clear()
          }}
          type="password"
          autoComplete="current-password"
          inputRef={toPassword}
          error={lacking?.field === 'password' ? lacking.message : undefined}
        />
        {failure !== null && <Banner kind="harm">{failure}</Banner>}
        {waitUntil !== null && <WaitNotice key={waitUntil} until={waitUntil} />}
        <Button type="submit" kind="primary" wide busy={busy && text.loggingIn}>
          {text.logIn}
        </Button>
      </Form>
    </Modal>
  )
}
