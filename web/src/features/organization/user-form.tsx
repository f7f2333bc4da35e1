import { useRef, useState } from 'react'
import { sameJson } from 'sync-protocol/records/json'
import { checkChangedUser, checkNewUser, opensNothing } from 'sync-protocol/rules/user-form'
import type { UserForm as TypedUser, UserFormError } from 'sync-protocol/rules/user-form'
import type { Organization, OrganizationUser } from 'sync-protocol/wire/organization'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { changeUser, createUser } from './organization-calls.ts'
import { organizationText as text } from './organization-text.ts'
import { PermittedActions } from './permitted-actions.tsx'
import { forgetTyped, useKeptUser } from './use-kept-user.ts'
import { UserLink } from './user-link.tsx'
import { failureOf } from './user-failure.ts'

export const EMPTY_USER: TypedUser = {
  name: '',
  email: '',
  password: '',
  confirm_password: '',
  org_perms: [],
}
export const typedOf = ({ name, email, org_perms }: OrganizationUser): TypedUser => ({
  ...EMPTY_USER,
  name,
  email,
  org_perms,
})

interface UserFormProps {
  organization: Organization
  /** Who is edited; null makes a new user. */
  user: OrganizationUser | null
  start: TypedUser
  /** It goes on with what a reload or a crash interrupted. */
  continued: boolean
  /** The person edits themselves. */
  own: boolean
  /** Closed without saving; `typed` when something was typed. */
  onClose: (typed: TypedUser | null) => void
  /** `merged`: another manager had changed the user meanwhile, and that stands beside what was changed here. */
  onSaved: (user: OrganizationUser, merged: boolean) => void
  onFailed: () => void
}

/** The form is longer than a tablet is high: what went wrong must not stand below its end. */
const seen = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

type TextName = 'name' | 'email' | 'password' | 'confirm_password'

/** 'New User' and 'Edit User'. A failure keeps what was typed. */
export function UserForm(props: UserFormProps) {
  const { organization, user, start, continued, own, onClose, onSaved, onFailed } = props
  const [form, setForm] = useState(start)
  const [mistake, setMistake] = useState<UserFormError | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** Two presses in one frame both come before the next rendering. */
  const sending = useRef(false)
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const permitted = useRef<HTMLFieldSetElement>(null)
  const touched = JSON.stringify(form) !== JSON.stringify(user === null ? EMPTY_USER : typedOf(user))
  useKeptUser(form, user === null && touched)

  const change = (part: Partial<TypedUser>) => {
    setForm({ ...form, ...part })
    setMistake(null)
  }
  const point = (at: UserFormError) => {
    setMistake(at)
    const input = at.field === 'org_perms' ? permitted.current?.querySelector('input') : undefined
    ;(input ?? inputs.current.get(at.field))?.focus()
  }
  const save = async () => {
    if (sending.current) return
    const wrong = user === null ? checkNewUser(form) : checkChangedUser(form.org_perms, own)
    if (wrong !== null) {
      point(wrong)
      return
    }
    sending.current = true
    setBusy(true)
    setProblem(null)
    try {
      const { key: org_key, name: org_name } = organization
      const org_perms = [...form.org_perms]
      const saved =
        user === null
          ? await createUser({ ...form, org_key, org_name, org_perms })
          : await changeUser(user, org_perms)
      if (user === null) forgetTyped()
      onSaved(
        saved,
        !sameJson(
          [...saved.org_perms],
          org_perms.toSorted((a, b) => a - b),
        ),
      )
    } catch (error) {
      const said = failureOf(error)
      if (typeof said === 'string') setProblem(said)
      else point(said)
      onFailed()
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const close = () => {
    if (sending.current) return
    if (user === null) forgetTyped()
    onClose(touched ? form : null)
  }
  const field = (name: TextName) => ({
    value: form[name],
    onChange: (value: string) => change({ [name]: value }),
    error: mistake?.field === name ? mistake.message : undefined,
    name,
    onEnter: () => void save(),
    inputRef: (input: HTMLInputElement | null) => {
      if (input !== null) inputs.current.set(name, input)
    },
  })
  const fixed = { readOnly: user !== null }

  return (
    <Modal
      title={user === null ? text.newUser : text.editUser}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{text.cancel}</Button>
          <Button kind="primary" busy={busy && text.saving} onClick={() => void save()}>
            {text.save}
          </Button>
        </>
      }
    >
      <div className="stack">
        {continued && <Banner kind="info">{text.continued}</Banner>}
        <TextField label={text.name} autoComplete="off" {...fixed} {...field('name')} />
        <TextField
          label={text.email}
          type="email"
          inputMode="email"
          autoComplete="off"
          {...fixed}
          {...(user !== null && { hint: text.fixed })}
          {...field('email')}
        />
        {user === null && (
          <div className="fields">
            <TextField
              label={text.password}
              type="password"
              autoComplete="new-password"
              hint={text.passwordHint}
              {...field('password')}
            />
            <TextField
              label={text.confirm}
              type="password"
              autoComplete="new-password"
              {...field('confirm_password')}
            />
          </div>
        )}
        <PermittedActions
          value={form.org_perms}
          onChange={(org_perms) => change({ org_perms })}
          error={mistake?.field === 'org_perms' ? mistake.message : undefined}
          groupRef={permitted}
        />
        {opensNothing(form.org_perms) && <Banner kind="attention">{text.opensNothing}</Banner>}
        {user !== null && !own && <UserLink user={user} timeZone={organization.time_zone} />}
        {problem !== null && (
          <div ref={seen}>
            <Banner kind="harm">{problem}</Banner>
          </div>
        )}
      </div>
    </Modal>
  )
}
