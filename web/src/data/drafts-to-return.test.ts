import { expect, test } from 'vitest'
import { FleetServer } from '../sync/testing/fleet-server.ts'
import { FleetTablet } from '../sync/testing/fleet-tablet.ts'
import { workedOn } from './drafts-to-return.ts'
import { saveAs } from './save.ts'
import { readSetting, writeSetting } from './settings.ts'

const draft = (_id: string) => ({
  _id,
  author_id: 'ana',
  content: { kind: 'sheet', name: 'Rex', weight: '5' },
})
const drafts = [draft('one'), draft('two')]

test('[L6] what was typed since the history ended stays over what stood before, field by field', () => {
  const set = { weight: '6' }
  const was = { weight: '4', weight_units: '-' }
  const typed = workedOn(drafts, [{ op: 'update', collection: 'drafts', _id: 'one', base: 1, set, was }])
  expect(typed).toEqual([
    { ...draft('one'), content: { kind: 'sheet', name: 'Rex', weight: '6' } },
    draft('two'),
  ])
})

test('[L6] a draft that ended since does not come back', () => {
  expect(workedOn(drafts, [{ op: 'delete', collection: 'drafts', _id: 'one', base: 1 }])).toEqual([
    draft('two'),
  ])
})

test('work on anything else changes nothing of them', () => {
  expect(workedOn(drafts, [{ op: 'delete', collection: 'drugs', _id: 'one', base: 1 }])).toBe(drafts)
})

test('[L6] [T1] a save keeps what it types over the draft that is still to come back, and lets one go that it ends', async () => {
  const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }
  const org = '0193aaaa-0000-7000-8000-000000000001'
  const tablet = new FleetTablet(new FleetServer(org, '0193aaaa-0000-7000-8000-00000000000e', [ana]), 1)
  await tablet.start()
  await tablet.signIn(ana)
  const { clinic, saver } = tablet
  const [one, two] = [draft(tablet.newId()), draft(tablet.newId())]
  await writeSetting(clinic, 'drafts_to_return', [one, two])
  const typed = { op: 'update', collection: 'drafts', _id: one._id, base: 1 } as const
  const set = { weight: '6' }
  await saveAs(clinic, saver, { action: 'draft.save', ops: [{ ...typed, set, was: { weight: '5' } }] })
  const kept = { ...one, content: { ...one.content, ...set } }
  expect(await readSetting(clinic, 'drafts_to_return')).toEqual([kept, two])
  const ended = { op: 'delete', collection: 'drafts', _id: two._id, base: 1 } as const
  await saveAs(clinic, saver, { action: 'draft.delete', ops: [ended] })
  expect(await readSetting(clinic, 'drafts_to_return')).toEqual([kept])
})
