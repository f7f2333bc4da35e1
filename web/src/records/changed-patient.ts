import { useState } from 'react'
import { saidWeight } from 'sync-protocol/rules/dose'
import { nameOfPatient, type Patient } from './patient.ts'
import { patientText as text } from './patient-text.ts'
import type { UnusualWeight } from './unusual-weight.ts'

const weightOf = ({ weight, units, estimated }: Patient): string =>
  saidWeight(weight, units, estimated)?.[0] ?? ''

/**
 * What another tablet made of the patient while somebody reads doses here; null while they are as they were. A corrected weight is
 * followed, so that nobody draws by the old one; that it was, and whose the doses were, is said.
 */
export function changeOf(first: Patient, now: Patient): UnusualWeight | null {
  const [was, is] = [nameOfPatient(first), nameOfPatient(now)]
  // A name that was still missing says of nobody else.
  const isOther = /* @rule changed-patient */ was !== '' && was.toLowerCase() !== is.toLowerCase()
  const before = weightOf(first)
  if (!isOther && before === weightOf(now)) return null
  const words = isOther ? text.wasOther(was, before) : text.wasOfWeight(before)
  return { level: 'red', words, short: words }
}

/** The same, of the patient who stood here first. */
export function useChangedPatient(now: Patient, unusual: UnusualWeight | null): UnusualWeight | null {
  const [first] = useState(now)
  const change = changeOf(first, now)
  if (change === null || unusual === null) return change ?? unusual
  return { ...change, words: `${change.words} ${unusual.words}` }
}
