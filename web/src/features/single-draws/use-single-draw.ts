import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef, useState } from 'react'
import { sameJson } from 'sync-protocol/records/json'
import { savingDraw } from 'sync-protocol/rules/balance-intents'
import type { FormProblem } from 'sync-protocol/rules/balance-forms'
import { localDay } from 'sync-protocol/rules/local-day'
import { checkSingleDraw, singleDrawOf, type SingleDrawForm } from 'sync-protocol/rules/single-draw-form'
import { tellOfFailure } from '../../data/outbox/failure-log.ts'
import { formKeeper } from '../../data/drafts/form-keeper.ts'
import { heardOf } from '../../data/attention/heard-answer.ts'
import { newId } from '../../data/database/ids.ts'
import {
  DecidedMeanwhileError,
  dropForm,
  decidedBy,
  keepForm,
  saveForm,
} from '../../data/drafts/kept-forms.ts'
import { setLeaveGuard } from '../../data/drafts/leave-guard.ts'
import { getRecord } from '../../data/view/records.ts'
import { currentClinic, currentUser } from '../../data/database/signed-in.ts'
import { now } from '../../data/database/time.ts'
import { asKept, asParked, patientSpecies, type DrawOpening, type DrawValues } from './draw-opening.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { singleDrawsText as text } from './single-draws-text.ts'

export interface SingleDraw {
  values: DrawValues
  /** Changes some fields; the message goes. */
  set: (part: Partial<SingleDrawForm>) => void
  fault: FormProblem<keyof SingleDrawForm> | null
  phase: 'editing' | 'saving' | 'failed'
  /** What stands in the form is saved as it stands. */
  saved: boolean
  /** The record that was made last. */
  savedId: string | null
  /** False while what is typed cannot be kept on the tablet. */
  kept: boolean
  /** Who decided on the refused change that the form repeats since, '' where that is not known; null while nobody did. */
  decided: string | null
  asked: 'again' | 'leave' | null
  /** Checks, asks before a second record is made, and saves. */
  save: () => void
  saveAgain: () => void
  close: () => void
  leave: () => void
  stay: () => void
}

/**
 * The record that the next save makes: each save has a fresh one, and one that failed is tried again under its own, so that it
 * makes no second record.
 */
function nextRecord({ _id, kept }: DrawOpening) {
  let name: { _id: string; refused?: string } = {
    _id,
    ...(kept?.refused !== undefined && { refused: kept.refused }),
  }
  return {
    name: () => name,
    renew: () => {
      name = { _id: newId() }
    },
    /** Another record, which still settles the refused change that the form repeats. */
    another: () => {
      name = { ...name, _id: newId() }
    },
  }
}

/** Nobody is told about themselves by their name. */
export const authorButMe = ({ author_name }: { author_name: string }): string | null =>
  author_name === currentUser().name ? null : author_name

/** What the server made of a completed draw. */
async function tellCompleted(mutationId: string, author: string | null): Promise<void> {
  const heard = await heardOf(currentClinic(), mutationId)
  if (heard === 'stands') showToast({ text: text.completed(author) })
  else if (heard === 'unsent') showToast({ text: text.completedHere })
  else showToast({ text: text.notCompleted(heard.refused), kind: 'harm' })
}

