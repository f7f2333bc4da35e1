import { randomUUID } from 'node:crypto'
import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import type { DoseLimits, DrugContent } from 'sync-protocol/records/drug'
import type { Op } from 'sync-protocol/records/mutation'

/** As many as a protocol holds. */
const [SECTIONS, DRUGS] = [10, 5]
export const ROWS = SECTIONS * DRUGS
export const PLAN = 'Plan of fifty rows'

/** Of every fifth drug: ten times the usual dosage, above the highest, above the cap, another strength, nothing to be said. */
const KINDS: readonly { factor: number; limits: DoseLimits; strengths?: readonly number[] }[] = [
  { factor: 10, limits: { min: 0.2, max: 1 } },
  { factor: 2.5, limits: { min: 0.2, max: 1 } },
  { factor: 1, limits: { min: 0.2, max: 1, cap_mg: 2 } },
  { factor: 1, limits: { min: 0.2 }, strengths: [10, 25] },
  { factor: 1, limits: { min: 0.2, max: 1 } },
]
const USUAL = 0.5

interface PlannedDrug {
  _id: string
  name: string
  kind: (typeof KINDS)[number]
}

const planned: readonly PlannedDrug[] = Array.from({ length: ROWS }, (_, n) => ({
  _id: randomUUID(),
  name: `Planned drug ${n + 1}`,
  kind: KINDS[n % KINDS.length] ?? { factor: 1, limits: {} },
}))

const plain = { form: 'INJECTION', controlled: false } as const

const libraryDrugs = (section_key: number): Op[] =>
  planned.flatMap(({ _id, name, kind: { limits, strengths = [10] } }) =>
    strengths.map((concentration, n): Op => {
      const content: DrugContent = {
        ...plain,
        name,
        concentration,
        dosage: [USUAL, USUAL],
        dosage_from: [-1, -1],
        dosage_to: [-1, -1],
        limits: [limits, limits],
        route: ['IM', 'IM'],
        species: [0, 1],
        section_key,
      }
      return { op: 'create', collection: 'drugs', _id: n === 0 ? _id : randomUUID(), content: { ...content } }
    }),
  )

/** A protocol with as many drugs as it may have, copied from the library; four of five of their doses are pointed out. */
const plan: AnesthesiaProtocolContent = {
  species: 0,
  name: PLAN,
  sections: Array.from({ length: SECTIONS }, (_, section) => ({
    key: 1000 + section,
    title_s: `Planned ${section + 1}`,
    title_p: `Planned ${section + 1}`,
    drugs: planned.slice(section * DRUGS, (section + 1) * DRUGS).map(({ _id, name, kind }) => ({
      ...plain,
      name,
      concentration: 10,
      dosage: USUAL * kind.factor,
      dosage_from: -1 as const,
      dosage_to: -1 as const,
      usual: USUAL,
      limits: kind.limits,
      route: 'IM' as const,
      source_id: _id,
    })),
  })),
}

export const planOps = (section: number): Op[] => [
  ...libraryDrugs(section),
  { op: 'create', collection: 'anesthesia_protocols', _id: randomUUID(), content: { ...plan } },
]
