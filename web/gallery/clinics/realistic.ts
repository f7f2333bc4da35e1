import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import type { DrawContent } from 'sync-protocol/records/draw'
import type { EmergencyProtocolContent } from 'sync-protocol/records/emergency-protocol'
import { pushBalances, type MadeDraw } from './balance-chain.ts'
import { daysAgo, makeClinic, type Clinic } from './make-clinic.ts'
import { sheetOps, type Patient } from './saved-sheets.ts'
import { pushSingleDraws } from './single-draws.ts'

const OWNER = { name: 'Ana Alvarez', email: 'ana@elmstreet.example' }
const PEOPLE = [
  { name: 'Tom Nguyen', email: 'tom@elmstreet.example', org_perms: [1] },
  { name: 'Vera Okafor', email: 'vera@elmstreet.example', org_perms: [1, 2] },
  { name: 'Lee Lindqvist', email: 'lee@elmstreet.example', org_perms: [1, 2, 3] },
  { name: 'Front Desk', email: 'desk@elmstreet.example', org_perms: [0] },
]
const DOGS = [
  'Bella',
  'Max',
  'Luna',
  'Charlie',
  'Daisy',
  'Cooper',
  'Rosie',
  'Bear',
  'Sadie',
  'Duke',
  'Molly',
  'Rocky',
  'Penny',
  'Zeus',
  'Ginger',
  'Hank',
]
const CATS = ['Oliver', 'Cleo', 'Simba', 'Nala', 'Smokey', 'Mittens', 'Jasper', 'Willow', 'Pumpkin', 'Shadow']
const SURGERIES = ['Ovariohysterectomy', 'Castration', 'Dental Prophylaxis', 'Mass Removal']
/** Days on which there was surgery, the oldest first: two a week. */
const SURGERY_DAYS = [38, 34, 31, 27, 24, 20, 17, 13, 10, 6, 3, 1]

function patientOf(n: number): Patient {
  const species = n % 3 === 2 ? 1 : 0
  const names = species === 0 ? DOGS : CATS
  return {
    name: names[n % names.length] ?? '',
    id: `E-${4210 + n}`,
    weight: species === 0 ? String(9 + ((n * 7) % 61)) : String(6 + (n % 6)),
    units: 'lb',
    species,
    procedure: SURGERIES[(n >> 1) % SURGERIES.length] ?? '',
    outcome: n % 5 === 0 ? 's/n deposit' : 'N/A',
    injections: n % 2 === 0 ? ['Rabies 1 yr', 'Microchip'] : [],
  }
}

/** A practice in its second month: the demonstration's library, forty sheets and their balance sheets. */
export async function realisticClinic(url: string): Promise<Clinic> {
  const clinic = await makeClinic(url, 'Elm Street Animal Hospital', OWNER, 'demonstration', PEOPLE)
  const { api, as } = clinic
  const protocols = (await api.records('anesthesia_protocols')).map(
    ({ content }) => content as unknown as AnesthesiaProtocolContent,
  )
  const emergencies = (await api.records('emergency_protocols')).map(
    ({ content }) => content as unknown as EmergencyProtocolContent,
  )
  const [tom, vera] = [await as('tom@elmstreet.example'), await as('vera@elmstreet.example')]
  const draws: MadeDraw[] = []
  let n = 0
  for (const days of SURGERY_DAYS) {
    for (let ofDay = 0; ofDay < 3 + (days % 3); ofDay++, n++) {
      const patient = patientOf(n)
      const own = protocols.filter(({ species }) => species === patient.species)
      const protocol = own[n % 4 === 3 ? 1 : 0]
      const emergency = emergencies.find(({ species }) => species === patient.species) ?? null
      if (protocol === undefined) throw new Error('The library has no protocol of this species.')
      const { at, day } = daysAgo(days, 14 + ofDay, (n * 13) % 60)
      const ops = sheetOps(patient, protocol, n % 2 === 0 ? emergency : null, day)
      await (n % 3 === 0 ? vera : n % 3 === 1 ? tom : api).push('sheet.save', ops, at)
      for (const op of ops)
        if (op.op === 'create' && op.collection === 'draws')
          draws.push({ _id: op._id, content: op.content as unknown as DrawContent, at })
    }
  }
  const yesterday = daysAgo(1).day
  const drawn = (drug: string) =>
    draws.filter(({ content }) => content.drug_name === drug && content.day !== yesterday)
  await pushBalances(vera, drawn('Ketamine'), 'K-20')
  await pushBalances(api, drawn('Hydromorphone'), 'H-11')
  await pushSingleDraws(tom)
  return clinic
}