/** The state of one open form: what is typed, what is wrong, saving once and again, and keeping what is not saved. */
export function useSingleDraw(opening: DrawOpening, timeZone: string, onClose: () => void): SingleDraw {
  const [values, setValues] = useState(opening.values)
  const [savedValues, setSavedValues] = useState<DrawValues | null>(null)
  const [savedId, setSavedId] = useState<string | null>(null)
  const [fault, setFault] = useState<SingleDraw['fault']>(null)
  const [phase, setPhase] = useState<SingleDraw['phase']>('editing')
  const [keeps, setKeeps] = useState(true)
  const [asked, setAsked] = useState<SingleDraw['asked']>(null)
  const [next] = useState(() => nextRecord(opening))
  const repeated = savedId === null ? opening.kept?.refused : undefined
  const decidedNow = useLiveQuery(() => decidedBy(repeated), [repeated]) ?? null
  const decided = phase === 'saving' ? null : decidedNow
  // All of these hold within the press itself: a second press may come before the next rendering.
  const newest = useRef(opening.values)
  const busy = useRef(false)
  const askedAgain = useRef(false)

  const dropKept = () => dropForm({ collection: 'draws', ...next.name() })
  const [keeper] = useState(() =>
    formKeeper({
      write: keepForm,
      drop: dropKept,
      onKept: (works, error) => {
        if (!works) console.error(error)
        setKeeps(works)
      },
    }),
  )

  const saved = savedValues !== null && sameJson(values, savedValues)

  const leave = () => {
    setAsked(null)
    onClose()
    keeper
      .stop()
      .then(dropKept)
      .catch((error: unknown) => console.error(error))
  }
  const leaving = useRef(leave)
  useEffect(() => {
    leaving.current = leave
  })
  useEffect(() => {
    setLeaveGuard(saved ? null : { message: text.leave, onLeave: () => leaving.current() })
    return () => setLeaveGuard(null)
  }, [saved])

  const take = (typed: DrawValues) => {
    newest.current = typed
    setValues(typed)
  }

  const set = (part: Partial<SingleDrawForm>) => {
    if (busy.current) return
    const typed = { ...newest.current, ...part }
    take(typed)
    setFault(null)
    // A form that goes on with what was typed before stays kept until it is saved or given up.
    const before = savedValues ?? (opening.kept === undefined ? opening.values : null)
    const changed = before === null || !sameJson(typed, before)
    keeper.keep(changed ? asKept(opening, next.name(), typed) : null)
  }

  /** The same form may be open in another window, or come back after its record was made: what is made now is a second one. */
  const isMadeAlready = async () => {
    const made = next.name()
    if ((await getRecord('draws', made._id)) === undefined) return false
    next.another()
    const typed = { ...newest.current, saved: true }
    take(typed)
    keeper.keep(asKept(opening, next.name(), typed))
    await keeper.settled()
    await dropForm({ collection: 'draws', ...made })
    return true
  }

  const saveNow = async () => {
    if (busy.current) return
    busy.current = true
    setAsked(null)
    setPhase('saving')
    try {
      await keeper.settled()
      if (await isMadeAlready()) {
        busy.current = false
        askedAgain.current = true
        setPhase('editing')
        setAsked('again')
        return
      }
      const today = localDay(new Date(now()).toISOString(), timeZone)
      const day = next.name().refused === undefined ? today : (opening.day ?? today)
      const species = next.name().refused === undefined ? opening.species : patientSpecies(opening)
      const draw = singleDrawOf(newest.current, opening.substance, species, day)
      const completes = next.name().refused === undefined ? undefined : opening.kept?.completes
      const content = completes ? asParked(draw, opening) : draw
      const form = { collection: 'draws', ...next.name(), ...(completes && { completes }) } as const
      const made = await saveForm(form, savingDraw(content, next.name()._id), decided !== null)
      if (completes) {
        if (made !== undefined) void tellCompleted(made, authorButMe(completes))
        // The way back may be taken before this form is gone from the screen.
        setLeaveGuard(null)
        onClose()
        return
      }
    } catch (error) {
      if (error instanceof DecidedMeanwhileError) {
        setPhase('editing')
        busy.current = false
        return
      }
      console.error("Couldn't create single draw", error)
      tellOfFailure('draw.create_failed', newest.current.patient_name)
      setPhase('failed')
      busy.current = false
      return
    }
    setSavedId(next.name()._id)
    next.renew()
    const stands = { ...newest.current, saved: true }
    take(stands)
    setSavedValues(stands)
    setPhase('editing')
    busy.current = false
  }

  return {
    values,
    set,
    fault,
    phase,
    saved,
    savedId,
    kept: keeps,
    decided,
    asked,
    save: () => {
      if (busy.current) return
      const found = checkSingleDraw(newest.current)
      setFault(found)
      if (found !== null) return
      askedAgain.current = newest.current.saved
      if (newest.current.saved) setAsked('again')
      else void saveNow()
    },
    saveAgain: () => {
      if (!askedAgain.current) return
      askedAgain.current = false
      void saveNow()
    },
    close: () => {
      if (busy.current) return
      if (saved) onClose()
      else setAsked('leave')
    },
    leave,
    stay: () => setAsked(null),
  }
}
