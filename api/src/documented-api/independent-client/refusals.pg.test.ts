import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hire, openPractice, openTablet, visitServer } from './testing-practice.ts'

const guest = await visitServer()
const ana = await openPractice(guest)
const stranger = await openPractice(guest, 'Oak Avenue Clinic')
const tablet = await openTablet(ana)

const long = 'n'.repeat(51)
const drug = (over: object = {}) => ({
  section_key: -1,
  section_name: 'unset medications',
  species: [0],
  name: 'Ketamine',
  concentration: 100,
  dosage: [5, -1],
  route: ['IM', 'IM'],
  form: 'INJECTION',
  controlled: true,
  ...over,
})
const copy = (over: object = {}) => ({
  name: 'Ketamine',
  concentration: 100,
  dosage: 5,
  route: 'IM',
  form: 'INJECTION',
  controlled: true,
  ...over,
})
const emergency = (over: object = {}) => ({
  ...copy({ dosage: -1 }),
  dosage_from: 0.01,
  dosage_to: 0.02,
  ...over,
})
const section = (drugs: object[] = [copy()]) => ({ key: 999, title_s: 'Opioid', title_p: 'Opioids', drugs })
const protocol = (over: object = {}) => ({ species: 0, name: 'Healthy dog', sections: [section()], ...over })
const sheet = (over: object = {}) => ({
  species: 0,
  name: 'Rex',
  weight: 10,
  weight_units: 'kg',
  procedure: 'Spay',
  anesthesia_protocol: { name: 'Healthy dog', sections: [], fluids: [] },
  ...over,
})
const units = { weight: undefined }

test.each([
  ['drugs', drug({ name: '' }), 'Drug name is required.'],
  ['drugs', drug({ name: long }), 'Drug name is too long.'],
  ['drugs', drug({ concentration: 0 }), 'Drug concentration must be greater than zero.'],
  ['drugs', drug({ concentration: 100_001 }), 'Drug concentration is too large.'],
  ['drugs', drug({ dosage: ['five', -1] }), 'Canine dosage must be a valid number.'],
  ['drugs', drug({ dosage: [0.0005, -1] }), /0\.0005 would be saved as 0\.001/],
  ['fluids', { species: [], name: 'LRS', rate: 5 }, /species/],
  ['fluids', { species: [0], name: 'LRS', rate: 100_001 }, 'Fluid rate is too large.'],
  ['anesthesia-protocols', protocol({ name: long }), 'Your protocol name is too long.'],
  ['anesthesia-protocols', protocol({ name: '' }), 'Please enter the protocol name.'],
  ['anesthesia-protocols', protocol({ sections: [] }), 'Please add at least one section.'],
  ['anesthesia-protocols', protocol({ sections: [section([])] }), 'Please add at least one drug to Opioids.'],
  [
    'anesthesia-protocols',
    protocol({ sections: [section([copy({ concentration: '' })])] }),
    'Please enter the concentration for Ketamine (Opioids)',
  ],
  [
    'anesthesia-protocols',
    protocol({ fluids: [] }),
    'Please add at least one fluid or remove the fluids section.',
  ],
  [
    'anesthesia-protocols',
    protocol({ fluids: [{ name: 'LRS', rate: '' }] }),
    'Valid rate for LRS is required.',
  ],
  [
    'emergency-protocols',
    { species: 0, name: 'Arrest', drugs: [] },
    'Please add at least one emergency drug.',
  ],
  [
    'emergency-protocols',
    { species: 0, name: 'Arrest', drugs: [emergency({ dosage_from: '' })] },
    'Please enter the low dosage for Ketamine.',
  ],
  ['injections', { species: 0, name: long }, 'Your injection name is too long.'],
  ['procedures', { species: 0, name: '' }, 'Please enter the procedure name.'],
  ['sheets', sheet({ species: undefined }), "Please select your patient's species."],
  ['sheets', sheet({ procedure: undefined }), 'Please assign a procedure to your patient.'],
  ['sheets', sheet({ name: long }), 'Your patient name is too long.'],
  ['sheets', sheet({ patient_id: long }), 'Your patient ID is too long.'],
  ['sheets', sheet(units), 'Please enter the patient weight.'],
  ['sheets', sheet({ weight: 'heavy' }), 'Patient weight is an invalid number.'],
  [
    'sheets',
    sheet({ weight: 100_001 }),
    'Your patient weight is too large! Are you sure you entered it correctly?',
  ],
])('[Q-144] %s %j is refused in the words of its form', async (collection, body, message) => {
  const reply = await ana.call('POST', `/${collection}/`, { body, wrong: true })
  expect([reply.status, reply.body.code]).toEqual([422, 'invalid'])
  if (typeof message === 'string') expect(reply.body.message).toBe(message)
  else expect(reply.body.message).toMatch(message)
})

