import type { AnesthesiaProtocolContent } from '../records/anesthesia-protocol.ts'
import type { Schedule } from '../records/fields.ts'
import type { SheetDrug } from '../records/sheet.ts'
import type { Weight } from './dose.ts'
import { exactFraction, plus, times, type Fraction } from './fraction.ts'
import { nearestNumber } from './rounding.ts'
import { protocolOfSheet } from './sheet-protocols.ts'
import { substanceKey, type Substance } from './substances.ts'

/** A patient whose drugs are still to be drawn. */
export interface Planned {
  weight: Weight
  protocol: AnesthesiaProtocolContent
}

/** What a day needs of one controlled drug, ml. */
export interface DrugNeed extends Substance {
  schedule?: Schedule
  /** How often it is drawn. */
  draws: number
  /** The sum of the volumes as the sheets print them. */
  volume: number
  /** What is lost in the hubs, of all draws. */
  loss: number
  total: number
  /** How many volumes print as '<0.01', which count as 0.01. */
  tiny: number
}

const ZERO: Fraction = { over: 0n, under: 1n }
/** The most that '<0.01' can be. */
const TINY = 0.01

/**
 * The controlled drugs that the anesthesia protocols of a day's patients need, by name. Each volume is the one that the patient's
 * sheet prints, in ml; `hubLoss` (ml, 0 or more) is added for each draw. The sums are exact.
 */
export function dayNeeds(patients: readonly Planned[], hubLoss: number): DrugNeed[] {
  const found = new Map<string, SheetDrug[]>()
  for (const { protocol, weight } of patients) {
    for (const drug of protocolOfSheet(protocol, weight).sections.flatMap(({ drugs }) => drugs)) {
      if (!drug.controlled) continue
      const key = substanceKey({ drug_name: drug.name, drug_concentration: drug.concentration })
      found.set(key, [...(found.get(key) ?? []), drug])
    }
  }
  const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  return [...found.values()]
    .flatMap((drugs) => needOf(drugs, hubLoss))
    .sort((a, b) => collator.compare(a.drug_name, b.drug_name) || a.drug_concentration - b.drug_concentration)
}

function needOf(drugs: readonly SheetDrug[], hubLoss: number): DrugNeed[] {
  const [first] = drugs
  if (first === undefined) return []
  const volume = drugs.map((drug) => exactFraction(drug.volume || TINY)).reduce(plus, ZERO)
  const loss = times({ over: BigInt(drugs.length), under: 1n }, exactFraction(hubLoss))
  return [
    {
      drug_name: first.name.trim(),
      drug_concentration: first.concentration,
      ...(first.schedule !== undefined && { schedule: first.schedule }),
      draws: drugs.length,
      volume: nearestNumber(volume),
      loss: loss.over === 0n ? 0 : nearestNumber(loss),
      total: nearestNumber(plus(volume, loss)),
      tiny: drugs.filter((drug) => drug.volume === 0).length,
    },
  ]
}
