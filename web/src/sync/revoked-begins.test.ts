import { expect, test } from 'vitest'
import { saveAs } from '../data/outbox/save.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { FleetServer } from './testing/fleet-server.ts'
import { procedure } from './testing/samples.ts'

const id = (kind: string, n: number) =>
  `0193aaaa-0000-7000-8000-${kind.repeat(10)}${String(n).padStart(2, '0')}`
const ORG = id('0', 1)
const [FIRST, SECOND] = [id('e', 1), id('e', 2)]
const ana = { id: id('a', 1), name: 'Ana', perms: [1, 2] }

test('[D2] [L6] a tablet that a restored server revoked, with nothing unsent, begins its history and brings back what it lacks', async () => {
  const server = new FleetServer(ORG, FIRST, [ana])
  const tablet = new FleetDevice(server, 1)
  tablet.tells = true
  await tablet.start()
  await tablet.signIn(ana)
  await tablet.round()
  const restore = server.backup()
  const _id = tablet.newId()
  await saveAs(tablet.clinic, tablet.saver, {
    action: 'procedure.create',
    ops: [{ op: 'create', collection: 'procedures', _id, content: procedure('Lost', '') }],
  })
  await tablet.round()
  restore(SECOND)
  server.revoke(tablet.device)
  server.now += 60_000
  await tablet.round()
  expect(server.store.allRecords(ORG)).toMatchObject([{ _id, content: { name: 'Lost' } }])
  // Only then do its records go.
  expect(tablet.wiped).toBe(true)
})
