import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { checkRegistration } from 'sync-protocol/rules/user-form'
import { ServerError } from '../../data/people/server-call.ts'
import { askSetupState, setupState } from '../../data/people/setup-state.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TimeZoneField } from '../../ui/time-zone-field.tsx'
import { ownTimeZone } from '../../ui/time-zones.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { setUpClinic } from './setup-actions.ts'
import { SessionEndNotice } from './session-end-notice.tsx'
import { failureOf } from './setup-form.ts'
import { forgetTyped, keepTyped, readTyped } from './typed-setup.ts'
import type { SetupField, SetupForm, SetupMistake } from './setup-form.ts'
import { setupText } from './sign-in-text.ts'

const start = (): SetupForm => ({
  org_name: '',
  time_zone: ownTimeZone(),
  name: '',
  email: '',
  password: '',
  confirm_password: '',
  library: 'demonstration',
  setup_code: '',
  ...readTyped(),
})

export function SetupFields() {
  const [form, setForm] = useState(start)
  const [mistake, setMistake] = useState<SetupMistake | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** Only the server knows whether it asks for its code. */
  const [codeAsked, setCodeAsked] = useState(false)
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const navigate = useNavigate()
  const clinic = useStore(setupState, (state) => state.clinic)

  const change = (part: Partial<SetupForm>) => {
    const typed = { ...form, ...part }
    setForm(typed)
    keepTyped(typed)
    setMistake(null)
    setFailure(null)
  }
  const point = (at: SetupMistake) => {
    if (at.field === 'setup_code') setCodeAsked(true)
    setMistake(at)
  }
  useEffect(() => {
    if (mistake !== null) inputs.current.get(mistake.field)?.focus()
  }, [mistake])
  const submit = async () => {
    if (busy) return
    const wrong = checkRegistration(form)
    if (wrong !== null) {
      point(wrong)
      return
    }
    setBusy(true)
    try {
      const signedIn = await setUpClinic(form)
      forgetTyped()
      if (signedIn) return
      showToast({ text: setupText.created, kind: 'attention' })
      void navigate(paths.login, { replace: true })
    } catch (error) {
      // Another tablet was faster: then this form is over, and the screen says how to go on.
      if (error instanceof ServerError && error.code === 'forbidden') await askSetupState()
      const said = failureOf(error)
      if (typeof said === 'string') setFailure(said)
      else point(said)
    } finally {
      setBusy(false)
    }
  }

  const field = (name: SetupField) => ({
    value: form[name],
    onChange: (value: string) => change({ [name]: value }),
    error: mistake?.field === name ? mistake.message : undefined,
    name,
    onEnter: () => void submit(),
    inputRef: (input: HTMLInputElement | null) => {
      if (input !== null) inputs.current.set(name, input)
    },
  })

  return (
    <div className="page setup">
      <Form className="stack-wide" onSubmit={() => void submit()}>
        <div className="stack-tight">
          <h2 className="title-1">{setupText.heading}</h2>
          <p className="quiet">{setupText.intro}</p>
        </div>
        <SessionEndNotice />
        <section className="stack setup-part">
          <h3 className="title-3">{setupText.you}</h3>
          <div className="fields">
            <TextField label={setupText.name} autoComplete="name" {...field('name')} />
            <TextField
              label={setupText.email}
              type="email"
              inputMode="email"
              autoComplete="username"
              {...field('email')}
            />
            <TextField
              label={setupText.password}
              type="password"
              autoComplete="new-password"
              hint={setupText.passwordHint}
              {...field('password')}
            />
            <TextField
              label={setupText.confirm}
              type="password"
              autoComplete="new-password"
              {...field('confirm_password')}
            />
          </div>
        </section>
        <section className="stack setup-part">
          <h3 className="title-3">{setupText.clinic}</h3>
          <div className="fields">
            <TextField label={setupText.organization} autoComplete="organization" {...field('org_name')} />
            <TimeZoneField value={form.time_zone} onChange={(time_zone) => change({ time_zone })} />
          </div>
          <Segmented
            label={setupText.library}
            value={form.library}
            options={(['demonstration', 'empty'] as const).map((value) => ({
              value,
              label: setupText.libraries[value],
            }))}
            onChange={(library) => change({ library })}
          />
          <p className="quiet small">{setupText.libraryHint[form.library]}</p>
        </section>
        {codeAsked && (
          <section className="stack setup-part">
            <h3 className="title-3">{setupText.server}</h3>
            <div className="fields">
              <TextField label={setupText.code} hint={setupText.codeHint} {...field('setup_code')} />
            </div>
          </section>
        )}
        {failure !== null && <Banner kind="harm">{failure}</Banner>}
        <div className="row row-end">
          <Button type="submit" kind="primary" busy={busy && setupText.submitting}>
            {setupText.submit}
          </Button>
        </div>
        {clinic && (
          <Link to={paths.login} className="entry-link">
            {setupText.toLogin}
          </Link>
        )}
      </Form>
    </div>
  )
}
