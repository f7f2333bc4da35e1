import { randomUUID } from 'node:crypto'
import type { ApiClient } from '../../e2e/api-client.ts'
import { daysAgo } from './make-clinic.ts'

const DRAWS = [
  ['Butorphanol', 10, 'IV', 'Hank', 'Laceration Repair', 0.21, 0],
  ['Buprenorphine', 0.3, 'III', 'Cleo', 'Dental Extractions', 0.12, 1],
  ['Methadone', 10, 'II', 'Zeus', 'Fracture Repair', 0.9, 0],
  ['Ketamine', 100, 'III', 'Rosie', 'Cystotomy', 0.45, 0],
  ['Midazolam', 5, 'IV', 'Jasper', 'Enucleation', 0.18, 1],
  ['Hydromorphone', 2, 'II', 'Bear', 'Pyometra Surgery', 1.6, 0],
] as const

/** Controlled drugs drawn without a sheet, one of them deleted again. */
export async function pushSingleDraws(api: ApiClient): Promise<void> {
  let last = ''
  for (const [index, [drug, concentration, schedule, patient, reason, volume, species]] of DRAWS.entries()) {
    const { at, day } = daysAgo(12 - index * 2, 16)
    last = randomUUID()
    const content = {
      drug_name: drug,
      drug_concentration: concentration,
      drug_volume: volume,
      drug_form: 'INJECTION',
      schedule,
      sheet_id: '-',
      sheet_data: { patient_name: patient, patient_id: `E-43${index}0`, reason, species },
      day,
    }
    await api.push('draw.create', [{ op: 'create', collection: 'draws', _id: last, content }], at)
  }
  await api.push('draw.delete', [
    { op: 'void', collection: 'draws', _id: last, base: 1, reason: 'Wrong volume' },
  ])
}
