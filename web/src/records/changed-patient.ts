import { useEffect, useState } from 'react'
import { sameJson } from 'sync-protocol/records/json'
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

const red = (words: string): UnusualWeight => ({ level: 'red', words, short: words })

/**
 * What another tablet made of the patient while somebody reads doses here; null while they are as they were. A corrected weight is
 * followed, so that nobody draws by the old one; that it was, and whose the doses were, is said. `weighed`: for whom the weight was
 * entered, where the name came without one.
 */
export function changeOf(first: Patient, now: Patient, weighed: Patient = now): UnusualWeight | null {
  const before = weightOf(first)
  const other = /* @rule changed-patient */ isOther(first, now)
  if (!other && before === weightOf(now)) return null
  if (/* @rule whose-weight */ isOther(weighed, now))
    return red(text.weightOfOther(whoWas(weighed, now), weightOf(weighed)))
  return red(other ? text.wasOther(whoWas(first, now), before) : text.wasOfWeight(before))
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
  /** With whom the weight came that stands here. */
  weighed: Patient | null
  /** The sheet said nothing in between: what it says next was entered anew. */
  isAnew: boolean
  /** Who stood here first had no name yet, and it is typed since. */
  isNaming?: boolean
}
export const NOBODY: Seen = { first: null, weighed: null, isAnew: false }

interface Here {
  seen: Seen
  patient: Patient | null
  change: UnusualWeight | null
}

/**
 * Whose doses are shown, and what another tablet made of the patient since they were chosen. While their sheet says nothing, the
 * doses stay, as those of whom they are: nobody is left without them in an emergency.
 */
export function hereOf(seen: Seen, now: Followed): Here {
  if (now === null) return { seen, patient: null, change: null }
  if (now === 'changing' || now === 'ended') {
    const patient = /* @rule doses-stay */ seen.weighed && withoutOthers(seen.weighed)
    if (patient === null) return { seen, patient, change: null }
    const isAnew = seen.isAnew || now === 'changing'
    return {
      seen: { ...seen, isAnew },
      patient,
      change: now === 'changing' ? stillOf(patient) : endedOf(seen.first ?? patient, patient),
    }
  }
  const isNaming = seen.first === null ? nameOfPatient(now) === '' : seen.isNaming === true
  const first =
    seen.first === null || /* @rule named-since */ (isNaming && isNamedOn(seen.first, now)) ? now : seen.first
  const { weighed: before } = seen
  const isAsFirst = !isOther(first, now) && weightOf(first) === weightOf(now)
  const isOld = before !== null && !seen.isAnew && isOther(before, now) && weightOf(before) === weightOf(now)
  const weighed = isOld && !isAsFirst ? before : now
  const isOver = now.sheet?.put_away === true
  const change = isOver ? endedOf(first, now) : changeOf(first, now, weighed)
  return {
    seen: { first, weighed, isAnew: false, isNaming: isNaming && !isOther(first, now) },
    patient: now,
    change,
  }
}

/** The name or the ID is typed on, or mended at its end, and nothing else was changed. */
const isNamedOn = (first: Patient, now: Patient): boolean =>
  first.species === now.species &&
  weightOf(first) === weightOf(now) &&
  isTypedOn(nameOfPatient(first), nameOfPatient(now)) &&
  isTypedOn(idOf(first), idOf(now))

/** Letters that a slip leaves wrong at the end. */
const SLIP = 2

function isTypedOn(was: string, is: string): boolean {
  const kept = Math.max(was.length - SLIP, Math.min(was.length, SLIP))
  return is.startsWith(was.slice(0, kept))
}

/** What was entered beside it says nothing once the sheet says something else. */
function withoutOthers(patient: Patient): Patient {
  const { set_aside, saved_with, ...sheet } = patient.sheet ?? {}
  return set_aside === undefined && saved_with === undefined
    ? patient
    : { ...patient, sheet: sheet as Patient['sheet'] }
}

/** The screen that shows the doses of the sheet at hand, and to whom. */
interface Shown {
  screen: 'emergency' | 'calculator'
  userId: string
  /** Null where there is no sheet, and before its first write. */
  sheetId: string | null
}

