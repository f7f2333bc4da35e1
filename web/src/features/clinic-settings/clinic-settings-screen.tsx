import { useEffect, useRef, useState } from 'react'
import type { PolicyField } from 'sync-protocol/records/policies'
import { typedPolicy } from 'sync-protocol/rules/policies-form'
import { useStore } from 'zustand'
import { currentUser, session } from '../../data/people/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TimeZoneField } from '../../ui/time-zone-field.tsx'
import { clinicSettingsText as text } from './clinic-settings-text.ts'
import './clinic-settings.css'
import { MoreSettings, WEIGHTS } from './more-settings.tsx'
import { useClinicSettings } from './use-clinic-settings.ts'

const UNITS = Object.entries(text.units).map(([value, label]) => ({ value, label }))
const CHECKS = Object.entries(text.checks).map(([value, label]) => ({ value, label }))

/** What the clinic decides for itself. Holders of 0 change it; changing needs the server. */
export function ClinicSettingsScreen() {
  const form = useClinicSettings()
  const [{ org_name }] = useState(currentUser)
  const zoneNow = useStore(session, ({ user }) => user?.time_zone ?? '')
  const fields = useRef<HTMLFormElement>(null)
  const { seen, state, mistake } = form
  useEffect(() => {
    if (mistake !== null) fields.current?.querySelector<HTMLElement>(`[name="${mistake.field}"]`)?.focus()
  }, [mistake])
  const again = { label: text.again, onPress: () => void form.reload() }
  if (seen === null) {
    if (state === 'reading') return <Spinner label={text.reading} />
    const title = state === 'unreachable' ? text.unreachableTitle : text.failedTitle
    return <EmptyState title={title} text={text.unreachableText} action={again} />
  }
  const mayChange = state === 'fresh'
  const theirs = (field: PolicyField) => {
    if (!form.beside.includes(field)) return undefined
    const value = typedPolicy(seen.content, field)
    if (field === 'double_check') return text.nowTheirs(text.checks[seen.content.double_check ?? ''])
    if (field === 'weight_unit') return text.nowTheirs(text.units[seen.content.weight_unit ?? ''])
    return value === '' ? text.nowEmpty : text.nowTheirs(value)
  }
  const field = (name: PolicyField, hint?: string) => ({
    name,
    value: form.valueOf(name),
    onChange: (value: string) => form.type(name, value),
    error: mistake?.field === name ? mistake.message : undefined,
    hint: theirs(name) ?? hint,
    readOnly: form.busy || (!mayChange && !form.touched),
  })
  const zone = form.valueOf('time_zone') || zoneNow
  const reason = mayChange ? (form.touched ? undefined : text.unchanged) : text.needsServer

  return (
    <form
      className="page stack-wide clinic-settings"
      noValidate
      ref={fields}
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <p className="quiet">{text.about}</p>
      {!mayChange && state !== 'reading' && (
        <Banner
          kind="attention"
          title={state === 'unreachable' ? text.unreachableTitle : text.failedTitle}
          action={again}
        >
          {text.unreachableText}
        </Banner>
      )}
      {form.continued && (
        <Banner kind="info" action={{ label: text.startOver, onPress: form.startOver }}>
          {text.continued}
        </Banner>
      )}
      {form.beside.length > 0 && (
        <Banner kind="attention">{text.moved(seen.edited_by ?? text.someone)}</Banner>
      )}
      <section className="stack settings-part" aria-labelledby="settings-paper">
        <div>
          <h2 className="title-3" id="settings-paper">
            {text.paper}
          </h2>
          <p className="quiet">{text.paperAbout}</p>
        </div>
        <TextField label={text.name} autoComplete="off" {...field('printed_name', text.nameHint(org_name))} />
        <TextArea label={text.address} rows={2} {...field('printed_address', text.addressHint)} />
      </section>
      <section className="stack settings-part" aria-labelledby="settings-check">
        <div>
          <h2 className="title-3" id="settings-check">
            {text.check}
          </h2>
          <p className="quiet">{text.checkAbout}</p>
        </div>
        <Segmented
          label={text.checkWhen}
          value={form.valueOf('double_check')}
          options={CHECKS}
          disabled={!mayChange || form.busy}
          onChange={(value) => form.type('double_check', value)}
        />
        {mistake?.field === 'double_check' && <Banner kind="attention">{mistake.message}</Banner>}
        {theirs('double_check') !== undefined && <p className="quiet">{theirs('double_check')}</p>}
      </section>
      <section className="stack settings-part" aria-labelledby="settings-unit">
        <div>
          <h2 className="title-3" id="settings-unit">
            {text.unit}
          </h2>
          <p className="quiet">{text.unitAbout}</p>
        </div>
        <Segmented
          label={text.unitWhich}
          value={form.valueOf('weight_unit')}
          options={UNITS}
          disabled={!mayChange || form.busy}
          onChange={(value) => form.type('weight_unit', value)}
        />
        {mistake?.field === 'weight_unit' && <Banner kind="attention">{mistake.message}</Banner>}
        {theirs('weight_unit') !== undefined && <p className="quiet">{theirs('weight_unit')}</p>}
      </section>
      <MoreSettings field={field} of={{ fields: WEIGHTS, title: text.weights, about: text.weightsAbout }} />
      <section className="stack settings-part" aria-labelledby="settings-time">
        <h2 className="title-3" id="settings-time">
          {text.time}
        </h2>
        <TimeZoneField
          value={zone}
          disabled={!mayChange || form.busy}
          onChange={(value) => form.type('time_zone', value)}
        />
        {mistake?.field === 'time_zone' && <Banner kind="attention">{mistake.message}</Banner>}
        {theirs('time_zone') !== undefined && <p className="quiet">{theirs('time_zone')}</p>}
        {zone !== zoneNow && <Banner kind="info">{text.timeChanged}</Banner>}
      </section>
      <MoreSettings field={field} />
      {form.problem !== null && <Banner kind="harm">{form.problem}</Banner>}
      <div className="row row-end settings-act" data-ready={reason === undefined || undefined}>
        <Button
          type="submit"
          kind="primary"
          busy={form.busy && text.saving}
          disabled={reason !== undefined}
          reason={reason}
        >
          {text.save}
        </Button>
      </div>
    </form>
  )
}
