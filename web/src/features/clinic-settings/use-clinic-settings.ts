import { useEffect, useRef, useState } from 'react'
import { policyFields, type PolicyField } from 'sync-protocol/records/policies'
import { typedPolicy } from 'sync-protocol/rules/policies-form'
import { clinicSettings } from '../../data/people/clinic-settings.ts'
import { failureOfAsking, isOutOfReach, onReasonToAsk } from '../../data/people/out-of-reach.ts'
import { seenPolicies, type SeenPolicies } from '../../data/people/seen-policies.ts'
import { ServerError } from '../../data/people/server-call.ts'
import { confirm } from '../../data/people/session.ts'
import { unsavedSettings, type UnsavedSettings } from '../../data/people/unsaved-typed.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { useAsked } from '../../ui/use-asked.ts'
import { clinicSettingsText as text } from './clinic-settings-text.ts'
import { askPolicies, changePolicies } from './policies-calls.ts'
import { changedBeside, changedPolicies } from './typed-policies.ts'

interface Mistake {
  field: PolicyField
  message: string
}

const question = {
  ask: askPolicies,
  kept: seenPolicies,
  failureOf: failureOfAsking,
  onReasonToAsk: (again: () => void) => {
    const stops = [onReasonToAsk(again), clinicSettings.subscribe(again)]
    return () => {
      for (const stop of stops) stop()
    }
  },
  failed: text.failedTitle,
}
const logged = (error: unknown) => console.error(error)
const isConflict = (error: unknown) => error instanceof ServerError && error.code === 'conflict'

/** What a refused save says: at a field where there is one, else as a sentence; null where both values are shown. */
function failureOf(error: unknown): Mistake | string | null {
  console.error(text.logged, error)
  if (isOutOfReach(error)) return text.unanswered
  if (!(error instanceof ServerError) || error.code === 'unknown' || error.code === 'internal')
    return text.unexpected
  if (isConflict(error)) return null
  const field = policyFields().find((one) => one === error.field)
  return field === undefined ? error.message : { field, message: error.message }
}

/** Saves over what was seen; what another person changed beside it, in other fields, is no reason to ask. */
async function saveOver({ typed, before }: UnsavedSettings, seen: SeenPolicies): Promise<SeenPolicies> {
  const changed = changedPolicies(typed, seen.content)
  try {
    return await changePolicies(changed, seen.version)
  } catch (error) {
    if (!isConflict(error)) throw error
    const now = await askPolicies()
    if (changedBeside(changed, before, now.content).length > 0) throw error
    return changePolicies(changed, now.version)
  }
}

/** The form of the clinic's settings: what stands on the server, and what is typed over it and kept until it is saved. */
export function useClinicSettings() {
  const { seen: asked, state, reload } = useAsked<SeenPolicies>(question)
  const [saved, setSaved] = useState<SeenPolicies | null>(null)
  // What was just saved is seen at once: what is typed next is typed over that.
  const seen = saved !== null && saved.version > (asked?.version ?? 0) ? saved : asked
  const [unsaved, setUnsaved] = useState<UnsavedSettings | null>(null)
  const [continued, setContinued] = useState(false)
  const [mistake, setMistake] = useState<Mistake | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  useEffect(() => {
    const goOn = async () => {
      const kept = await unsavedSettings.read()
      if (kept === undefined) return
      setUnsaved((now) => (now === null ? kept : { ...now, typed: { ...kept.typed, ...now.typed } }))
      setContinued(true)
    }
    goOn().catch(logged)
  }, [])

  const changed = seen === null || unsaved === null ? {} : changedPolicies(unsaved.typed, seen.content)
  const touched = Object.keys(changed).length > 0

  const keep = (next: UnsavedSettings | null) => {
    setUnsaved(next)
    unsavedSettings.keep(next).catch(logged)
  }
  const startOver = () => {
    keep(null)
    setContinued(false)
    setMistake(null)
    setProblem(null)
  }
  // A save that was not answered may have arrived: what stands as it was typed is not kept to be typed again.
  const isThere = state === 'fresh' && unsaved !== null && !touched
  useEffect(() => {
    if (isThere) unsavedSettings.keep(null).catch(logged)
  }, [isThere])

  const type = (field: PolicyField, value: string) => {
    if (sending.current || seen === null) return
    const before = unsaved === null || !touched ? seen.content : unsaved.before
    const typed = { ...(touched ? unsaved?.typed : {}), [field]: value }
    const leaves = Object.keys(changedPolicies(typed, seen.content)).length > 0
    keep({ typed, before })
    if (!leaves) unsavedSettings.keep(null).catch(logged)
    setMistake(null)
  }
  const save = async () => {
    if (sending.current || seen === null || unsaved === null || !touched) return
    sending.current = true
    setBusy(true)
    setProblem(null)
    try {
      setSaved(await saveOver(unsaved, seen))
      startOver()
      showToast({ text: text.saved })
      // Dates on this tablet go by the zone that was just chosen.
      confirm().catch(logged)
    } catch (error) {
      const said = failureOf(error)
      if (typeof said === 'string') setProblem(said)
      else setMistake(said)
    } finally {
      sending.current = false
      setBusy(false)
    }
    await reload()
  }
  return {
    seen,
    state,
    reload,
    /** A field as it is typed, else as it stands. */
    valueOf: (field: PolicyField) =>
      unsaved?.typed[field] ?? (seen === null ? '' : typedPolicy(seen.content, field)),
    type,
    touched,
    /** The fields that somebody else changed meanwhile, too. */
    beside:
      seen !== null && unsaved !== null && touched
        ? changedBeside(changed, unsaved.before, seen.content)
        : [],
    continued: continued && touched,
    startOver,
    mistake,
    problem,
    busy,
    save,
  }
}