/** Who stood here, and on which sheet. */
interface Kept {
  seen: Seen
  sheetId: string | null
}
const NOTHING: Kept = { seen: NOBODY, sheetId: null }

/** The page was loaded again on the screen that is shown: of another visit it does not know what was done in between. */
function loadedAgain(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return (
    load instanceof PerformanceNavigationTiming &&
    load.type !== 'navigate' &&
    new URL(load.name).pathname === location.pathname
  )
}

/** Of a version whose shape is another one nothing is read. */
const KEPT = (screen: Shown['screen']) => `${screen}/2/seen`

interface PatientHere extends Omit<Here, 'seen'> {
  /** Before somebody else is chosen. */
  forget(): void
}

/**
 * The same, live. Who stood here is known after a reload too, but for one who was chosen (`shown` null), who is asked for anew then.
 * `follow`: what the sheet of a patient was saved with, once it is open no more.
 */
export function usePatientHere(
  now: Followed,
  shown: Shown | null,
  follow: (patient: Patient) => Followed,
): PatientHere {
  const [before, setBefore] = useState<Kept | null>(() =>
    shown && loadedAgain() ? (readTyped(shown.userId, KEPT(shown.screen)) as Kept | null) : null,
  )
  const [here, keep] = useState(NOTHING)
  const sheetId = shown?.sheetId ?? here.sheetId
  // Of another sheet, which stood here before the reload, it says nothing.
  const kept =
    before !== null && (sheetId === null || sheetId === before.sheetId) && now !== null ? before : here
  if (before !== null && now !== null) setBefore(null)
  const { weighed } = kept.seen
  const over = kept.sheetId !== null && weighed !== null ? { ...weighed, sheetId: kept.sheetId } : null
  const { seen, patient, change } = hereOf(kept.seen, now === 'ended' && over !== null ? follow(over) : now)
  const next = { seen, sheetId: shown === null ? null : (shown.sheetId ?? kept.sheetId) }
  if (!sameSeen(next, here)) keep(next)
  useKept(next, shown)
  return { patient, change, forget: () => keep(NOTHING) }
}

/** A patient as their sheet was saved is made anew with each look. */
const same = (one: Patient | null, other: Patient | null): boolean => one === other || sameJson(one, other)

const sameSeen = (one: Kept, other: Kept): boolean =>
  one.sheetId === other.sheetId &&
  one.seen.isAnew === other.seen.isAnew &&
  one.seen.isNaming === other.seen.isNaming &&
  same(one.seen.first, other.seen.first) &&
  same(one.seen.weighed, other.seen.weighed)

function useKept({ seen, sheetId }: Kept, shown: Shown | null): void {
  const { screen, userId } = shown ?? {}
  const { first, weighed, isAnew, isNaming } = seen
  useEffect(() => {
    if (screen !== undefined && userId !== undefined && first !== null)
      keepTyped(userId, KEPT(screen), {
        seen: { first, weighed, isAnew, isNaming: isNaming === true },
        sheetId,
      } satisfies Kept)
  }, [first, weighed, isAnew, isNaming, sheetId, screen, userId])
  useEffect(
    // Who leaves the screen begins anew.
    () =>
      screen === undefined || userId === undefined ? undefined : () => forgetTyped(userId, KEPT(screen)),
    [screen, userId],
  )
}

const calledOf = (patient: Patient): string => nameOfPatient(patient) || text.speciesNames[patient.species]

const stillOf = (patient: Patient) => red(text.stillOf(calledOf(patient), weightOf(patient)))

/** What was changed before stays said. */
function endedOf(first: Patient, patient: Patient): UnusualWeight {
  const change = changeOf(first, patient)
  const ended = text.endedOf(calledOf(patient), weightOf(patient))
  return red(change === null ? ended : `${change.words} ${ended}`)
}

/** Both, the change first. */
export const changeAnd = (change: UnusualWeight | null, unusual: UnusualWeight | null) =>
  change === null || unusual === null
    ? (change ?? unusual)
    : { ...change, words: `${change.words} ${unusual.words}` }
