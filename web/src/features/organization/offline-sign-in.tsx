import { useState } from 'react'
import { isOutOfReach } from '../../data/people/out-of-reach.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { allowOfflineSignIn } from './organization-calls.ts'
import { organizationText as text } from './organization-text.ts'

interface OfflineSignInProps {
  allowed: boolean
  mayChange: boolean
  onChanged: (allowed: boolean) => void
  onFailed: () => void
}

/** May people sign in without a network on tablets that know them? */
export function OfflineSignIn({ allowed, mayChange, onChanged, onFailed }: OfflineSignInProps) {
  const [asked, setAsked] = useState<boolean | null>(null)
  const shown = asked ?? allowed
  const change = async (next: boolean) => {
    if (next === shown) return
    setAsked(next)
    try {
      await allowOfflineSignIn(next)
      onChanged(next)
    } catch (error) {
      console.error(text.logged, error)
      showToast({ text: isOutOfReach(error) ? text.unanswered : text.unexpected, kind: 'harm' })
      onFailed()
    }
    setAsked(null)
  }
  return (
    <section className="organization-setting stack-tight">
      <Segmented
        label={text.offlineTitle}
        value={shown ? 'allowed' : 'not'}
        options={(['allowed', 'not'] as const).map((value) => ({ value, label: text.offline[value] }))}
        disabled={!mayChange || asked !== null}
        onChange={(value) => void change(value === 'allowed')}
      />
      <p className="quiet">{mayChange ? text.offlineAbout : text.needsServer}</p>
    </section>
  )
}
