import { useEffect, useRef, useState } from 'react'
import { clinicSettings } from '../../data/people/clinic-settings.ts'
import { failureOfAsking, isOutOfReach, onReasonToAsk } from '../../data/people/out-of-reach.ts'
import { ServerError } from '../../data/people/server-call.ts'
import { confirm } from '../../data/people/session.ts'
import { seenPolicies, type SeenPolicies } from '../../data/people/seen-policies.ts'
import { unsavedSettings } from '../../data/people/unsaved-typed.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { useAsked } from '../../ui/use-asked.ts'
import { clinicSettingsText as text } from './clinic-settings-text.ts'
import { askPolicies, changePolicies } from './policies-calls.ts'
import {
  changedBeside,
  changedPolicies,
  POLICY_FIELDS,
  type PolicyField,
  type TypedPolicies,
} from './typed-policies.ts'

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

/** What a refused save says: at a field where there is one, else as a sentence; null where the settings had changed. */
function failureOf(error: unknown): Mistake | string | null {
  console.error(text.logged, error)
  if (isOutOfReach(error)) return text.unanswered
  if (!(error instanceof ServerError) || error.code === 'unknown' || error.code === 'internal')
    return text.unexpected
  if (error.code === 'conflict') return null
  const field = POLICY_FIELDS.find((one) => one === error.field)
  return field === undefined ? error.message : { field, message: error.message }
}

/** The form of the clinic's settings: what stands on the server, and what is typed over it and kept until it is saved. */
export function useClinicSettings() {
  const { seen, state, reload } = useAsked<SeenPolicies>(question)
  const [typed, setTyped] = useState<TypedPolicies>({})
  const [continued, setContinued] = useState(false)
  const [mistake, setMistake] = useState<Mistake | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  /** What was seen when the typing began. */
  const [before, setBefore] = useState<SeenPolicies | null>(null)

  useEffect(() => {
    const goOn = async () => {
      const kept = await unsavedSettings.read()
      if (kept === undefined) return
      setTyped((now) => ({ ...kept, ...now }))
      setContinued(true)
    }
    goOn().catch(logged)
  }, [])

  const changed = seen === null ? {} : changedPolicies(typed, seen.content)
  const touched = Object.keys(changed).length > 0
  const beside =
    seen !== null && before !== null && touched ? changedBeside(changed, before.content, seen.content) : []

  const keep = (next: TypedPolicies) => {
    setTyped(next)
    const left = changedPolicies(next, seen?.content ?? {})
    unsavedSettings.keep(Object.keys(left).length === 0 ? null : left).catch(logged)
  }
  const type = (field: PolicyField, value: string) => {
    if (Object.keys(typed).length === 0) setBefore(seen)
    keep({ ...typed, [field]: value })
    setMistake(null)
  }
  const startOver = () => {
    keep({})
    setContinued(false)
    setMistake(null)
    setProblem(null)
  }
  const save = async () => {
    if (sending.current || seen === null || !touched) return
    sending.current = true
    setBusy(true)
    setProblem(null)
    try {
      await changePolicies(changed, seen.version)
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
    valueOf: (field: PolicyField) => typed[field] ?? seen?.content[field] ?? '',
    type,
    touched,
    /** The fields that somebody else changed meanwhile, too. */
    beside,
    continued: continued && touched,
    startOver,
    mistake,
    problem,
    busy,
    save,
  }
}
