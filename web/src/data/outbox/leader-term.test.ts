import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { clinicDatabase, type ClinicDatabase } from '../database/clinic-database.ts'
import { newId } from '../database/ids.ts'
import { newLane } from './lanes.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { leadersClinic, raiseLeaderTerm } from './leader-term.ts'

const open: ClinicDatabase[] = []
const kept = (clinic: ClinicDatabase) => {
  open.push(clinic)
  return clinic
}
afterEach(() => {
  for (const clinic of open.splice(0)) clinic.close()
})

async function twoLeaders() {
  const clinic = kept(clinicDatabase(newId()))
  const ousted = vi.fn<() => void>()
  const first = kept(leadersClinic(clinic, await raiseLeaderTerm(clinic), ousted))
  await writeSetting(first, 'cursor', 1)
  const second = kept(leadersClinic(clinic, await raiseLeaderTerm(clinic), () => undefined))
  return { clinic, first, second, ousted }
}

test('[T4] after another began to lead, no write of the one before it is taken, whichever way it writes', async () => {
  const { clinic, first, second, ousted } = await twoLeaders()
  await writeSetting(second, 'cursor', 2)
  const lane = newLane({ user_id: newId(), user_name: 'Ana' }, newId())
  await expect(writeSetting(first, 'cursor', 3)).rejects.toThrow()
  await expect(first.lanes.put(lane)).rejects.toThrow()
  await expect(
    first.transaction('rw', [first.lanes, first.outbox], async () => {
      await first.lanes.put(lane)
      await first.outbox.clear()
    }),
  ).rejects.toThrow()
  expect(ousted).toHaveBeenCalledTimes(3)
  expect(await readSetting(clinic, 'cursor')).toBe(2)
  expect(await clinic.lanes.count()).toBe(0)
})

test('[T4] a transaction that began before the other one led stands whole; reads and saves are nobody’s term', async () => {
  const { clinic, first } = await twoLeaders()
  expect(await readSetting(first, 'cursor')).toBe(1)
  await writeSetting(clinic, 'cursor', 5)
  expect(await readSetting(first, 'cursor')).toBe(5)
})
