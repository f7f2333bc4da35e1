import { useEffect, useRef, useState } from 'react'
import { sameJson } from 'sync-protocol/records/json'
import { savingDraw } from 'sync-protocol/rules/balance-intents'
import type { FormProblem } from 'sync-protocol/rules/balance-forms'
import { localDay } from 'sync-protocol/rules/local-day'
import { checkSingleDraw, singleDrawOf, type SingleDrawForm } from 'sync-protocol/rules/single-draw-form'
import { tellOfFailure } from '../../data/outbox/failure-log.ts'
import { heardOf } from '../../data/attention/heard-answer.ts'
import { newId } from '../../data/database/ids.ts'
import { dropForm, saveForm } from '../../data/drafts/kept-forms.ts'
import { setLeaveGuard } from '../../data/drafts/leave-guard.ts'
import { getRecord } from '../../data/view/records.ts'
import { currentClinic, currentUser } from '../../data/database/signed-in.ts'
import { now } from '../../data/database/time.ts'
import { useOpenForm, type OpenForm } from '../../records/use-open-form.ts'
import { asKept, asParked, patientSpecies, type DrawOpening, type DrawValues } from './draw-opening.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { singleDrawsText as text } from './single-draws-text.ts'

export interface SingleDraw {
  form: OpenForm<DrawValues>
  /** Changes some fields; the message goes. */
  set: (part: Partial<SingleDrawForm>) => void
  fault: FormProblem<keyof SingleDrawForm> | null
  /** What stands in the form is saved as it stands. */
  saved: boolean
  /** The record that was made last. */
  savedId: string | null
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

/** One open draw: what is wrong with it, saving once and again, and the question before it is left. */
export function useSingleDraw(opening: DrawOpening, timeZone: string, onClose: () => void): SingleDraw {
  const [savedValues, setSavedValues] = useState<DrawValues | null>(null)
  const [savedId, setSavedId] = useState<string | null>(null)
  const [fault, setFault] = useState<SingleDraw['fault']>(null)
  const [asked, setAsked] = useState<SingleDraw['asked']>(null)
  const [next] = useState(() => nextRecord(opening))
  const nameNow = () => ({ collection: 'draws', ...next.name() }) as const
  const form = useOpenForm({
    opened: () => opening.values,
    name: nameNow,
    refused: savedId === null ? opening.kept?.refused : undefined,
  })
  // Holds within the press itself: a second one may come before the next rendering.
  const askedAgain = useRef(false)
  const saved = savedValues !== null && sameJson(form.values, savedValues)

  const leave = () => {
    setAsked(null)
    onClose()
    void form.giveUp()
  }
  const leaving = useRef(leave)
  useEffect(() => {
    leaving.current = leave
  })
  useEffect(() => {
    setLeaveGuard(saved ? null : { message: text.leave, onLeave: () => leaving.current() })
    return () => setLeaveGuard(null)
  }, [saved])

  const set = (part: Partial<SingleDrawForm>) => {
    if (form.isBusy()) return
    const typed = { ...form.current(), ...part }
    setFault(null)
    // A form that goes on with what was typed before stays kept until it is saved or given up.
    const before = savedValues ?? (opening.kept === undefined ? opening.values : null)
    const changed = before === null || !sameJson(typed, before)
    form.change(typed, changed ? asKept(opening, next.name(), typed) : null)
  }

  /** The same form may be open in another window, or come back after its record was made: what is made now is a second one. */
  const isMadeAlready = async () => {
    const made = nameNow()
    if ((await getRecord('draws', made._id)) === undefined) return false
    next.another()
    const typed = { ...form.current(), saved: true }
    form.change(typed, asKept(opening, next.name(), typed))
    await form.settled()
    await dropForm(made)
    return true
  }

  /** The mutation that saved it, where there was anything to save; null where nothing is saved before that is asked about. */
  type Stored = { made: string | undefined } | null
  const store = async (): Promise<Stored> => {
    if (await isMadeAlready()) return null
    const { _id, refused } = next.name()
    const today = localDay(new Date(now()).toISOString(), timeZone)
    const day = refused === undefined ? today : (opening.day ?? today)
    const species = refused === undefined ? opening.species : patientSpecies(opening)
    const draw = singleDrawOf(form.current(), opening.substance, species, day)
    const completes = refused === undefined ? undefined : opening.kept?.completes
    const content = completes ? asParked(draw, opening) : draw
    const kept = { ...nameNow(), ...(completes && { completes }) }
    return { made: await saveForm(kept, savingDraw(content, _id), form.decided !== null) }
  }
  const askAgain = () => {
    askedAgain.current = true
    setAsked('again')
  }
  /** The next save makes another record. */
  const goOn = () => {
    setSavedId(next.name()._id)
    next.renew()
    const stands = { ...form.current(), saved: true }
    form.change(stands)
    setSavedValues(stands)
  }
  const startSaving = () => {
    setAsked(null)
    const completed = (stored: Stored) =>
      stored === null || next.name().refused === undefined ? undefined : opening.kept?.completes
    form.save(
      {
        store,
        staysOpen: (stored) => completed(stored) === undefined,
        afterwards: (stored) => {
          if (stored === null) return [askAgain]
          const completes = completed(stored)
          if (completes === undefined) return [goOn]
          const { made } = stored
          return [
            () => made !== undefined && void tellCompleted(made, authorButMe(completes)),
            // The way back may be taken before this form is gone from the screen.
            () => setLeaveGuard(null),
            onClose,
          ]
        },
      },
      () => tellOfFailure('draw.create_failed', form.current().patient_name),
    )
  }

  return {
    form,
    set,
    fault,
    saved,
    savedId,
    asked,
    save: () => {
      if (form.isBusy()) return
      const found = checkSingleDraw(form.current())
      setFault(found)
      if (found !== null) return
      askedAgain.current = form.current().saved
      if (askedAgain.current) setAsked('again')
      else startSaving()
    },
    saveAgain: () => {
      if (!askedAgain.current) return
      askedAgain.current = false
      startSaving()
    },
    close: () => {
      if (form.isBusy()) return
      if (saved) onClose()
      else setAsked('leave')
    },
    leave,
    stay: () => setAsked(null),
  }
}
