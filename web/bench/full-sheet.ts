import { randomUUID } from 'node:crypto'
import type { Op } from 'sync-protocol/records/mutation'

const SECTIONS = ['Opioid', 'Induction', 'Tranquilizer', 'Anticholinergic', 'Local', 'Antagonist']

const drug = (name: string, controlled: boolean) => ({
  name,
  concentration: 10,
  dosage: 0.5,
  dosage_from: -1,
  dosage_to: -1,
  route: 'IM',
  form: 'INJECTION',
  controlled,
  ...(controlled ? { schedule: 'II' } : {}),
})

/** A long canine protocol: 18 drugs at 0.5 mg/kg and 10 mg/ml, three of them controlled, and two fluids. */
export const fullProtocol: Op = {
  op: 'create',
  collection: 'anesthesia_protocols',
  _id: randomUUID(),
  content: {
    species: 0,
    name: 'Full protocol',
    sections: SECTIONS.map((title, index) => ({
      key: 1000 + index,
      title_s: title,
      title_p: `${title}s`,
      drugs: [1, 2, 3].map((n) => drug(`${title} ${n}`, index === 0)),
    })),
    fluids: [
      { name: 'Maintenance', rate: 5 },
      { name: 'Shock', rate: 20 },
    ],
  },
}

/** Ten drugs with a low and a high dosage. */
export const fullEmergency: Op = {
  op: 'create',
  collection: 'emergency_protocols',
  _id: randomUUID(),
  content: {
    species: 0,
    name: 'Full emergency',
    drugs: Array.from({ length: 10 }, (_, n) => ({
      ...drug(`Emergency ${n + 1}`, false),
      dosage: -1,
      dosage_from: 0.01,
      dosage_to: 0.02,
    })),
  },
}
