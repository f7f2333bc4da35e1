import { randomUUID } from 'node:crypto'
import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Collection } from 'sync-protocol/records/envelope'
import type { Op } from 'sync-protocol/records/mutation'
import { balanceContentOf } from 'sync-protocol/rules/balance-sheet'
import { tableOf } from 'sync-protocol/rules/balance-table'
import { balanceOp } from '../../e2e/balance-samples.ts'
import { balanceOfDraws } from '../../e2e/drawn-balances.ts'
import { daysAgo, makeClinic, type Clinic } from './make-clinic.ts'
import { sheetOps } from './saved-sheets.ts'

/** Fifty characters each: of one word that breaks nowhere, of the widest letters, and as a long name really is. */
export const UNBROKEN = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehx'
export const WIDEST = 'W'.repeat(50)
export const LONG_NAME = 'Sir Bartholomew Fluffington von Habsburg-Lothringe'
const LONG_DRUG = 'Dexmedetomidine hydrochloride, preservative free 1'
const NOTES =
  'Check the implant site every ten minutes. Warm fluids, warm table, eyes lubricated, owner reachable by phone. '
export const LARGEST_PROTOCOL = 'Largest protocol that may be: ten sections of five'

const create = (collection: Collection, content: JsonObject): Op => ({
  op: 'create',
  collection,
  _id: randomUUID(),
  content,
})

const names = (count: number) =>
  Array.from({ length: count }, (_, n) => [LONG_NAME, UNBROKEN, LONG_DRUG, WIDEST, 'Ket'][n % 5] ?? '')

const largest: AnesthesiaProtocolContent = {
  species: 0,
  name: LARGEST_PROTOCOL,
  sections: Array.from({ length: 9 }, (_, section) => ({
    key: 999 + section,
    title_s: names(9)[section] ?? '',
    title_p: names(9)[section] ?? '',
    drugs: Array.from({ length: 5 }, (__, drug) => ({
      name: names(5)[drug] ?? '',
      concentration: drug === 1 ? 0.54 : 1000.125,
      dosage: drug === 0 ? 0.001 : 12.345,
      dosage_from: -1,
      dosage_to: -1,
      route: drug === 2 ? 'EPIDURAL' : 'IM',
      form: 'INJECTION',
      controlled: drug !== 4,
      ...(drug !== 4 && { schedule: 'III' as const }),
    })),
  })),
  fluids: names(5).map((name, n) => ({ name, rate: n === 0 ? 0.5 : 90 })),
}

const drug = (n: number): JsonObject => ({
  name: `${(names(5)[n % 5] ?? '').slice(0, 46)} ${n}`,
  concentration: n % 2 === 0 ? 0.005 : 99999.999,
  dosage: [0.001, 12345.678],
  dosage_from: [-1, -1],
  dosage_to: [-1, -1],
  route: ['EPIDURAL', 'EPIDURAL'],
  form: 'INJECTION',
  controlled: true,
  schedule: 'III',
  species: [0, 1],
  section_key: -1,
})

/** The largest numbers that a balance sheet holds. */
const widest = balanceContentOf(
  tableOf([
    { kind: 'start', bottle_number: WIDEST, container_size: 100_000_000, balance: 99_999_999 },
    {
      kind: 'full_draw',
      draw_id: randomUUID(),
      day: daysAgo(2).day,
      title: WIDEST,
      description: WIDEST,
      species: 0,
      reason: WIDEST,
      volume: 9_999_999,
      procedure_number: 1,
    },
    { kind: 'add_balance', bottle_number: UNBROKEN, volume: 9_999_999 },
  ]),
  { drug_name: LONG_DRUG, drug_concentration: 1000.125 },
)

/** Everything as long, as wide and as many as it may be. */
export async function extremeClinic(url: string): Promise<Clinic> {
  const people = Array.from({ length: 12 }, (_, n) => ({
    name: names(12)[n] ?? '',
    email: `rather.long.address.of.user.${n}@far-valley.example`,
    org_perms: [[1], [0, 1, 2, 3], [0]][n % 3] ?? [1],
  }))
  const owner = { name: LONG_NAME, email: 'bartholomew.featherstone@far-valley.example' }
  const clinic = await makeClinic(
    url,
    'The Veterinary Teaching Hospital of the Far Valley',
    owner,
    'demonstration',
    people,
  )
  const { api } = clinic
  await api.push('anesthesia_protocol.create', [
    create('anesthesia_protocols', largest),
    ...names(8).map((name) =>
      create('anesthesia_protocols', { ...(largest as unknown as JsonObject), name }),
    ),
  ])
  await api.push(
    'procedure.create',
    names(5).map((name) => create('procedures', { species: 0, name, notes: NOTES.repeat(12) })),
  )
  await api.push(
    'injection.create',
    names(10).map((name) => create('injections', { species: 0, name })),
  )
  await api.push(
    'drug.create',
    Array.from({ length: 400 }, (_, n) => create('drugs', drug(n))),
  )
  await api.push(
    'fluid.create',
    names(8).map((name) => create('fluids', { species: [0, 1], name, rate: 99999.999 })),
  )
  for (let n = 0; n < 24; n++) {
    const { at, day } = daysAgo(n + 1)
    const patient = {
      name: names(24)[n] ?? '',
      id: WIDEST,
      weight: n % 2 === 0 ? '0.35' : '154.5',
      units: n % 2 === 0 ? ('kg' as const) : ('lb' as const),
      species: 0 as const,
      procedure: UNBROKEN,
      notes: NOTES.repeat(20),
      outcome: 's/n deposit' as const,
      injections: names(10),
    }
    await api.push('sheet.save', sheetOps(patient, largest, null, day), at)
  }
  await api.push('balance.save', [balanceOp(balanceOfDraws(LONG_DRUG, 62))], daysAgo(3).at)
  await api.push('balance.save', [balanceOp(widest)], daysAgo(2).at)
  return clinic
}
