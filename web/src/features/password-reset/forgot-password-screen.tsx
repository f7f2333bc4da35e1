import { useCallback, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { checkResetEmail } from 'sync-protocol/rules/new-password'
import { ServerError } from '../../data/people/server-call.ts'
import { paths } from '../../paths.ts'
import { isOutOfReach } from '../../data/people/out-of-reach.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EntryCard, EntryOutcome } from '../../ui/entry-card.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import { TextField } from '../../ui/text-field.tsx'
import { forgotText as text } from './password-reset-text.ts'
import { requestLink } from './reset-calls.ts'

type State = 'form' | 'unreachable' | { problem: string | null }

export function ForgotPasswordScreen() {
  const [email, setEmail] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const [state, setState] = useState<State>('form')
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  /** Stable, so that it runs once for each form: it is ready for typing when it appears. */
  const ready = useCallback((element: HTMLInputElement | null) => {
    input.current = element
    takeFocus(element)
  }, [])

  const submit = async () => {
    if (sending.current) return
    const wrong = checkResetEmail(email)
    setMistake(wrong)
    if (wrong !== null) {
      input.current?.focus()
      return
    }
    sending.current = true
    setBusy(true)
    try {
      await requestLink(email)
      setState({ problem: null })
    } catch (error) {
      console.error(text.logged, error)
      if (isOutOfReach(error)) setState('unreachable')
      // Whatever the server answers, the page says the same; what went wrong stands below.
      else setState({ problem: error instanceof ServerError ? error.message : '' })
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const toLogin = (
    <Link to={paths.login} className="entry-link">
      {text.toLogin}
    </Link>
  )
  if (typeof state === 'object') {
    return (
      <EntryCard>
        <EntryOutcome {...text.submitted} next={state.problem === null ? text.hint : undefined} />
        {state.problem !== null && (
          <Banner
            kind="attention"
            title={text.problemTitle}
            action={{ label: text.again, onPress: () => setState('form') }}
          >
            {state.problem}
          </Banner>
        )}
        {toLogin}
      </EntryCard>
    )
  }
  return (
    <EntryCard heading={text.prompt} onSubmit={() => void submit()}>
      <TextField
        label={text.email}
        value={email}
        onChange={(value) => {
          setEmail(value)
          setMistake(null)
        }}
        error={mistake ?? undefined}
        type="email"
        inputMode="email"
        name="email"
        autoComplete="username"
        inputRef={ready}
        onEnter={() => void submit()}
      />
      {state === 'unreachable' && !busy && (
        <Banner kind="attention" action={{ label: text.again, onPress: () => void submit() }}>
          {text.unreachable}
        </Banner>
      )}
      <Button type="submit" kind="primary" wide busy={busy && text.submitting}>
        {text.submit}
      </Button>
      {toLogin}
    </EntryCard>
  )
}
