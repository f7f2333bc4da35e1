import { expect, test } from 'vitest'
import { hire, openPractice, openTablet, visitServer, type Change } from './testing-practice.ts'

const ana = await openPractice(await visitServer())
const ben = await hire(ana, 'Ben Brown', [1])
const tablet = await openTablet(ben)

interface Fraction {
  over: bigint
  under: bigint
}
const exact = (typed: string): Fraction => {
  const [whole = '', decimals = ''] = typed.split('.')
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) }
}
const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under })
const by = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.under, under: a.under * b.over })
/** `spec 1 §9`: 2 decimals under 1 ml, else 1. A tie goes up. */
function rounded({ over, under }: Fraction): number {
  const decimals = over < under ? 2 : 1
  const scale = 10n ** BigInt(decimals)
  return Number((2n * over * scale + under) / (2n * under)) / Number(scale)
}
const inKg = (weight: string, units: 'kg' | 'lb') =>
  units === 'kg' ? exact(weight) : by(exact(weight), exact('2.205'))
const volume = (kg: Fraction, dosage: string, concentration: string) =>
  rounded(by(times(kg, exact(dosage)), exact(concentration)))

const DRUGS = [
  ['Hydromorphone', '0.1', '10', true],
  ['Ketamine', '5', '100', true],
  ['Midazolam', '0.029', '4', false],
  ['Propofol', '0.625', '10', false],
  ['Acepromazine', '0.0498', '1', false],
] as const

/** A sheet as a client saves it that computes its volumes itself. */
function sheetFor(name: string, weight: string, units: 'kg' | 'lb', over: object = {}) {
  const kg = inKg(weight, units)
  return {
    species: 0,
    name,
    patient_id: 'A-17',
    weight: Number(weight),
    weight_units: units,
    outcome: 'adoption',
    procedure: { name: 'Spay', notes: 'Warm her.' },
    anesthesia_protocol: {
      name: 'Healthy dog',
      sections: [
        {
          title: 'Opioids',
          drugs: DRUGS.map(([drug, dosage, concentration, controlled]) => ({
            name: drug,
            concentration: Number(concentration),
            dosage: Number(dosage),
            volume: volume(kg, dosage, concentration),
            route: 'IM',
            form: 'INJECTION',
            controlled,
          })),
        },
      ],
      fluids: [{ name: 'LRS', rate: 3.5, volume: rounded(times(kg, exact('3.5'))) }],
    },
    emergency_protocol: {
      name: 'Arrest',
      drugs: [
        {
          id: '1',
          name: 'Epinephrine',
          concentration: 1,
          volume_low: volume(kg, '0.01', '1'),
          volume_high: volume(kg, '0.04', '1'),
          route: 'IV',
        },
      ],
    },
    injections: ['Cefazolin', 'Cerenia'],
    ...over,
  }
}
const volumesIn = (content: ReturnType<typeof sheetFor>) => ({
  drugs: content.anesthesia_protocol.sections.flatMap(({ drugs }) => drugs.map((drug) => drug.volume)),
  fluids: content.anesthesia_protocol.fluids.map((fluid) => fluid.volume),
  emergency: content.emergency_protocol.drugs.map(({ volume_low, volume_high }) => [volume_low, volume_high]),
})
const isDraw = ({ collection }: Change) => collection === 'draws'

test('[API-28] a sheet with volumes from pounds; the server finds nothing to remark, and its draws are in the feed and the ledger', async () => {
  const before = (await ana.done('GET', '/ledger')).head.n
  const sent = sheetFor('Rex', '44.1', 'lb')
  expect(volumesIn(sent)).toEqual({ drugs: [0.2, 1, 0.15, 1.3, 1], fluids: [70], emergency: [[0.2, 0.8]] })
  const { item } = await ben.done('POST', '/sheets/', { body: sent })
  expect(item.content).toMatchObject(sent)
  expect(item.flags).toBeUndefined()
  expect(item.meta.author_name).toBe('Ben Brown')
  const changes = await tablet.changes()
  expect(changes.find(({ _id }) => _id === item._id)?.content).toEqual(item.content)
  expect(changes.filter(isDraw).map(({ content }) => content)).toMatchObject([
    {
      drug_name: 'Hydromorphone',
      drug_volume: 0.2,
      sheet_id: item._id,
      sheet_data: { patient_name: 'Rex', reason: 'Spay', patient_id: 'A-17', species: 0 },
    },
    { drug_name: 'Ketamine', drug_volume: 1, sheet_id: item._id },
  ])
  expect((await ana.done('GET', '/ledger')).head.n).toBe(before + 2)
})

