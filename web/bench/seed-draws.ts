import { randomUUID } from 'node:crypto'
import type { Op } from 'sync-protocol/records/mutation'
import type { ApiClient } from '../e2e/api-client.ts'

const BATCH = 500
const PATIENTS = ['Bella', 'Rex', 'Mia', 'Otto', 'Luna', 'Hugo', 'Nala', 'Balu']
const PROCEDURES = ['Castration', 'Spay', 'Dental', 'Laceration', 'Fracture repair']
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2026, 0, 1)
const DAYS = 300

export interface SeededDraw {
  patient: string
  day: string
}

export const seededDraw = (n: number): SeededDraw => ({
  patient: `${PATIENTS[n % PATIENTS.length]} ${String(n).padStart(5, '0')}`,
  day: new Date(FIRST_DAY + (n % DAYS) * DAY_MS).toISOString().slice(0, 10),
})

/** Canine single draws of one substance, in ml, spread over 300 days. */
export async function seedDraws(
  api: ApiClient,
  count: number,
  substance = { drug_name: 'Ketamine', drug_concentration: 100 },
): Promise<SeededDraw[]> {
  const draws = Array.from({ length: count }, (_, n) => seededDraw(n))
  const ops = draws.map(({ patient, day }, n): Op => ({
    op: 'create',
    collection: 'draws',
    _id: randomUUID(),
    content: {
      ...substance,
      drug_volume: (1 + (n % 90)) / 20,
      drug_form: 'INJECTION',
      schedule: 'III',
      sheet_id: '-',
      sheet_data: {
        patient_name: patient,
        patient_id: `K-${n}`,
        reason: PROCEDURES[n % PROCEDURES.length] ?? '',
        species: 0,
      },
      day,
    },
  }))
  for (let from = 0; from < count; from += BATCH) await api.push('draw.create', ops.slice(from, from + BATCH))
  return draws
}
