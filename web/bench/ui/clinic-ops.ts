import { randomBytes } from 'node:crypto'
import type { Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { uuidv7 } from 'sync-protocol/records/uuid'
import { draw, ketamine } from 'sync-protocol/testing/examples'
import { balanceOfDay } from '../../e2e/balance-samples.ts'
import { sampleSheet } from '../../src/exports/testing/sheet-sample.ts'

const PATIENTS = ['Bella', 'Rex', 'Mia', 'Otto', 'Luna', 'Hugo', 'Nala', 'Balu']
const DRUGS = ['Hydromorphone', 'Methadone', 'Ketamine', 'Dexmedetomidine', 'Buprenorphine', 'Propofol']
const REASONS = ['Castration', 'Spay', 'Dental', 'Laceration', 'Fracture repair']
const FIRST_DAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const DAYS = 900
const SAVED_EACH_MS = 1_000

/** As a tablet names what is saved one after another. */
const idOf = (n: number) => uuidv7(FIRST_DAY + n * SAVED_EACH_MS, randomBytes(16))

const oneOf = (list: readonly string[], n: number) => list[n % list.length] ?? ''
const numbered = (list: readonly string[], n: number) => `${oneOf(list, n)} ${String(n).padStart(6, '0')}`
const dayOf = (n: number) => new Date(FIRST_DAY + (n % DAYS) * DAY_MS).toISOString().slice(0, 10)
const speciesOf = (n: number) => (n % 3 === 0 ? 1 : 0)

const protocolDrug = (n: number) => ({
  name: oneOf(DRUGS, n),
  concentration: 10,
  dosage: 0.5,
  dosage_from: -1,
  dosage_to: -1,
  route: 'IM',
  form: 'INJECTION',
  controlled: n % 3 === 0,
  ...(n % 3 === 0 && { schedule: 'II' }),
})

const savedSheet = (n: number): SheetContent => ({
  ...sampleSheet,
  species: speciesOf(n),
  procedure: { name: oneOf(REASONS, n) },
  name: numbered(PATIENTS, n),
  patient_id: `K-${n}`,
  weight: 5 + (n % 60),
  day: dayOf(n),
})

export const drugContent = (n: number, section_key: number) =>
  ketamine({ name: numbered(DRUGS, n), section_key })

type Made = [collection: Collection, content: (n: number) => unknown]
const KINDS: Readonly<Record<string, Made>> = {
  draw: [
    'draws',
    (n) =>
      draw({
        drug_volume: (1 + (n % 90)) / 20,
        sheet_data: {
          patient_name: numbered(PATIENTS, n),
          patient_id: `K-${n}`,
          reason: oneOf(REASONS, n),
          species: speciesOf(n),
        },
        day: dayOf(n),
      }),
  ],
  sheet: ['sheets', savedSheet],
  balance: [
    'balances',
    (n) =>
      balanceOfDay(
        { drug_name: oneOf(DRUGS, n), drug_concentration: 10 },
        {
          day: dayOf(n),
          draws: [1, 2, 3].map((patient) => ({ patient: `${n} ${patient}`, volume: 50 })),
        },
      ),
  ],
  drug: ['drugs', (n) => drugContent(n, 1 + (n % 9))],
  fluid: ['fluids', (n) => ({ species: [0, 1], name: numbered(['Maintenance', 'Shock'], n), rate: 5 })],
  injection: ['injections', (n) => ({ species: n % 2, name: numbered(['Cefazolin', 'Rabies'], n) })],
  procedure: [
    'procedures',
    (n) => ({ species: n % 2, name: numbered(REASONS, n), notes: 'Keep the patient warm.' }),
  ],
  protocol: [
    'anesthesia_protocols',
    (n) => ({
      species: n % 2,
      name: numbered(REASONS, n),
      sections: [
        { key: 1000, title_s: 'Opioid', title_p: 'Opioids', drugs: [1, 2].map((at) => protocolDrug(n + at)) },
        { key: 1001, title_s: 'Induction', title_p: 'Induction', drugs: [protocolDrug(n + 4)] },
      ],
      fluids: [{ name: 'Maintenance', rate: 5 }],
    }),
  ],
  emergency: [
    'emergency_protocols',
    (n) => ({
      species: n % 2,
      name: numbered(['CPR', 'Shock'], n),
      drugs: [1, 2, 3].map((at) => ({
        ...protocolDrug(n + at),
        dosage: -1,
        dosage_from: 0.01,
        dosage_to: 0.02,
      })),
    }),
  ],
}

/** Of each hundred records of a clinic some years old. */
const MIX = { draw: 60, sheet: 27, balance: 2, drug: 4, fluid: 1, injection: 2, procedure: 2, protocol: 1 }
const PATTERN = [
  ...Object.entries(MIX).flatMap(([kind, many]) => Array<string>(many).fill(kind)),
  'emergency',
]

/** The `n`th that was saved; `number` is what makes it another than its like. */
function opOf(kind: string, n: number, number = n): Op {
  const made = KINDS[kind]
  if (!made) throw new Error(`No ${kind} is known.`)
  const [collection, content] = made
  return { op: 'create', collection, _id: idOf(n), content: content(number) as JsonObject }
}

/** So many records of every kind, as they come together in the years of a clinic. */
export const clinicOps = (count: number): Op[] =>
  Array.from({ length: count }, (_, n) => opOf(oneOf(PATTERN, n * 37), n, n + Math.floor(n / PATTERN.length)))

/** So many drugs of one section, for both species. */
export const drugOps = (count: number, section_key: number): Op[] =>
  Array.from({ length: count }, (_, n) => ({
    op: 'create',
    collection: 'drugs',
    _id: idOf(n),
    content: drugContent(n, section_key),
  }))
