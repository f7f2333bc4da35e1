import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import { session, signIn } from '../../data/session.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EntryCard } from '../../ui/entry-card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { loginText } from './sign-in-text.ts'
import { useSetupFirst } from './use-setup-first.ts'

/** Stable, so that it runs once: the form is ready for typing when it appears. */
const focused = (input: HTMLInputElement | null) => input?.focus()

export function LoginScreen() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const busy = useStore(session, (state) => state.status === 'loading')
  const passwordInput = useRef<HTMLInputElement>(null)
  useSetupFirst()

  const submit = async () => {
    if (busy) return
    setFailure(null)
    try {
      const result = await signIn(email.trim(), password)
      // The guard of this guests' route leads on to Home.
      if (result.ok) return
      setFailure(result.message)
    } catch (error) {
      console.error(loginText.unknown, error)
      setFailure(loginText.unknown)
    }
    passwordInput.current?.focus()
  }

  return (
    <EntryCard heading={loginText.heading} onSubmit={() => void submit()}>
      <div className="stack">
        <TextField
          label={loginText.email}
          value={email}
          onChange={(value) => {
            setEmail(value)
            setFailure(null)
          }}
          type="email"
          inputMode="email"
          name="email"
          autoComplete="username"
          inputRef={focused}
          onEnter={() => void submit()}
        />
        <TextField
          label={loginText.password}
          value={password}
          onChange={(value) => {
            setPassword(value)
            setFailure(null)
          }}
          type="password"
          name="password"
          autoComplete="current-password"
          inputRef={passwordInput}
          onEnter={() => void submit()}
        />
      </div>
      {failure !== null && <Banner kind="harm">{failure}</Banner>}
      <Button type="submit" kind="primary" wide busy={busy && loginText.loggingIn}>
        {loginText.logIn}
      </Button>
      <Link to={paths.forgotPassword} className="entry-link">
        {loginText.forgot}
      </Link>
    </EntryCard>
  )
}
