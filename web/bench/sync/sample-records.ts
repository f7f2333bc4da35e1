import { randomBytes } from 'node:crypto'
import type { Op } from 'sync-protocol/records/mutation'
import { uuidv7 } from 'sync-protocol/records/uuid'
import { draw, ketamine } from 'sync-protocol/testing/examples'

const PATIENTS = ['Bella', 'Rex', 'Mia', 'Otto', 'Luna', 'Hugo', 'Nala', 'Balu']
const NAMES = ['Hydromorphone', 'Methadone', 'Ketamine', 'Dexmedetomidine', 'Buprenorphine', 'Propofol']
const FIRST_DAY = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000
const SAVED_EACH_MS = 1_000

/** As a tablet names what is saved one after another. */
const idOf = (n: number) => uuidv7(FIRST_DAY + n * SAVED_EACH_MS, randomBytes(16))

export const drugContent = (n: number) =>
  ketamine({ name: `${NAMES[n % NAMES.length]} ${String(n).padStart(6, '0')}` })

export const drugOp = (n: number): Op => ({
  op: 'create',
  collection: 'drugs',
  _id: idOf(n),
  content: drugContent(n),
})

export const injectionOp = (n: number): Op => ({
  op: 'create',
  collection: 'injections',
  _id: idOf(n),
  content: { species: n % 2, name: `Injection ${String(n).padStart(6, '0')}` },
})

/** A draw of a controlled substance: the server adds it to the ledger too. */
export const drawOp = (n: number): Op => ({
  op: 'create',
  collection: 'draws',
  _id: idOf(n),
  content: draw({
    drug_volume: (1 + (n % 90)) / 20,
    sheet_data: {
      patient_name: `${PATIENTS[n % PATIENTS.length]} ${String(n).padStart(6, '0')}`,
      patient_id: `K-${n}`,
      reason: 'Dental',
      species: 0,
    },
    day: new Date(FIRST_DAY + (n % 300) * DAY_MS).toISOString().slice(0, 10),
  }),
})

/** What a clinic of so many records has: a library of at most 2,000, and the draws of its years. */
export function clinicOps(count: number): { library: number; ops: Op[] } {
  const library = Math.min(2_000, Math.round(count / 10))
  const ops = Array.from({ length: count }, (_, n) =>
    n >= library ? drawOp(n) : n % 4 === 0 ? injectionOp(n) : drugOp(n),
  )
  return { library, ops }
}
export const LIBRARY = ['drugs', 'injections']
