import { afterEach, expect, test } from 'vitest'
import { FleetServer } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { draw } from '../../sync/testing/samples.ts'
import { drawFacts } from './draw-facts.ts'
import { forgetLists, listIndexOf } from './list-index.ts'
import { defaultQuery, searchList, type ListQuery } from './list-search.ts'
import { saveAs } from '../outbox/save.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const SHEET = '0193aaaa-0000-7000-8000-00000000005e'
const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1, 2] }

afterEach(forgetLists)

async function clinicWithDraws() {
  const tablet = new FleetDevice(new FleetServer(ORG, EPOCH, [ana]), 11)
  await tablet.start()
  await tablet.signIn(ana)
  const add = async (content: ReturnType<typeof draw>) => {
    const _id = tablet.newId()
    await saveAs(tablet.clinic, tablet.saver, {
      action: 'draw.create',
      ops: [{ op: 'create', collection: 'draws', _id, content }],
    })
    return _id
  }
  const index = listIndexOf(tablet.clinic, 'draws', 'America/Chicago')
  await index.ready
  return { tablet, add, index }
}

test('[DRAW-32] the index carries all that lists of draws show, of single draws and of those of sheets', async () => {
  const { tablet, add, index } = await clinicWithDraws()
  const rex = draw('Rex', '-')
  const data = { patient_name: 'Mia', patient_id: 'K-7', reason: 'Dental', species: 1 as const }
  const single = await add({ ...rex, schedule: 'IV' })
  const ofSheet = await add({ ...rex, sheet_id: SHEET, sheet_data: data, enter_measured_volume: true })
  const facts = () => {
    const all = new Map(drawFacts(index.entries()).map((each) => [each._id, each]))
    return [all.get(single), all.get(ofSheet)]
  }
  expect(facts()).toMatchObject([
    {
      _id: single,
      day: '2026-11-20',
      author_name: 'Ana',
      drug_name: 'Butorphanol',
      drug_concentration: 10,
      drug_volume: 0.5,
      drug_form: 'INJECTION',
      schedule: 'IV',
      sheet_id: '-',
      patient_name: 'Rex',
      patient_id: '',
      reason: 'Castration',
      species: 0,
      voided: false,
      pending: true,
    },
    { _id: ofSheet, sheet_id: SHEET, patient_id: 'K-7', species: 1, enter_measured_volume: true },
  ])
  const [first] = facts()
  expect(facts()[0]).toBe(first)
  const ops = [
    { op: 'void' as const, collection: 'draws' as const, _id: single, base: 1, reason: 'Entered twice' },
  ]
  await tablet.round()
  await saveAs(tablet.clinic, tablet.saver, { action: 'draw.delete', ops })
  expect(facts().map((each) => each?.voided)).toEqual([true, false])
})

test('draws are searched and sorted by patient, drug and procedure, of one species', async () => {
  const { add, index } = await clinicWithDraws()
  const rex = draw('Rex', '-')
  await add({ ...rex, sheet_data: { patient_name: 'Zoe', patient_id: 'K-7', reason: 'Dental', species: 0 } })
  await add({ ...rex, drug_name: 'Ketamine' })
  await add({ ...rex, sheet_data: { patient_name: 'Mia', reason: 'Spay', species: 1 } })
  const found = (query: Partial<ListQuery>) =>
    drawFacts(searchList(index.entries(), { ...defaultQuery, species: 0, ...query })).map(
      ({ patient_name }) => patient_name,
    )
  expect(found({ sort: 'patient', order: 'ascending' })).toEqual(['Rex', 'Zoe'])
  expect(found({ sort: 'patient', order: 'descending' })).toEqual(['Zoe', 'Rex'])
  expect(found({ field: 'patient', text: 'k-7' })).toEqual(['Zoe'])
  expect(found({ field: 'name', text: 'keta' })).toEqual(['Rex'])
  expect(found({ field: 'procedure', text: 'dent' })).toEqual(['Zoe'])
  expect(found({ species: 1 })).toEqual(['Mia'])
})
