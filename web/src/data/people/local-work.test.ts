import { expect, test } from 'vitest'
import { FleetServer } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { procedure, sheetDraft } from '../../sync/testing/samples.ts'
import { saveDraftAs } from '../drafts/drafts.ts'
import { unsentWork } from './local-work.ts'
import { saveAs } from '../outbox/save.ts'
import { tellOfSession } from '../outbox/session-log.ts'

const tom = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Tom', perms: [1] }

test('[T7] what is unsent is told by name, the oldest first, until the server has it', async () => {
  const server = new FleetServer(
    '0193aaaa-0000-7000-8000-000000000001',
    '0193aaaa-0000-7000-8000-00000000000e',
    [tom],
  )
  const tablet = new FleetDevice(server, 1)
  await tablet.start()
  await tablet.signIn(tom)
  const { clinic, saver } = tablet
  const names = async (most: number) => (await unsentWork(clinic, most)).map(({ message }) => message)
  expect(await names(9)).toEqual([])
  await tellOfSession(clinic, tom.id, 'session.log_in_failed')
  await saveDraftAs(clinic, saver, tablet.newId(), sheetDraft({ name: 'Bella' }))
  await saveAs(clinic, saver, {
    action: 'procedure.create',
    ops: [{ op: 'create', collection: 'procedures', _id: tablet.newId(), content: procedure('Spay') }],
  })
  await saveDraftAs(clinic, saver, tablet.newId(), sheetDraft())
  expect(await names(9)).toEqual([
    'Open anesthesia sheet for Bella',
    expect.stringContaining('Spay'),
    'Open anesthesia sheet',
  ])
  expect(await names(1)).toEqual(['Open anesthesia sheet for Bella'])
  expect(await unsentWork(clinic, 1)).toMatchObject([{ user_name: 'Tom', at: expect.any(String) }])
  await tablet.round()
  expect(await names(9)).toEqual([])
})
