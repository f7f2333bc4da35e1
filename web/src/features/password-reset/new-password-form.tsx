import { useRef, useState } from 'react'
import { checkNewPassword } from 'sync-protocol/rules/new-password'
import type { NewPasswordError } from 'sync-protocol/rules/new-password'
import { ServerError } from '../../data/people/server-call.ts'
import { isOutOfReach } from '../../data/people/out-of-reach.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EntryCard } from '../../ui/entry-card.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import { TextField } from '../../ui/text-field.tsx'
import { resetText as text } from './password-reset-text.ts'
import { changePassword } from './reset-calls.ts'

interface NewPasswordFormProps {
  id: string
  onChanged: () => void
  /** The link did not hold; `earlierUnanswered`: an attempt before this one was sent and not answered. */
  onRefused: (earlierUnanswered: boolean) => void
}

type Field = NewPasswordError['field']

export function NewPasswordForm({ id, onChanged, onRefused }: NewPasswordFormProps) {
  const [form, setForm] = useState({ password: '', confirm_password: '' })
  const [mistake, setMistake] = useState<NewPasswordError | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const unanswered = useRef(false)
  const inputs = useRef(new Map<Field, HTMLInputElement>())

  const point = (at: NewPasswordError) => {
    setMistake(at)
    inputs.current.get(at.field)?.focus()
  }
  const submit = async () => {
    if (sending.current) return
    const wrong = checkNewPassword(form)
    if (wrong !== null) {
      point(wrong)
      return
    }
    sending.current = true
    setBusy(true)
    setProblem(null)
    try {
      if (await changePassword(id, form)) onChanged()
      else onRefused(unanswered.current)
    } catch (error) {
      fail(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const fail = (error: unknown) => {
    const field = error instanceof ServerError && error.status === 422 ? error.field : undefined
    if (field === 'password' || field === 'confirm_password') {
      point({ field, message: (error as ServerError).message })
      return
    }
    console.error(text.loggedSubmit, error)
    if (!isOutOfReach(error)) {
      setProblem(`${text.failed.said} ${error instanceof ServerError ? error.message : ''}`)
      return
    }
    unanswered.current = true
    setProblem(text.unreachable)
  }

  const field = (name: Field) => ({
    value: form[name],
    onChange: (value: string) => {
      setForm({ ...form, [name]: value })
      setMistake(null)
    },
    error: mistake?.field === name ? mistake.message : undefined,
    type: 'password' as const,
    name,
    autoComplete: 'new-password',
    onEnter: () => void submit(),
    inputRef: (input: HTMLInputElement | null) => {
      if (input === null) return
      if (name === 'password' && inputs.current.size === 0) takeFocus(input)
      inputs.current.set(name, input)
    },
  })

  return (
    <EntryCard heading={text.heading} onSubmit={() => void submit()}>
      <div className="stack">
        <TextField label={text.password} hint={text.passwordHint} {...field('password')} />
        <TextField label={text.confirm} {...field('confirm_password')} />
      </div>
      {problem !== null && (
        <Banner kind="attention" action={{ label: text.again, onPress: () => void submit() }}>
          {problem}
        </Banner>
      )}
      <Button type="submit" kind="primary" wide busy={busy && text.submitting}>
        {text.submit}
      </Button>
    </EntryCard>
  )
}
