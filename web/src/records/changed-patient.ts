import { useState } from 'react'
import { saidWeight } from 'sync-protocol/rules/dose'
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

/** The same, of the patient who stood here first. */
export function useChangedPatient(now: Patient, unusual: UnusualWeight | null): UnusualWeight | null {
  const [first] = useState(now)
  const change = changeOf(first, now)
  if (change === null || unusual === null) return change ?? unusual
  return { ...change, words: `${change.words} ${unusual.words}` }
}
