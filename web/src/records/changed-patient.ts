import { useEffect, useState } from 'react'
import { saidWeight } from 'sync-protocol/rules/dose'
import { forgetTyped, keepTyped, readTyped } from '../data/drafts/typed-in-tab.ts'
import { nameOfPatient, type Patient } from './patient.ts'
import { patientText as text } from './patient-text.ts'
import type { UnusualWeight } from './unusual-weight.ts'

const weightOf = ({ weight, units, estimated }: Patient): string =>
  saidWeight(weight, units, estimated)?.[0] ?? ''

const idOf = ({ sheet }: Patient): string => sheet?.patient_id.trim() ?? ''

/** What was still missing says of nobody else. */
const differ = (was: string, is: string) => was !== '' && was.toLowerCase() !== is.toLowerCase()

const isOther = (first: Patient, now: Patient): boolean =>
  first.species !== now.species ||
  differ(nameOfPatient(first), nameOfPatient(now)) ||
  (idOf(now) !== '' && differ(idOf(first), idOf(now)))

/** Who stood here first, by what tells them from who stands here now. */
function whoWas(first: Patient, now: Patient): string {
  const name = nameOfPatient(first)
  const id = differ(name, nameOfPatient(now)) ? '' : idOf(first)
  const isKnown = first.species === now.species && (name !== '' || id !== '')
  return [name, id, isKnown ? '' : text.speciesNames[first.species]].filter(Boolean).join(', ')
}

/**
 * What another tablet made of the patient while somebody reads doses here; null while they are as they were. A corrected weight is
 * followed, so that nobody draws by the old one; that it was, and whose the doses were, is said.
 */
export function changeOf(first: Patient, now: Patient): UnusualWeight | null {
  const before = weightOf(first)
  const other = /* @rule changed-patient */ isOther(first, now)
  if (!other && before === weightOf(now)) return null
  const words = other ? text.wasOther(whoWas(first, now), before) : text.wasOfWeight(before)
  return { level: 'red', words, short: words }
}

/** A patient whose doses are read, as their sheet says by now. */
export type Followed =
  | Patient
  /** The sheet lacks what doses need, as while somebody types another weight. */
  | 'changing'
  /** The sheet is open no longer, and what it was saved with is not known here. */
  | 'ended'
  /** Nobody was chosen yet. */
  | null

/** Who stood here since somebody was chosen. */
export interface Seen {
  first: Patient | null
  last: Patient | null
}
export const NOBODY: Seen = { first: null, last: null }

interface Here {
  seen: Seen
  patient: Patient | null
  change: UnusualWeight | null
}

/**
 * Whose doses are shown, and what another tablet made of the patient since they were chosen. While their sheet says nothing, the
 * doses stay: nobody is left without them in an emergency.
 */
export function hereOf(seen: Seen, now: Followed): Here {
  if (now === null) return { seen, patient: null, change: null }
  const isSaid = now !== 'changing' && now !== 'ended'
  const patient = isSaid ? now : /* @rule doses-stay */ seen.last
  if (patient === null) return { seen, patient, change: null }
  const first = seen.first ?? patient
  const change = now === 'changing' ? stillOf(patient) : changeOf(first, patient)
  return { seen: { first, last: patient }, patient, change }
}

/** The screen that shows the doses of the sheet at hand, and to whom. */
interface Shown {
  screen: 'emergency' | 'calculator'
  userId: string
}

/** The page was loaded, or loaded again, on the screen that is shown: of another one it does not know who stood here. */
function loadedHere(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return load !== undefined && new URL(load.name).pathname === location.pathname
}

/** Of a version whose shape is another one nothing is read. */
const FIRST = (screen: Shown['screen']) => `${screen}/1/first`

/**
 * The same, live; `forget` before somebody else is chosen. Who stood here first is known after a reload too, but for one who was
 * chosen (`shown` null), who is asked for anew then.
 */
export function usePatientHere(now: Followed, shown: Shown | null): Omit<Here, 'seen'> & { forget(): void } {
  const [kept, keep] = useState<Seen>(() => ({
    first: shown && loadedHere() ? (readTyped(shown.userId, FIRST(shown.screen)) as Patient | null) : null,
    last: null,
  }))
  const { seen, patient, change } = hereOf(kept, now)
  if (seen.first !== kept.first || seen.last !== kept.last) keep(seen)
  useKeptFirst(seen.first, shown)
  return { patient, change, forget: () => keep(NOBODY) }
}

function useKeptFirst(first: Patient | null, shown: Shown | null): void {
  const { screen, userId } = shown ?? {}
  useEffect(() => {
    if (screen === undefined || userId === undefined) return undefined
    if (first !== null) keepTyped(userId, FIRST(screen), first)
    // Who leaves the screen begins anew.
    return () => forgetTyped(userId, FIRST(screen))
  }, [first, screen, userId])
}

function stillOf(patient: Patient): UnusualWeight {
  const words = text.stillOf(nameOfPatient(patient) || text.speciesNames[patient.species], weightOf(patient))
  return { level: 'red', words, short: words }
}

/** Both, the change first. */
export const changeAnd = (change: UnusualWeight | null, unusual: UnusualWeight | null) =>
  change === null || unusual === null
    ? (change ?? unusual)
    : { ...change, words: `${change.words} ${unusual.words}` }
