import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { clinicDatabase } from '../data/database/clinic-database.ts'
import { newId } from '../data/database/ids.ts'
import { OfflineError } from '../data/people/server-call.ts'
import { leadersClinic, Ousted, raiseLeaderTerm } from '../data/outbox/leader-term.ts'
import { beginLeaderTerm } from './begin-leader-term.ts'
import { newPushMemory } from './push-lane.ts'

test('[T4] who is ousted while the term begins fails in no other way than later: its first round says so', async () => {
  const clinic = clinicDatabase(newId())
  const onOusted = vi.fn<() => void>()
  let other: Promise<number> | undefined
  const term = await beginLeaderTerm(
    clinic,
    (own) => ({
      clinic: own,
      call: () => Promise.reject(new OfflineError('no answer')),
      deviceNow: () => 0,
      newId,
      credentials: () => null,
      mayRead: () => false,
      signedIn: () => null,
      tokenRefused: () => undefined,
      clockKnown: () => undefined,
    }),
    onOusted,
    (of, number, ousted) => {
      other = raiseLeaderTerm(of)
      return leadersClinic(of, number, ousted)
    },
  )
  expect(await other).toBe(2)
  expect(onOusted).toHaveBeenCalled()
  const result = await term.round(newPushMemory())
  expect(result).toMatchObject({ ok: false, reachable: true })
  expect(result.error).toBeInstanceOf(Ousted)
  term.end()
  clinic.close()
})