test.each([
  ['anesthesia-protocols', protocol({ sections: [section(Array.from({ length: 6 }, () => copy()))] })],
  ['anesthesia-protocols', protocol({ sections: Array.from({ length: 11 }, () => section()) })],
  ['emergency-protocols', { species: 0, name: 'A', drugs: Array.from({ length: 11 }, () => emergency()) }],
  ['sheets', sheet({ injections: Array.from({ length: 11 }, () => 'Cerenia') })],
])('%s with more than it may hold is refused', async (collection, body) => {
  const reply = await ana.call('POST', `/${collection}/`, { body, wrong: true })
  expect([reply.status, reply.body.success, typeof reply.body.field]).toEqual([422, false, 'string'])
})

test('[SECT-07] sections need both titles', async () => {
  const body = { sections: [{ title_s: 'Opioid', title_p: '' }] }
  expect((await ana.call('POST', '/organization/sections/update', { body })).body).toMatchObject({
    code: 'invalid',
    message: 'Please make sure all sections have singular and plural titles.',
  })
})

test('what was refused left nothing on any tablet', async () => {
  expect(await tablet.changes()).toEqual([])
})

test('an unknown species, section, type or record is not found', async () => {
  const search = { at: ['bird'], wrong: true } as const
  const bird = await ana.call('GET', '/procedures/{}', search)
  expect([bird.status, bird.body.items]).toEqual([404, []])
  expect((await ana.call('GET', '/drugs/{}/{}', { at: ['canine', 'nowhere'] })).status).toBe(404)
  expect((await ana.call('GET', '/library/{}/{}', { at: ['9', 'canine'] })).status).toBe(404)
  const nobody = await ana.call('POST', '/drugs/update/{}', { at: [randomUUID()], body: { name: 'X' } })
  expect([nobody.status, nobody.body.code]).toEqual([404, 'not_found'])
})

test('[Q-80] another organization’s record is not found, whatever is asked of it', async () => {
  const { item } = await stranger.done('POST', '/drugs/', { body: drug() })
  const answers = [
    await ana.call('GET', '/drugs/{}/{}/all', { at: ['canine', item._id] }),
    await ana.call('POST', '/drugs/update/{}', { at: [item._id], body: { name: 'X' } }),
    await ana.call('DELETE', '/drugs/{}', { at: [item._id] }),
    await ana.call('PUT', '/drugs', { body: { ids: [item._id] } }),
    await ana.call('POST', '/drugs/delete-multiple/{}', { at: ['canine'], body: { ids: [item._id] } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect(await ana.done('GET', '/drugs/{}/all', { at: ['canine'] })).toEqual([])
  const [stands] = await stranger.done('GET', '/drugs/{}/all', { at: ['canine'] })
  expect(stands).toEqual(item)
})

test('[Q-83] [Q-84] permissions are those that the texts number', async () => {
  const keeper = await hire(ana, 'Cleo Clark', [0])
  const staff = await hire(ana, 'Dan Dale', [1])
  const { item } = await ana.done('POST', '/injections/', { body: { species: 0, name: 'Cerenia' } })
  const answers = [
    await keeper.call('GET', '/injections/{}/all', { at: ['canine'] }),
    await keeper.call('POST', '/injections/', { body: { species: 0, name: 'X' } }),
    await staff.call('GET', '/organization/users'),
    await staff.call('POST', '/organization/sections/update', { body: { sections: [] } }),
    await staff.call('POST', '/drugs/update/keys', { body: [999] }),
    await staff.call('POST', '/injections/update/{}', { at: [item._id], body: { name: 'X' } }),
    await staff.call('DELETE', '/injections/{}', { at: [item._id] }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
  expect((await keeper.call('GET', '/organization/users')).status).toBe(200)
})

test('[Q-95] every call that names a token answers 401 without one, and with one that is none', async () => {
  const calls = ana.document.calls().filter(({ operation }) => operation.security.length > 0)
  expect(calls.length).toBeGreaterThan(70)
  for (const { method, shape, values } of calls) {
    for (const token of [undefined, 'not-a-token']) {
      const { status, body } = await guest.as(token).call(method, shape, { at: values, wrong: true })
      expect([method, shape, status, body.code]).toEqual([method, shape, 401, 'unauthenticated'])
    }
  }
})

test('all that is known here of the server is its document', () => {
  const folder = new URL('.', import.meta.url)
  const imported = readdirSync(folder)
    .filter((file) => file !== 'testing-server.ts')
    .flatMap((file) => [...readFileSync(new URL(file, folder), 'utf8').matchAll(/\bfrom '([^']+)'/g)])
    .map(([, source = '']) => source)
  expect(imported.length).toBeGreaterThan(5)
  const own = /^(node:|vitest$|ajv|\.\/testing-(client|document|practice|server)\.ts$)/
  expect(imported.filter((source) => !own.test(source))).toEqual([])
})
