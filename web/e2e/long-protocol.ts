import { randomUUID } from 'node:crypto'
import type { Op } from 'sync-protocol/records/mutation'

const drug = (name: string) => ({
  name,
  concentration: 10,
  dosage: 0.5,
  dosage_from: -1,
  dosage_to: -1,
  route: 'IM',
  form: 'INJECTION',
  controlled: false,
})

/** A canine protocol that fills more than one screen: two sections of four drugs. */
export const longProtocol = (name: string): Op => ({
  op: 'create',
  collection: 'anesthesia_protocols',
  _id: randomUUID(),
  content: {
    species: 0,
    name,
    sections: ['First', 'Second'].map((title, section) => ({
      key: 1000 + section,
      title_s: title,
      title_p: `${title} drugs`,
      drugs: [1, 2, 3, 4].map((n) => drug(`${title} ${n}`)),
    })),
    fluids: [{ name: "Lactated Ringer's", rate: 5 }],
  },
})