test('a weight that pounds do not divide evenly, and one in kg', async () => {
  const pounds = sheetFor('Bella', '10', 'lb')
  expect(volumesIn(pounds)).toEqual({
    drugs: [0.05, 0.23, 0.03, 0.28, 0.23],
    fluids: [15.9],
    emergency: [[0.05, 0.18]],
  })
  const kilograms = sheetFor('Max', '7.25', 'kg')
  expect(volumesIn(kilograms)).toEqual({
    drugs: [0.07, 0.36, 0.05, 0.45, 0.36],
    fluids: [25.4],
    emergency: [[0.07, 0.29]],
  })
  for (const body of [pounds, kilograms]) {
    const { item } = await ana.done('POST', '/sheets/', { body })
    expect([item.content.name, item.flags]).toEqual([body.name, undefined])
  }
})

test('one whose volume is not what its weight gives is stored, and says so', async () => {
  const sent = sheetFor('Wrong', '44.1', 'lb')
  const [section] = sent.anesthesia_protocol.sections
  const [first, ...rest] = section?.drugs ?? []
  const wrong = {
    ...sent.anesthesia_protocol,
    sections: [{ title: 'Opioids', drugs: [{ ...first, volume: 2 }, ...rest] }],
  }
  const { item } = await ana.done('POST', '/sheets/', { body: { ...sent, anesthesia_protocol: wrong } })
  expect(item.flags).toEqual(['volume_differs'])
  await ana.done('DELETE', '/sheets/{}', { at: [item._id] })
})

test('with no more than the texts name: a procedure as text, drugs by name, concentration, volume and route', async () => {
  const { item } = await ana.done('POST', '/sheets/', {
    body: {
      species: 1,
      name: 'Tom',
      weight: '9.5',
      weight_units: 'lb',
      procedure: 'Castration',
      anesthesia_protocol: {
        name: 'Healthy cat',
        sections: [{ title: 'Opioids', drugs: [{ name: 'X', concentration: 1, volume: 0.43, route: 'SC' }] }],
        fluids: [{ name: 'LRS', volume: 15.1 }],
      },
    },
  })
  expect(item.content).toMatchObject({ weight: 9.5, outcome: 'N/A', injections: [], procedure: 'Castration' })
  const [shown] = await ana.done('GET', '/sheets/{}/all', { at: ['feline'] })
  expect(shown).toEqual(item)
})

test('[API-44] the saved sheets: newest first, by page, found by patient, procedure, author and day', async () => {
  const all = await ana.done('GET', '/sheets/{}/all', { at: ['canine'], query: { page: 1 } })
  const patients = (items: { content: { name: string } }[]) => items.map(({ content }) => content.name)
  expect(patients(all)).toEqual(['Max', 'Bella', 'Rex'])
  expect(await ana.done('GET', '/sheets/{}/all', { at: ['canine'], query: { page: 2 } })).toEqual([])
  const found = async (query: Record<string, string>) =>
    patients((await ana.done('GET', '/new/sheets', { query })).items).toSorted()
  expect(await found({ query: 'bel' })).toEqual(['Bella'])
  expect(await found({ query: 'castr', searchField: 'procedure' })).toEqual(['Tom'])
  expect(await found({ query: 'ben', searchField: 'author' })).toEqual(['Rex'])
  const [year = '', month = '', date = ''] = all[0].content.day.split('-')
  const query = `${month}/${date}/${year}`
  expect(await found({ query, searchField: 'date' })).toEqual(['Bella', 'Max', 'Rex', 'Tom'])
  const sorted = await ana.done('GET', '/sheets/{}', {
    at: ['canine'],
    query: { sortField: 'name', descending: 'false' },
  })
  expect(patients(sorted.items)).toEqual(['Bella', 'Max', 'Rex'])
})

test('[API-30] [API-31] stays as it was saved; deleted, it is voided with its draws', async () => {
  const { item } = await ben.done('POST', '/sheets/', { body: sheetFor('Gone', '44.1', 'lb') })
  const update = await ana.call('POST', '/sheets/update/{}', { at: [item._id], body: { name: 'Other' } })
  expect([update.status, update.body.code]).toEqual([409, 'immutable'])
  await tablet.changes()
  expect(await ana.done('DELETE', '/sheets/{}', { at: [item._id] })).toEqual({ success: true, deleted: 1 })
  const changes = await tablet.changes()
  expect(
    changes.map(({ collection, deleted, voided }) => [collection, deleted, voided !== undefined]),
  ).toEqual(
    expect.arrayContaining([
      ['sheets', false, true],
      ['draws', false, true],
      ['draws', false, true],
    ]),
  )
  const all = await ana.done('GET', '/sheets/{}/all', { at: ['canine'] })
  expect(all.map(({ _id }: { _id: string }) => _id)).not.toContain(item._id)
})
