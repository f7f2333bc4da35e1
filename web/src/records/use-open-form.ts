import { useLiveQuery } from 'dexie-react-hooks'
import { useRef, useState } from 'react'
import { formKeeper } from '../data/drafts/form-keeper.ts'
import {
  DecidedMeanwhileError,
  decidedBy,
  dropForm,
  giveUpForm,
  keepForm,
  type Decision,
  type FormName,
  type NewForm,
} from '../data/drafts/kept-forms.ts'
import { saveAndGoOn, type Saving } from './saving.ts'

export interface OpenForm<V> {
  values: V
  /** The values as of now, also between a change and its rendering; the same function as long as the form is open. */
  current: () => V
  phase: 'editing' | 'saving' | 'failed'
  /** False while what is typed cannot be kept on the tablet. */
  kept: boolean
  /** What was decided since on the change that the form repeats; null while nobody did. */
  decided: Decision | null
  /** It is being saved: nothing is typed into it, and nothing saves it again. Holds within the press itself. */
  isBusy: () => boolean
  /** Shows these values, and keeps them as said: null for what the form began with. Without that, only shows them. */
  change: (values: V, keptAs?: NewForm | null) => void
  /** Resolves when all that was typed is kept, or could not be. */
  settled: () => Promise<void>
  /** That it failed is not said any more. */
  resume: () => void
  /**
   * Saves it. Where nothing could be stored, what was typed stays and `onFailure` is called; where it is stored, nothing that
   * follows is a failure to save. A form that closes with it is not saved again by a later press.
   */
  save: <S>(saving: FormSaving<S>, onFailure?: () => void) => void
  /** Says that this tablet could not do what was asked; what was typed stays. */
  fail: (error: unknown) => void
  /** Keeps nothing of it from now on; resolves when nothing is kept, or that failed. */
  giveUp: () => Promise<void>
}

export interface FormSaving<S> extends Saving<S> {
  /** Whether the form stays open; it closes where absent. */
  staysOpen?: (stored: S) => boolean
}

interface Options<V> {
  /** How it stands when it is opened; asked once. */
  opened: () => V
  /** Under which name it is kept as of now. */
  name: () => FormName
  /** What it repeats of Needs attention. */
  refused: string | undefined
}

/** A form that is kept on this tablet as it is typed, until it is saved or given up. */
export function useOpenForm<V>({ opened, name, refused }: Options<V>): OpenForm<V> {
  const [values, setValues] = useState(opened)
  const [phase, setPhase] = useState<OpenForm<V>['phase']>('editing')
  const [kept, setKept] = useState(true)
  const decided = useLiveQuery(() => decidedBy(refused), [refused]) ?? null
  const newest = useRef(values)
  const busy = useRef(false)
  const [keeper] = useState(() =>
    formKeeper({
      write: keepForm,
      drop: () => dropForm(name()),
      onKept: (works, error) => {
        if (!works) console.error(error)
        setKept(works)
      },
    }),
  )
  const [{ current, isBusy }] = useState(() => ({
    current: () => newest.current,
    isBusy: () => busy.current,
  }))
  const goOn = (as: 'editing' | 'failed') => {
    busy.current = false
    setPhase(as)
  }
  const fail = (error: unknown) => {
    console.error(error)
    goOn('failed')
  }

  return {
    values,
    current,
    phase,
    kept,
    decided: phase === 'saving' ? null : decided,
    isBusy,
    change(next, keptAs) {
      newest.current = next
      setValues(next)
      if (keptAs !== undefined) keeper.keep(keptAs)
    },
    settled: () => keeper.settled(),
    resume: () => setPhase((now) => (now === 'failed' ? 'editing' : now)),
    save(saving, onFailure) {
      if (busy.current) return
      busy.current = true
      setPhase('saving')
      let stays = false
      const store = async () => {
        await keeper.settled()
        const stored = await saving.store()
        stays = saving.staysOpen?.(stored) ?? false
        return stored
      }
      saveAndGoOn({ ...saving, store }).then(
        // One that could not close is there to be closed.
        (wentWell) => (stays || !wentWell) && goOn('editing'),
        (error: unknown) => {
          if (error instanceof DecidedMeanwhileError) return goOn('editing')
          onFailure?.()
          fail(error)
        },
      )
    },
    fail,
    giveUp: () => giveUpForm(name(), keeper.stop()).catch((error: unknown) => console.error(error)),
  }
}
