import { unitOf } from '../records/amount-unit.ts'
import type { AnesthesiaProtocolContent } from '../records/anesthesia-protocol.ts'
import type { EmergencyProtocolContent } from '../records/emergency-protocol.ts'
import type { SheetContent } from '../records/sheet.ts'
import { drugVolume, type Weight } from './dose.ts'
import { numberText } from './number-input.ts'

interface Given {
  name: string
  concentration: number
  route: string
  controlled?: boolean | undefined
}

const isAlike = (kept: Given, now: Given) =>
  kept.name === now.name &&
  kept.concentration === now.concentration &&
  kept.route === now.route &&
  unitOf(kept) === unitOf(now)

const eachIs = <A, B>(a: readonly A[], b: readonly B[], is: (one: A, other: B) => boolean) =>
  a.length === b.length && a.every((one, at) => b[at] !== undefined && is(one, b[at]))

const weightOf = ({ weight, weight_units: units }: SheetContent): Weight => ({
  weight: numberText(weight),
  units,
})

/** Whether the protocol gives what it gave on this sheet: the same drugs in their order and doses, and the same fluids. */
export function isAnesthesiaOf(
  sheet: SheetContent,
  { sections, fluids }: AnesthesiaProtocolContent,
): boolean {
  const kept = sheet.anesthesia_protocol
  const weight = weightOf(sheet)
  return (
    eachIs(
      kept.sections.flatMap(({ drugs }) => drugs),
      sections.flatMap(({ drugs }) => drugs),
      (before, now) =>
        isAlike(before, now) &&
        (before.controlled === true) === now.controlled &&
        (before.dosage === undefined
          ? before.volume === drugVolume({ ...weight, ...now })?.value
          : before.dosage === now.dosage),
    ) &&
    eachIs(
      kept.fluids,
      fluids ?? [],
      (before, now) => before.name === now.name && (before.rate ?? now.rate) === now.rate,
    )
  )
}

/** The same of an emergency protocol. Its dosages are not on a sheet: they are compared by the volumes of that patient's weight. */
export function isEmergencyOf(sheet: SheetContent, { drugs }: EmergencyProtocolContent): boolean {
  const weight = weightOf(sheet)
  const volume = (concentration: number, dosage: number) =>
    drugVolume({ ...weight, concentration, dosage })?.value
  return eachIs(
    sheet.emergency_protocol?.drugs ?? [],
    drugs,
    (before, now) =>
      isAlike(before, now) &&
      before.volume_low === volume(now.concentration, now.dosage_from) &&
      before.volume_high === volume(now.concentration, now.dosage_to),
  )
}
