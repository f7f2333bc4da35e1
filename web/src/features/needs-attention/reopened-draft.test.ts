import { sheetDraft as sheetDraftOf } from 'sync-protocol/records/draft'
import { sheetIdFrom } from 'sync-protocol/records/sheet-id'
import { afterEach, expect, test } from 'vitest'
import { attentionFor } from '../../data/attention/attention.ts'
import { viewOf } from '../../data/database/clinic-database.ts'
import { endDraftOp, saveDraftAs } from '../../data/drafts/drafts.ts'
import { saveAs } from '../../data/outbox/save.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import { FleetServer, type FleetUser } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { sheet, sheetDraft } from '../../sync/testing/samples.ts'
import { isSheetDraft, openSetAside, reopenTyped, typesSheet } from './reopened-draft.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ANA = '0193aaaa-0000-7000-8000-0000000000a1'

afterEach(() => setSignedIn(undefined))

async function tabletOf(server: FleetServer, ana: FleetUser, seed: number) {
  const tablet = new FleetDevice(server, seed)
  await tablet.start()
  await tablet.signIn(ana)
  const user = { _id: ANA, name: 'Ana', email: 'ana@clinic.test', org_id: ORG, org_name: 'Clinic' }
  const here = () =>
    setSignedIn({
      clinic: tablet.clinic,
      user: { ...user, org_perms: [1], time_zone: 'America/Chicago', demo: false },
    })
  const waiting = () => attentionFor(tablet.clinic, { _id: ANA, org_perms: [1] })
  const open = async () =>
    (
      await viewOf(tablet.clinic, 'drafts')
        .filter(({ deleted }) => !deleted)
        .toArray()
    ).map(({ _id, content }) => {
      const { name, weight } = sheetDraftOf.parse(content)
      return { _id, name, weight }
    })
  const type = (id: string, more: Parameters<typeof sheetDraft>[0]) =>
    saveDraftAs(tablet.clinic, tablet.saver, id, sheetDraft(more))
  return { tablet, here, waiting, open, type }
}

test.each([false, true])(
  '[T3] what was typed into an open sheet and refused opens again with all of it; what lives ends (begun before: %s)',
  async (begun) => {
    const ana: FleetUser = { id: ANA, name: 'Ana', perms: begun ? [1] : [0] }
    const { tablet, here, waiting, open, type } = await tabletOf(new FleetServer(ORG, EPOCH, [ana]), ana, 3)
    here()
    const id = tablet.newId()
    await type(id, { name: 'Rex', weight: '' })
    await tablet.round()
    ana.perms = [0]
    await type(id, { name: 'Rex', weight: '22' })
    await tablet.round()
    await type(id, { name: 'Rex the second', weight: '22' })
    await tablet.round()
    ana.perms = [1]
    await tablet.round()
    const [entry, ...more] = await waiting()
    expect(more).toEqual([])
    if (entry?.sort !== 'refused') throw new Error('What was typed is not in Needs attention.')
    expect(typesSheet(entry)).toBe(true)
    const draftId = await reopenTyped(entry)
    expect(await open()).toEqual([{ _id: draftId, name: 'Rex the second', weight: '22' }])
    await tablet.round()
    await tablet.round()
    expect(await waiting()).toEqual([])
    expect(await open()).toEqual([{ _id: draftId, name: 'Rex the second', weight: '22' }])
  },
)

test('[M3] [M9] two versions of an open sheet: the one that was set aside opens as a sheet of its own, and both stand', async () => {
  const ana: FleetUser = { id: ANA, name: 'Ana', perms: [1] }
  const server = new FleetServer(ORG, EPOCH, [ana])
  const one = await tabletOf(server, ana, 5)
  const two = await tabletOf(server, ana, 6)
  const id = one.tablet.newId()
  one.here()
  await one.type(id, { name: 'Rex', weight: '20' })
  await one.tablet.round()
  await two.tablet.round()
  await one.type(id, { name: 'Rex', weight: '26.4' })
  await two.type(id, { name: 'Rex', weight: '12' })
  await one.tablet.round()
  await two.tablet.round()
  two.here()
  const [entry] = await two.waiting()
  if (entry?.sort !== 'conflict') throw new Error('There is no conflict.')
  expect(isSheetDraft(entry)).toBe(true)
  const draftId = await openSetAside(entry)
  await two.tablet.round()
  expect(await two.waiting()).toEqual([])
  // Nothing of it is saved.
  const opened = async (at: string) =>
    sheetDraftOf.parse((await viewOf(two.tablet.clinic, 'drafts').get(at))?.content).saved_as
  expect(await opened(draftId)).toBe(null)
  const weights = new Map((await two.open()).map(({ _id, weight }) => [_id, weight]))
  expect(weights).toEqual(
    new Map([
      [id, '26.4'],
      [draftId, '12'],
    ]),
  )
})

test('[M9] a late entry that opens as another sheet knows what its patient’s sheet was saved as', async () => {
  const ana: FleetUser = { id: ANA, name: 'Ana', perms: [1] }
  const server = new FleetServer(ORG, EPOCH, [ana])
  const one = await tabletOf(server, ana, 7)
  const two = await tabletOf(server, ana, 8)
  const id = one.tablet.newId()
  one.here()
  await one.type(id, { name: 'Rex', weight: '12' })
  await one.tablet.round()
  await two.tablet.round()
  await two.type(id, { name: 'Rex', weight: '14' })
  const sheetId = sheetIdFrom(id, one.tablet.newId())
  const end = await endDraftOp(one.tablet.clinic, id)
  const save = { op: 'create' as const, collection: 'sheets' as const, _id: sheetId, content: sheet('Rex') }
  await saveAs(one.tablet.clinic, one.tablet.saver, {
    action: 'sheet.save',
    ops: [save, ...(end === null ? [] : [end])],
  })
  await one.tablet.round()
  await two.tablet.round()
  two.here()
  const [entry] = await two.waiting()
  if (entry?.sort !== 'conflict') throw new Error('There is no conflict.')
  const draftId = await openSetAside(entry)
  const opened = sheetDraftOf.parse((await viewOf(two.tablet.clinic, 'drafts').get(draftId))?.content)
  expect(opened).toMatchObject({ weight: '14', saved_as: sheetId })
})
