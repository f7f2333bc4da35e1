import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import { session, signIn } from '../../data/people/session.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EntryCard } from '../../ui/entry-card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { KnownPeople, useKnownPeople } from './known-people.tsx'
import { SessionEndNotice } from './session-end-notice.tsx'
import './sign-in.css'
import { loginText } from './sign-in-text.ts'
import { TryDemonstration, useDemonstrationRoom } from './try-demonstration.tsx'
import { UnsentNotice } from './unsent-notice.tsx'
import { useSetupFirst } from './use-setup-first.ts'
import { useSignIn } from './use-sign-in.ts'
import { WaitNotice } from './wait-notice.tsx'

export function LoginScreen() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { failure, waitUntil, lacking, findLacking, clear, attempt } = useSignIn()
  const busy = useStore(session, (state) => state.status === 'loading')
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  // The form is ready for typing when it appears.
  useLayoutEffect(() => emailInput.current?.focus(), [])
  const hasRoom = useDemonstrationRoom()
  const people = useKnownPeople()
  useSetupFirst()

  const submit = async () => {
    if (busy) return
    const lacks = findLacking(email, password)
    if (lacks !== null) return (lacks === 'email' ? emailInput : passwordInput).current?.focus()
    // The guard of this guests' route leads on to Home.
    if (!(await attempt(() => signIn(email.trim(), password)))) passwordInput.current?.focus()
  }
  const type = (set: (value: string) => void) => (value: string) => {
    set(value)
    clear()
  }

  return (
    <EntryCard
      heading={loginText.heading}
      onSubmit={() => void submit()}
      beside={hasRoom ? <TryDemonstration attempt={attempt} /> : undefined}
    >
      <SessionEndNotice />
      <UnsentNotice />
      {people !== undefined && people.length > 0 && (
        <KnownPeople
          people={people}
          chosen={email.trim().toLowerCase()}
          onChoose={(person) => {
            type(setEmail)(person.email)
            setPassword('')
            passwordInput.current?.focus()
          }}
        />
      )}
      <div className="stack">
        <TextField
          label={loginText.email}
          value={email}
          onChange={type(setEmail)}
          type="email"
          inputMode="email"
          name="email"
          autoComplete="username"
          inputRef={emailInput}
          error={lacking?.field === 'email' ? lacking.message : undefined}
          onEnter={() => void submit()}
        />
        <TextField
          label={loginText.password}
          value={password}
          onChange={type(setPassword)}
          type="password"
          name="password"
          autoComplete="current-password"
          inputRef={passwordInput}
          error={lacking?.field === 'password' ? lacking.message : undefined}
          onEnter={() => void submit()}
        />
      </div>
      {failure !== null && <Banner kind="harm">{failure}</Banner>}
      {waitUntil !== null && <WaitNotice key={waitUntil} until={waitUntil} />}
      <Button type="submit" kind="primary" wide busy={busy && loginText.loggingIn}>
        {loginText.logIn}
      </Button>
      <Link to={paths.forgotPassword} className="entry-link">
        {loginText.forgot}
      </Link>
    </EntryCard>
  )
}
