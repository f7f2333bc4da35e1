import 'fake-indexeddb/auto'
import type { Dexie, Table } from 'dexie'
import { beforeAll, expect, test } from 'vitest'
import { deviceDatabase } from '../device/device-database.ts'
import { clinicDatabase } from './clinic-database.ts'

const clinic = clinicDatabase('one-write')
const again = clinicDatabase('one-write')
const device = deviceDatabase()
beforeAll(() => Promise.all([clinic.open(), again.open(), device.open()]))

test.each<[string, Dexie, readonly Table[], Table]>([
  ['a clinic', clinic, [clinic.settings], clinic.kept_forms],
  ['a clinic on another page', clinic, [clinic.settings], again.lanes],
  ['a clinic whose tables are all written', clinic, clinic.tables, clinic.list_changes],
  ['the tablet', device, [device.session], device.failures],
])('of %s the second write begins when the first has ended', async (_, database, first, second) => {
  const told: string[] = []
  const holding = database.transaction('rw', first, async (running) => {
    running.idbtrans.addEventListener('complete', () => told.push('first ended'))
    for (let read = 0; read < 50; read += 1) await first[0]?.count()
    told.push('first goes on')
  })
  const waiting = second.db.transaction('rw', [second], async () => {
    await second.count()
    told.push('second begins')
  })
  await Promise.all([holding, waiting])
  expect(told).toEqual(['first goes on', 'first ended', 'second begins'])
})

test('who reads waits for no write of another table', async () => {
  const told: string[] = []
  await Promise.all([
    clinic.transaction('rw', [clinic.settings], async () => {
      for (let read = 0; read < 50; read += 1) await clinic.settings.count()
      told.push('written')
    }),
    clinic.lanes.count().then(() => told.push('read')),
  ])
  expect(told).toEqual(['read', 'written'])
})
