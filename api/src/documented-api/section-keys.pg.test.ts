import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import type { DeviceReply } from 'sync-protocol/wire/devices'
import { expect, test } from 'vitest'
import { newOrganization, testApp, type SignedIn } from '../testing.ts'
import type { Section } from './sections.ts'
import { tablet } from './testing-writes.ts'

const { call, clock } = await testApp({ registration: 'open' })

interface Sections {
  next_key: number
  sections: Section[]
}
const read = async ({ token }: SignedIn) =>
  (await call('GET', '/organization/sections', { token })).body as unknown as Sections
const update = ({ token }: SignedIn, body: object) =>
  call('POST', '/organization/sections/update', { token, body })
const titles = (name: string) => ({ title_s: name, title_p: `${name}s` })

/** The keys that a new device is given. */
async function block({ token }: SignedIn, device: string = randomUUID()): Promise<number[]> {
  const body = { protocol: PROTOCOL, device, lane: randomUUID(), block: 0 }
  const { section_keys } = (await call('POST', '/sync/devices', { token, body }))
    .body as unknown as DeviceReply
  return Array.from(
    { length: section_keys.to - section_keys.from + 1 },
    (_, index) => section_keys.from + index,
  )
}

test('[Q-106] a drug is put into no section that never was; that of one that was removed is unset', async () => {
  const clinic = await newOrganization(call)
  const drug = {
    species: [0],
    name: 'Ketamine',
    concentration: 100,
    dosage: [5, -1],
    route: ['IM', 'IM'],
    form: 'INJECTION',
    controlled: true,
  }
  const insert = (section_key: number) =>
    call('POST', '/drugs/', { token: clinic.token, body: { ...drug, section_key } })
  const refused = {
    status: 422,
    body: { code: 'invalid', message: 'There is no such section.', field: 'section_key' },
  }
  const { next_key, sections } = await read(clinic)
  for (const key of [next_key, 55555, -3]) expect(await insert(key)).toMatchObject(refused)
  const added = [...sections, { key: next_key, ...titles('Opioid') }]
  await update(clinic, { sections: added })
  const made = await insert(next_key)
  const { _id } = made.body['item'] as { _id: string }
  const moved = { token: clinic.token, body: { section_key: 55555 } }
  expect(await call('POST', `/drugs/update/${_id}`, moved)).toMatchObject(refused)
  await update(clinic, { sections })
  const unset = { content: { section_key: -1, section_name: 'unset medications' } }
  expect(await insert(next_key)).toMatchObject({ status: 200, body: { item: unset } })
  const back = { token: clinic.token, body: { section_key: next_key, concentration: 50 } }
  expect(await call('POST', `/drugs/update/${_id}`, back)).toMatchObject({
    status: 200,
    body: { item: unset },
  })
})

test('[SECT-05] [API-14] the call never lowers next_key, whatever it sends', async () => {
  const clinic = await newOrganization(call)
  const given = await block(clinic)
  const { next_key, sections } = await read(clinic)
  expect(next_key).toBe(Math.max(...given) + 1)
  const added = [...sections, { key: next_key, ...titles('Opioid') }]
  const steps: [object, number][] = [
    [{ sections, next_key: 999 }, 200],
    [{ sections, next_key: -1 }, 200],
    [{ sections: added, next_key: 1 }, 200],
    [{ sections }, 200],
    [{ sections: [...sections, { ...titles('Sedative') }], next_key: 5 }, 200],
    // What the removed one was numbered nobody else is, nor what a tablet may still number.
    [{ sections: [...sections, { key: next_key, ...titles('Other') }] }, 409],
    [{ sections: [...sections, { key: given[3], ...titles('Other') }] }, 409],
  ]
  const seen = [next_key]
  for (const [body, status] of steps) {
    expect([body, (await update(clinic, body)).status]).toEqual([body, status])
    seen.push((await read(clinic)).next_key)
  }
  expect(seen).toEqual([
    next_key,
    next_key,
    next_key,
    next_key + 1,
    next_key + 1,
    next_key + 2,
    next_key + 2,
    next_key + 2,
  ])
})

test('[SECT-05] next_key is above every key of the list that it is read with, whoever adds meanwhile', async () => {
  const clinic = await newOrganization(call)
  const reads: Sections[] = []
  const adding = new AbortController()
  const reader = async () => {
    while (!adding.signal.aborted) reads.push(await read(clinic))
  }
  const readers = Array.from({ length: 4 }, reader)
  for (let n = 0; n < 30; n++) {
    const { next_key, sections } = await read(clinic)
    await update(clinic, { sections: [...sections, { key: next_key, ...titles(`Section ${n}`) }] })
  }
  adding.abort()
  await Promise.all(readers)
  expect(
    reads
      .filter(({ next_key, sections }) => sections.some(({ key }) => key >= next_key))
      .map((one) => one.next_key),
  ).toEqual([])
})

test('[SECT-05] however calls and devices come together, no key is given twice, and a tablet may use all of its own', async () => {
  const clinic = await newOrganization(call)
  const devices: number[][] = []
  // Who adds without having seen the others' sections is told so: they read again, as the description says.
  async function add(name: string, keyed: boolean): Promise<void> {
    for (;;) {
      const { token } = clinic
      const { body, headers } = await call('GET', '/organization/sections', { token })
      const { next_key, sections } = body as unknown as Sections
      const added = { ...(keyed ? { key: next_key } : {}), ...titles(name) }
      const answer = await call('POST', '/organization/sections/update', {
        token,
        headers: { 'if-match': String(headers['etag']) },
        body: { sections: [...sections, added], next_key: next_key + 1 },
      })
      if (answer.status === 200) return
      // 409 where both had seen the newest, and the other was a moment earlier.
      expect([409, 412]).toContain(answer.status)
      expect(answer.body['code']).toBe('conflict')
    }
  }
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      if (index % 3 === 2) devices.push(await block(clinic))
      else await add(`Section ${index}`, index % 3 === 0)
    }),
  )
  const { sections, next_key } = await read(clinic)
  const keys = sections.flatMap(({ key }) => (key >= 0 ? [key] : []))
  expect(keys).toHaveLength(8)
  const all = [...keys, ...devices.flat()]
  expect(new Set(all).size).toBe(all.length)
  expect(next_key).toBeGreaterThan(Math.max(...all))
  const pad = tablet(call, clinic, () => clock.now)
  const own = devices.map((given, index) => ({ key: given[0] ?? -1, ...titles(`Of tablet ${index}`) }))
  await pad.write('sections', own)
  expect((await read(clinic)).sections).toEqual(expect.arrayContaining(own))
})
