import type { SheetDraft } from 'sync-protocol/records/draft'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { weightInKg } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import { nearestNumber } from 'sync-protocol/rules/rounding'

const told = (text: string | undefined): string => text?.trim().toLowerCase() ?? ''

/** How many letters are typed, left out or changed between two names. */
function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** A slip of the fingers, or a family name that was added. Of short names, such as Luna and Lola, two letters make another. */
function isAlike(one: string, other: string): boolean {
  if (one.startsWith(other) || other.startsWith(one)) return true
  return lettersApart(one, other) <= Math.max(1, Math.floor(Math.max(one.length, other.length) / 3))
}

/** What tells whose a sheet is. */
export interface WhoseSheet extends Pick<SheetDraft, 'name' | 'patient_id' | 'weight' | 'weight_units'> {
  species: number
}

const kgOf = (weight: string, units: SheetDraft['weight_units']): number | null => {
  const kg = units === '-' ? null : weightInKg({ weight, units })
  return kg === null ? null : nearestNumber(kg)
}

/** No slip of the fingers, and no animal's next weighing. */
const APART = 1.25

/** By more than a quarter; false while one of them is not known. */
function isQuiteAnotherWeight(before: SheetContent, now: WhoseSheet): boolean {
  const was = kgOf(numberText(before.weight), before.weight_units)
  const is = kgOf(now.weight, now.weight_units)
  return was !== null && is !== null && Math.max(was, is) > APART * Math.min(was, is)
}

/**
 * Whether a sheet that was saved may be another patient's by now: it has another species, ID or name, or a name that is nearly the
 * same with quite another weight. Of a sheet without a name nobody knows yet.
 */
export function mayBeNextPatient(before: SheetContent, now: WhoseSheet): boolean {
  const [id, wasId] = [told(now.patient_id), told(before.patient_id)]
  const [name, wasName] = [told(now.name), told(before.name)]
  if (now.species !== before.species || (id !== '' && wasId !== '' && id !== wasId)) return true
  if (name === '' || name === wasName) return false
  return !isAlike(name, wasName) || /* @rule near-name */ isQuiteAnotherWeight(before, now)
}

/** Whose the sheet is as it stands, to know of whom somebody said that it is the same patient. */
export const whoseIs = ({ species, name, patient_id }: WhoseSheet): string =>
  JSON.stringify([species, told(name), told(patient_id)])
