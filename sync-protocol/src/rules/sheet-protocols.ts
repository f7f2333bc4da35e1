import { keptUnit } from '../records/amount-unit.ts'
import type { AnesthesiaProtocolContent } from '../records/anesthesia-protocol.ts'
import { keptJudgedBy } from '../records/drug.ts'
import type { EmergencyProtocolContent } from '../records/emergency-protocol.ts'
import type { SheetContent, SheetDrug, SheetEmergencyDrug, SheetFluid } from '../records/sheet.ts'
import { drugVolume, fluidVolume, type Volume, type Weight } from './dose.ts'

function computed(volume: Volume | null, of: string): Volume {
  if (volume === null) throw new RangeError(`there is no volume for ${of}`)
  return volume
}

const stored = ({ value, exact, flag }: Volume) =>
  flag === 'none' ? { volume: value } : { volume: value, volume_exact: exact }

function sheetDrug(
  drug: AnesthesiaProtocolContent['sections'][number]['drugs'][number],
  weight: Weight,
): SheetDrug {
  const { name, concentration, dosage, route, form, controlled, schedule } = drug
  return {
    name,
    concentration,
    dosage,
    ...keptUnit(drug),
    ...keptJudgedBy(drug),
    ...stored(computed(drugVolume({ ...weight, dosage, concentration }), name)),
    route,
    form,
    controlled,
    ...(schedule === undefined ? {} : { schedule }),
  }
}

const sheetFluid = ({ name, rate }: { name: string; rate: number }, weight: Weight): SheetFluid => ({
  name,
  rate,
  ...stored(computed(fluidVolume({ ...weight, rate }), name)),
})

function sheetEmergencyDrug(
  drug: EmergencyProtocolContent['drugs'][number],
  position: number,
  weight: Weight,
): SheetEmergencyDrug {
  const { name, concentration, route } = drug
  const low = computed(drugVolume({ ...weight, dosage: drug.dosage_from, concentration }), name)
  const high = computed(drugVolume({ ...weight, dosage: drug.dosage_to, concentration }), name)
  return {
    id: drug.source_id ?? String(position + 1),
    name,
    concentration,
    ...keptUnit(drug),
    volume_low: low.value,
    volume_high: high.value,
    ...(low.flag === 'none' ? {} : { volume_low_exact: low.exact }),
    ...(high.flag === 'none' ? {} : { volume_high_exact: high.exact }),
    route,
  }
}

/** An anesthesia protocol with the volumes in ml for this weight; dosages and rates stay, so that they can be checked again. */
export function protocolOfSheet(
  protocol: AnesthesiaProtocolContent,
  weight: Weight,
): SheetContent['anesthesia_protocol'] {
  return {
    name: protocol.name,
    sections: protocol.sections.map(({ key, title_s, title_p, drugs }) => ({
      title: drugs.length === 1 ? title_s : title_p,
      key,
      drugs: drugs.map((drug) => sheetDrug(drug, weight)),
    })),
    fluids: (protocol.fluids ?? []).map((fluid) => sheetFluid(fluid, weight)),
  }
}

/** An emergency protocol with low and high volumes in ml for this weight; the dosages are removed (`spec 1 §3`). */
export function emergencyProtocolOfSheet(
  { name, drugs }: EmergencyProtocolContent,
  weight: Weight,
): NonNullable<SheetContent['emergency_protocol']> {
  return { name, drugs: drugs.map((drug, position) => sheetEmergencyDrug(drug, position, weight)) }
}
