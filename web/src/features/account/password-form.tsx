import { useRef, useState } from 'react'
import { checkNewPassword } from 'sync-protocol/rules/new-password'
import type { OwnPasswordRequest } from 'sync-protocol/wire/own-account'
import { failureOfAsking } from '../../data/people/out-of-reach.ts'
import { changeOwnPassword } from '../../data/people/own-password.ts'
import { ServerError } from '../../data/people/server-call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { accountText as text } from './account-text.ts'

type Field = keyof OwnPasswordRequest
const FIELDS: readonly Field[] = ['old_password', 'password', 'confirm_password']
interface Mistake {
  field: Field
  message: string
}

const EMPTY: OwnPasswordRequest = { old_password: '', password: '', confirm_password: '' }

const mistakeIn = (form: OwnPasswordRequest): Mistake | null =>
  form.old_password === '' ? { field: 'old_password', message: text.lacking } : checkNewPassword(form)

/** What is typed stays until the server has taken it. It is nowhere but in the fields: no password is ever kept. */
export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const [form, setForm] = useState(EMPTY)
  const [mistake, setMistake] = useState<Mistake | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  /** The new password of an attempt that was not answered. */
  const unanswered = useRef<string | null>(null)
  const inputs = useRef(new Map<Field, HTMLInputElement>())

  const point = (at: Mistake) => {
    setMistake(at)
    inputs.current.get(at.field)?.focus()
  }
  const submit = async () => {
    if (sending.current) return
    setProblem(null)
    const wrong = mistakeIn(form)
    if (wrong !== null) return point(wrong)
    sending.current = true
    setBusy(true)
    try {
      await changeOwnPassword(form, unanswered.current === form.password)
      unanswered.current = null
      setForm(EMPTY)
      showToast({ text: text.changed })
      onChanged()
    } catch (error) {
      fail(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const fail = (error: unknown) => {
    const named = error instanceof ServerError && error.status === 422 ? error.field : undefined
    const field = FIELDS.find((one) => one === named)
    if (field !== undefined) return point({ field, message: (error as ServerError).message })
    console.error(text.logged, error)
    if (failureOfAsking(error) === 'unreachable') {
      unanswered.current = form.password
      setProblem(text.needsServer)
    } else {
      const isSaid = error instanceof ServerError && ['rate_limited', 'forbidden'].includes(error.code)
      setProblem(isSaid ? error.message : text.failed)
    }
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
    autoComplete: name === 'old_password' ? 'current-password' : 'new-password',
    inputRef: (input: HTMLInputElement | null) => {
      if (input !== null) inputs.current.set(name, input)
    },
  })
  return (
    <Form className="stack account-form" onSubmit={() => void submit()}>
      <TextField label={text.old} {...field('old_password')} />
      <TextField label={text.password} hint={text.passwordHint} {...field('password')} />
      <TextField label={text.confirm} {...field('confirm_password')} />
      <p className="quiet">{text.about}</p>
      {problem !== null && <Banner kind="attention">{problem}</Banner>}
      <div className="button-row">
        <Button type="submit" kind="primary" busy={busy && text.submitting}>
          {text.submit}
        </Button>
      </div>
    </Form>
  )
}
