import { expect, it } from 'vitest'
import type { EmergencyDrug } from 'sync-protocol/records/emergency-protocol'
import { doseRows, NO_LIBRARY } from 'sync-protocol/rules/sheet-guard'
import { emergencyPaperOf } from './emergency-paper-of.ts'
import { patientOfSheet, type Patient } from '../../records/patient.ts'
import { sheetGiving } from './testing/emergency-samples.ts'
import type { Agents } from './use-reversals.ts'

const drug = (name: string, of: Partial<EmergencyDrug> = {}): EmergencyDrug => ({
  name,
  concentration: 1,
  dosage: -1,
  dosage_from: 0.01,
  dosage_to: 0.02,
  limits: { min: 0.01, max: 0.02 },
  route: 'IV',
  form: 'INJECTION',
  controlled: false,
  ...of,
})
const given = [
  { name: 'Dexmedetomidine', dosage: 0.005, concentration: 0.5 },
  { name: 'Midazolam', dosage: 0.2, concentration: 5 },
  { name: 'Ketamine', dosage: 5, concentration: 100 },
]
const atipamezole = {
  name: 'Atipamezole',
  concentration: 5,
  species: [0, 1],
  reference: 'Antisedan label (dogs)',
  reverses: (['Dexmedetomidine'] as const).map((name) => ({
    name,
    species: 0 as const,
    rule: 'times_mass' as const,
    value: 10,
    route: 'IM' as const,
    note: 'IV only in arrest',
  })),
}

function paperOf(
  patient: Patient | null,
  drugs: readonly EmergencyDrug[],
  agents: Agents = [atipamezole],
  isLoading = false,
) {
  if (patient === null) throw new Error('There is no patient.')
  const { species, weight, units } = patient
  const content = { species, name: 'CPR', drugs: [...drugs] }
  const rows = doseRows({ species, weight, weight_units: units, emergency_protocol: { content } }, NO_LIBRARY)
  return emergencyPaperOf(
    {
      patient,
      list: { from: 'protocol', name: 'CPR', drugs },
      rows,
      agents,
      isLoading,
      unusual: null,
      at: '11/26/2026, 3:05 PM',
    },
    { clinic: 'Riverside' },
  )
}

it('has on paper what the screen shows of a sheet’s patient', () => {
  const drugs = [drug('Epinephrine'), drug('Ephedrine', { dosage_to: 0.2 })]
  const paper = paperOf(patientOfSheet(sheetGiving(given)), drugs)
  expect(paper).toMatchObject({
    clinic: 'Riverside',
    patient: 'Bella',
    species: 'Canine',
    weight: '12.4 kg',
    otherWeight: '27.34 lb',
    printed: 'Printed 11/26/2026, 3:05 PM',
    before: [],
    parts: [{ title: 'CPR' }, { title: 'Reversals' }, { title: 'Defibrillation, external' }],
  })
  const [doses, reversals, joules] = paper.parts
  expect(doses?.rows).toMatchObject([
    { volume: '0.12–0.25', unit: 'ml', name: 'Epinephrine', route: 'IV', notes: [] },
    { volume: '0.12–2.5', notes: ['10 times the highest, 0.02 mg/kg.'] },
  ])
  expect(doses?.rows[0]?.amounts).toBe('0.01\u00a0to\u00a00.02\u00a0mg/kg · 1\u00a0mg/ml')
  expect(reversals?.rows).toEqual([
    {
      volume: '0.12',
      unit: 'ml',
      name: 'Dexmedetomidine → Atipamezole',
      route: 'IM',
      amounts: '0.62\u00a0mg · 5\u00a0mg/ml',
      notes: ['IV only in arrest', 'Source: Antisedan label (dogs)'],
    },
    {
      volume: '',
      unit: 'ml',
      name: 'Midazolam',
      route: '',
      amounts: '',
      notes: ['No reversal dose recorded'],
    },
  ])
  expect(reversals?.after).toEqual(['No reversal: Ketamine.', 'Ketamine stays unopposed.'])
  expect(joules?.rows).toMatchObject([
    { volume: '25–49', unit: 'J', name: 'Biphasic' },
    { volume: '50–74', unit: 'J', name: 'Monophasic' },
  ])
})

it('says that reversals are missing where the library could not be read', () => {
  const { parts } = paperOf(patientOfSheet(sheetGiving(given)), [drug('Epinephrine')], 'failed')
  expect(parts[1]).toEqual({ title: 'Reversals', rows: [], after: ['Could not read the library.'] })
})

it('says that the library is not all here', () => {
  const cat: Patient = { species: 1, weight: '4', units: 'kg', sheet: null }
  expect(paperOf(cat, [drug('Atropine')]).before).toEqual([])
  expect(paperOf(cat, [drug('Atropine')], 'failed', true).before).toEqual([
    'This tablet has not loaded all of the clinic’s library yet. Doses and reversals may be missing.',
  ])
})

it('says of a patient without a sheet that the weight was entered, and what is for dogs only', () => {
  const paper = paperOf({ species: 1, weight: '8.8', units: 'lb', sheet: null }, [drug('Lidocaine')])
  expect(paper).toMatchObject({ patient: 'Weight entered here, not on a sheet', species: 'Feline' })
  expect(paper.parts.map(({ title }) => title)).toEqual(['CPR', 'Defibrillation, external'])
  expect(paper.parts[0]?.rows[0]?.notes).toContain('Antiarrhythmic for dogs only.')
})

it('says the whole of a long source of a reversal', () => {
  const reference = 'Veterinary anesthesia and analgesia, '.repeat(4).trim()
  const long = { ...atipamezole, reference }
  const [, reversals] = paperOf(patientOfSheet(sheetGiving(given)), [], [long]).parts
  expect(reversals?.rows[0]?.notes.at(-1)).toBe(`Source: ${reference}`)
})
