import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { isOutOfReach } from '../../data/people/out-of-reach.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { EntryCard, EntryOutcome } from '../../ui/entry-card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { resetText as text } from './password-reset-text.ts'
import { linkHolds } from './reset-calls.ts'

/** `again`: nobody knows whether the link holds, so it can be checked once more. */
type State = 'checking' | 'unreachable' | 'form' | 'changed' | { failed: 'link' | 'check' | 'maybe changed' }

/** Checks the link first, then offers the form (`spec 1 §2`). */
export function ResetPasswordScreen() {
  const id = useParams()['id'] ?? ''
  const [state, setState] = useState<State>('checking')

  useEffect(() => {
    if (state !== 'checking') return undefined
    let left = false
    const become = (next: State) => {
      if (!left) setState(next)
    }
    linkHolds(id).then(
      (holds) => become(holds ? 'form' : { failed: 'link' }),
      (error: unknown) => {
        console.error(text.loggedCheck, error)
        become(isOutOfReach(error) ? 'unreachable' : { failed: 'check' })
      },
    )
    return () => {
      left = true
    }
  }, [id, state])

  if (state === 'checking') return <Spinner label={text.checking} />
  if (state === 'unreachable') {
    return (
      <EmptyState
        title={text.unreachableTitle}
        text={text.unreachableText}
        action={{ label: text.again, onPress: () => setState('checking') }}
      />
    )
  }
  if (state === 'form') {
    return (
      <NewPasswordForm
        id={id}
        onChanged={() => setState('changed')}
        onRefused={(earlierUnanswered) => setState({ failed: earlierUnanswered ? 'maybe changed' : 'link' })}
      />
    )
  }
  return (
    <EntryCard>
      <EntryOutcome
        {...(state === 'changed' ? text.changed : text.failed)}
        next={typeof state === 'object' && state.failed === 'maybe changed' ? text.maybeChanged : undefined}
      />
      {typeof state === 'object' && state.failed === 'check' && (
        <Button onClick={() => setState('checking')}>{text.again}</Button>
      )}
      <Link to={paths.login} className="entry-link">
        {text.toLogin}
      </Link>
      {typeof state === 'object' && (
        <Link to={paths.forgotPassword} className="entry-link">
          {text.newLink}
        </Link>
      )}
    </EntryCard>
  )
}
