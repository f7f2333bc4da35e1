import { randomUUID } from 'node:crypto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { clinicDatabase, type ClinicDatabase } from '../src/data/database/clinic-database.ts'
import { newLane } from '../src/data/outbox/lanes.ts'
import type { Saver } from '../src/data/outbox/save.ts'
import { OfflineError, type Answer, type Call } from '../src/data/people/server-call.ts'
import { writeSetting } from '../src/data/database/settings.ts'
import type { EnginePorts } from '../src/sync/exchange.ts'
import { newPushMemory } from '../src/sync/push-lane.ts'
import { syncRound, type RoundResult } from '../src/sync/round.ts'

export interface EngineTablet {
  clinic: ClinicDatabase
  saver: Saver
  /** Sends and reads once. */
  round(): Promise<RoundResult>
}

/** The real engine over storage in memory, against a real server; `pass` may answer a request in the server's place. */
export async function engineTablet(
  url: string,
  email: string,
  password: string,
  pass: (call: Call) => Promise<Answer | undefined> = () => Promise.resolve(undefined),
): Promise<EngineTablet> {
  const call = async (sent: Call): Promise<Answer> => (await pass(sent)) ?? send(url, sent)
  const lane = randomUUID()
  const login = await call({ method: 'POST', path: '/user/login', token: null, body: { email, password } })
  const { token, user } = login.body as { token: string; user: { _id: string; name: string; org_id: string } }
  const clinic = clinicDatabase(user.org_id, { indexedDB: new IDBFactory(), IDBKeyRange })
  await writeSetting(clinic, 'device', randomUUID())
  await clinic.lanes.put(newLane({ user_id: user._id, user_name: user.name }, lane))
  const ports: EnginePorts = {
    clinic,
    call,
    deviceNow: Date.now,
    newId: randomUUID,
    credentials: () => ({ user_id: user._id, token }),
    mayRead: () => true,
    signedIn: () => user._id,
    tokenRefused: () => undefined,
    clockKnown: () => undefined,
  }
  const memory = newPushMemory()
  return {
    clinic,
    saver: { user_id: user._id, deviceNow: Date.now, newId: randomUUID },
    round: () => syncRound(ports, memory),
  }
}

async function send(url: string, { method, path, token, body }: Call): Promise<Answer> {
  const headers = {
    ...(token === null ? {} : { authorization: token }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const reply = await fetch(`${url}${path}`, request).catch((error: unknown) => {
    throw new OfflineError(error)
  })
  return { status: reply.status, body: (await reply.json()) as unknown, retryAfterMs: undefined }
}
