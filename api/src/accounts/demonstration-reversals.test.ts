import { randomUUID } from 'node:crypto'
import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import type { DrugContent } from 'sync-protocol/records/drug'
import type { Collection } from 'sync-protocol/records/envelope'
import { EMERGENCY_SECTION } from 'sync-protocol/records/fields'
import { reversalRows, type ReversalRow } from 'sync-protocol/rules/reversals'
import { knownDrug } from 'sync-protocol/rules/reversible-drugs'
import { expect, test } from 'vitest'
import { demonstrationFacts } from './demonstration-facts.ts'
import { demonstrationMutations } from './demonstration-mutations.ts'

const mutations = demonstrationMutations(demonstrationFacts(), randomUUID, '2026-11-20T10:00:00.000Z', 999)
const all = <C>(collection: Collection) =>
  mutations.flatMap(({ ops }) =>
    ops.flatMap((op) =>
      op.op === 'create' && op.collection === collection ? [{ ...(op.content as C), _id: op._id }] : [],
    ),
  )
const drugs = all<DrugContent>('drugs')
const protocols = all<AnesthesiaProtocolContent>('anesthesia_protocols')

function rowText(row: ReversalRow): string {
  if (row.kind === 'no-reversal') return `${row.drug} | no reversal`
  const remark = row.remark === undefined ? '' : ` (${row.remark})`
  if (row.kind === 'not-recorded') return `${row.drug}${remark} | No reversal dose recorded`
  const { agent, amount, volume, route, note = '' } = row
  return `${row.drug}${remark} | ${agent.name} ${amount.text} = ${volume.text} ml ${route} | ${note}`.replace(
    / \| $/,
    '',
  )
}

const TABLE = `Dog: Spay/Neuter A (Ace-Hydro, Ket-Midaz) (a dissociative stays unopposed)
  Acepromazine | no reversal
  Midazolam | Flumazenil 0.2 mg = 2 ml IV
  Hydromorphone | Naloxone 0.8 mg = 2 ml IV | From 0.01 mg/kg on, to effect
  Ketamine | no reversal
Dog: Spay/Neuter B (Ace-Torb, Propofol)
  Acepromazine | no reversal
  Butorphanol | Naloxone 0.8 mg = 2 ml IV | From 0.01 mg/kg on, to effect
  Propofol | no reversal
Dog: Dental (Dex-Methadone, Alfaxalone)
  Dexmedetomidine | Atipamezole 1 mg = 0.2 ml IM | IV only in arrest
  Methadone | Naloxone 0.8 mg = 2 ml IV | From 0.01 mg/kg on, to effect
  Alfaxalone | no reversal
Dog: ASA III-V (Midaz-Methadone, Fentanyl-Propofol)
  Midazolam | Flumazenil 0.2 mg = 2 ml IV
  Methadone + Fentanyl | Naloxone 0.8 mg = 2 ml IV | From 0.01 mg/kg on, to effect
  Propofol | no reversal
Dog: TTDex (a dissociative stays unopposed)
  Dexmedetomidine | Atipamezole 1.4 mg = 0.28 ml IM | IV only in arrest
  Butorphanol | Naloxone 0.8 mg = 2 ml IV | From 0.01 mg/kg on, to effect
  Tiletamine-Zolazepam (zolazepam only) | No reversal dose recorded
Cat: DKB (a dissociative stays unopposed)
  Dexmedetomidine | Atipamezole 0.2 mg = 0.04 ml IM | IV only in arrest
  Butorphanol | Naloxone 0.16 mg = 0.4 ml IV | From 0.01 mg/kg on, to effect
  Ketamine | no reversal
Cat: TTDex (a dissociative stays unopposed)
  Dexmedetomidine | Atipamezole 0.14 mg = 0.03 ml IM | IV only in arrest
  Butorphanol | Naloxone 0.16 mg = 0.4 ml IV | From 0.01 mg/kg on, to effect
  Tiletamine-Zolazepam (zolazepam only) | No reversal dose recorded
Cat: Total Injectable (DKH) (a dissociative stays unopposed)
  Dexmedetomidine | Atipamezole 0.4 mg = 0.08 ml IM | IV only in arrest
  Hydromorphone | Naloxone 0.16 mg = 0.4 ml IV | From 0.01 mg/kg on, to effect
  Ketamine | no reversal
  Alfaxalone | no reversal
Cat: Senior (Torb-Midaz-Alfax)
  Midazolam | Flumazenil 0.04 mg = 0.4 ml IV
  Butorphanol | Naloxone 0.16 mg = 0.4 ml IV | From 0.01 mg/kg on, to effect
  Alfaxalone | no reversal`

test('[Q-16] the reversals of each protocol of the demonstration, for a dog of 20 kg and a cat of 4 kg', () => {
  const table = protocols.map(({ name, species, sections }) => {
    const given = sections.flatMap(({ drugs: copies }) => copies)
    const weight = { weight: species === 0 ? '20' : '4', units: 'kg' } as const
    const said = reversalRows(given, weight, species, drugs)
    const heading = `${['Dog', 'Cat'][species]}: ${name}${said?.unopposed ? ' (a dissociative stays unopposed)' : ''}`
    return [heading, ...(said?.rows ?? []).map((row) => `  ${rowText(row)}`)].join('\n')
  })
  expect(table.join('\n')).toBe(TABLE)
})

test('[Q-16] no drug of the demonstration is reversed twice, and each that can be says how or that nobody recorded it', () => {
  for (const species of [0, 1] as const) {
    for (const drug of drugs.filter((one) => one.species.includes(species))) {
      const given = [{ ...drug, dosage: 1 }]
      const rows = reversalRows(given, { weight: '10', units: 'kg' }, species, drugs)?.rows ?? []
      expect(rows.length).toBeLessThanOrEqual(1)
      expect([drug.name, rows.length]).toEqual([drug.name, knownDrug(drug.name) === null ? 0 : 1])
    }
  }
  const agents = drugs.filter(({ reverses }) => reverses !== undefined)
  expect(agents.map(({ name, section_key }) => [name, section_key])).toEqual(
    ['Naloxone', 'Flumazenil', 'Atipamezole'].map((name) => [name, EMERGENCY_SECTION]),
  )
})
