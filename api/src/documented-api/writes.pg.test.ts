import { randomUUID } from 'node:crypto'
import type { AttentionContent } from 'sync-protocol/records/attention'
import { describe, expect, test } from 'vitest'
import { newOrganization, newUser, testApp, type Call, type SignedIn } from '../testing.ts'
import type { Item } from './item.ts'
import { tablet } from './testing-writes.ts'

const { app, call, clock, database, open } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call)
const other = await newOrganization(call)
const staff = await newUser(call, clinic, [1])
const pad = tablet(call, clinic, () => clock.now)

const post = (path: string, body: unknown, by: SignedIn = clinic, headers: Call['headers'] = {}) =>
  call('POST', path, { token: by.token, body, headers })
const made = async (path: string, body: unknown, by: SignedIn = clinic): Promise<Item> => {
  const reply = await post(path, body, by)
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body['item'] as Item
}
const listed = async (path: string, by: SignedIn = clinic) =>
  (await call('GET', path, { token: by.token })).body as unknown as Item[]
const log = async () =>
  (
    await database.pool.query<{ message: string }>(
      'SELECT message FROM "logged-actions" WHERE org_id = $1 ORDER BY received_at, entry_id',
      [clinic.user.org_id],
    )
  ).rows.map(({ message }) => message)
const attention = async () =>
  (await pad.pulled())
    .filter(({ collection }) => collection === 'attention')
    .map(({ content }) => content as unknown as AttentionContent)

const reversal = (over: object = {}) => ({
  name: 'Xylazine',
  species: 0,
  rule: 'mg_per_kg',
  value: 0.1,
  route: 'IM',
  ...over,
})
const drug = (over: object = {}) => ({
  section_key: -1,
  section_name: 'unset medications',
  species: [0, 1],
  name: ' Ketamine ',
  concentration: 100,
  dosage: [5, 4],
  dosage_from: [-1, -1],
  dosage_to: [-1, -1],
  route: ['IM', 'IV'],
  form: 'INJECTION',
  controlled: true,
  ...over,
})

describe('inserting', () => {
  test('[API-17] [API-29] [API-52] a drug: kept as the form would, author and dates the server’s', async () => {
    const lie = {
      meta: { author_id: other.user._id, date_created: '2000-01-01T00:00:00.000Z' },
      org_id: other.user.org_id,
    }
    const reply = await post(
      '/drugs/',
      { ...drug({ concentration: 0.54004, dosage: ['5', 4] }), ...lie, _id: randomUUID() },
      staff,
    )
    expect([reply.status, reply.headers['etag'], reply.body]).toEqual([
      200,
      '"1"',
      {
        success: true,
        item: {
          _id: expect.any(String),
          version: 1,
          meta: {
            author_id: staff.user._id,
            author_name: 'Some Body',
            date_created: clock.now.toISOString(),
          },
          content: drug({ name: 'Ketamine', concentration: 0.54, section_key: -1 }),
        },
      },
    ])
    expect(await listed('/drugs/0/all', other)).toEqual([])
    expect(await log()).toContainEqual(expect.stringMatching(/^Created drug 'Ketamine'/))
  })

  test('reaches the tablets through the feed', async () => {
    const item = await made('/injections', { name: 'Cerenia', species: 0 })
    const record = (await pad.pulled()).find(({ _id }) => _id === item._id)
    expect(record).toMatchObject({
      collection: 'injections',
      version: 1,
      content: { name: 'Cerenia', species: 0 },
    })
  })

  test('[API-37] every collection, also by its type code', async () => {
    const copy = {
      name: 'Ketamine',
      concentration: 100,
      dosage: 5,
      route: 'IM',
      form: 'INJECTION',
      controlled: true,
    }
    const protocol = {
      species: 0,
      name: 'Routine',
      sections: [{ key: 999, title_s: 'Opioid', title_p: 'Opioids', drugs: [copy] }],
      fluids: [{ name: 'LRS', rate: 5 }],
    }
    expect((await made('/1/', protocol)).content).toMatchObject({
      sections: [{ drugs: [{ dosage: 5, dosage_from: -1, dosage_to: -1 }] }],
    })
    const { dosage: _, ...range } = { ...copy, dosage_from: 0.1, dosage_to: 0.05 }
    expect(
      (await made('/eprotocols/', { species: 1, name: 'Arrest', drugs: [range] })).content,
    ).toMatchObject({
      drugs: [{ dosage: -1, dosage_from: 0.1, dosage_to: 0.05 }],
    })
    expect((await made('/4/', { species: 1, name: 'Spay', notes: '  ' })).content).toEqual({
      species: 1,
      name: 'Spay',
      notes: '',
    })
    expect((await made('/7/', { species: [0], name: 'LRS', rate: 3.3 })).content).toEqual({
      species: [0],
      name: 'LRS',
      rate: 3.3,
    })
  })

  test.each([
    ['drugs', 'name', { name: ' ' }, 'Drug name is required.'],
    ['drugs', 'name', { name: 'n'.repeat(51) }, 'Drug name is too long.'],
    ['drugs', 'name', { name: 'n'.repeat(25_000) }, 'Drug name is too long.'],
    ['drugs', 'reference', { reference: 'n'.repeat(25_000) }, 'Reference is too long.'],
    [
      'drugs',
      'name',
      { name: 'Ketamine \u202E' },
      'This text holds hidden characters that make the numbers beside it read backwards.',
    ],
    ['drugs', 'concentration', { concentration: undefined }, 'Drug concentration is required.'],
    ['drugs', 'concentration', { concentration: '1e3' }, 'Drug concentration must be a valid number.'],
    ['drugs', 'dosage.1', { dosage: [5, 0] }, 'Feline dosage must be greater than zero.'],
    ['drugs', 'dosage.0', { dosage: [100001, 4] }, 'Canine dosage is too large.'],
    ['drugs', 'dosage_from.0', { section_key: -2 }, 'Canine low dosage must be greater than zero.'],
    ['drugs', 'species', { species: [] }, 'Please select at least one species.'],
    ['drugs', 'route', { route: undefined }, 'Route is required.'],
    [
      'drugs',
      'section_name',
      { section_key: undefined, section_name: 'nowhere' },
      'There is no such section.',
    ],
    ['drugs', 'review_months', { review_months: 0 }, 'Review after must be greater than zero.'],
    ['drugs', 'review_months', { review_months: 'soon' }, 'Review after must be a valid number.'],
    [
      'drugs',
      'limits.0.max',
      { limits: [{ max: -1 }, null] },
      'Highest usual dosage must be greater than zero.',
    ],
    [
      'drugs',
      'limits.1.never',
      { limits: [null, { never: 'x'.repeat(121) }] },
      'Reason not to use it is too long.',
    ],
    [
      'drugs',
      'limits.1.max',
      { limits: [null, { min: 5, max: 0.5 }] },
      'Feline highest usual dosage must not be below the lowest.',
    ],
    ['drugs', 'limits.0.cap_mg', { limits: [{ cap_mg: 100001 }, null] }, 'Canine maximum dose is too large.'],
    [
      'drugs',
      'reverses.1.value',
      { reverses: [reversal(), reversal({ species: 1, value: 0 })] },
      'Reversal dose must be greater than zero.',
    ],
    [
      'drugs',
      'reverses.1.name',
      { reverses: [reversal(), reversal({ name: 'xylazine ' })] },
      'xylazine is already listed for dogs.',
    ],
    [
      'drugs',
      'reverses.0.rule',
      {
        controlled: false,
        schedule: null,
        amount_unit: 'units',
        reverses: [reversal({ rule: 'times_mass' })],
      },
      'Only a drug measured in mg can be given as “times its dose”.',
    ],
    ['drugs', 'dosage_form', { dosage_form: [1, 1] }, 'This field does not exist.'],
  ])('[Q-144] %s with a bad %s is 422 in the form’s words', async (path, field, over, message) => {
    const reply = await post(`/${path}/`, drug(over))
    expect([reply.status, reply.body]).toEqual([422, { success: false, code: 'invalid', message, field }])
  })

  test('[Q-144] hidden characters that turn numbers around are found wherever they are', async () => {
    const procedure = { species: 0, name: 'Spay', notes: '12.5 \u2067' }
    const reply = await post('/procedures/', procedure)
    expect([reply.status, reply.body['field']]).toEqual([422, 'notes'])
    const outcome = await post('/sheets/', sheet({ injections: ['Cefazolin', 'Saline \u202D'] }))
    expect([outcome.status, outcome.body['field']]).toEqual([422, 'injections.1'])
  })

  test('[Q-02] a dosage that 3 decimals would change by more than 2 % names the rounded number', async () => {
    const reply = await post('/drugs/', drug({ dosage: [0.0005, 4] }))
    expect([reply.status, reply.body['field']]).toEqual([422, 'dosage.0'])
    expect(reply.body['message']).toContain('0.0005 would be saved as 0.001')
  })

  test.each([
    ['anesthesia-protocols', { species: 0, name: 'P', sections: [] }, 'Please add at least one section.'],
    ['emergency-protocols', { species: 0, name: '', drugs: [] }, 'Please enter the emergency protocol name.'],
    ['injections', { species: 0, name: '' }, 'Please enter the injection name.'],
    ['procedures', { species: 0, name: 'x'.repeat(51) }, 'Your procedure name is too long.'],
    ['procedures', { species: 0, name: 'Spay', notes: 'x'.repeat(25_000) }, 'Notes is too long.'],
    ['procedures', { name: 'Spay' }, 'Species is required.'],
    ['fluids', { species: [0], name: 'LRS', rate: 100001 }, 'Fluid rate is too large.'],
  ])('[Q-144] %s in the form’s words', async (path, body, message) => {
    expect(await post(`/${path}/`, body)).toMatchObject({ status: 422, body: { code: 'invalid', message } })
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
  const opioids = <D extends object>(...drugs: D[]) => ({
    key: 999,
    title_s: 'Opioid',
    title_p: 'Opioids',
    drugs,
  })
  const protocol = (over: object = {}) => ({
    species: 0,
    name: 'Routine',
    sections: [opioids(copy())],
    ...over,
  })

  test('a copy in a protocol keeps what it is judged by, which the log says when it changes', async () => {
    const judged = copy({ usual: 4, limits: { min: 2, max: 10 } })
    const item = await made(
      '/anesthesia-protocols/',
      protocol({ name: 'Judged', sections: [opioids(judged)] }),
    )
    expect(item.content).toMatchObject({ sections: [{ drugs: [{ usual: 4, limits: { min: 2, max: 10 } }] }] })
    const path = `/anesthesia-protocols/update/${item._id}`
    const again = await post(path, { sections: item.content['sections'] })
    expect((again.body['item'] as Item).content).toEqual(item.content)
    const edited = [opioids({ ...judged, usual: null, limits: { max: 8 } })]
    const stands = (await post(path, { sections: edited })).body['item'] as Item
    expect(stands.content).toMatchObject({ sections: [opioids({ ...copy(), limits: { max: 8 } })] })
    expect(JSON.stringify(stands.content)).not.toContain('usual')
    expect(await log()).toContainEqual(
      "Edited anesthesia protocol 'Judged' ('Ketamine' in Opioids limits 2 to 10 mg/kg to up to 8 mg/kg, 'Ketamine' in Opioids usual dosage 4 mg/kg to none)",
    )
  })

  test.each([
    ['[APROT-35]', 'concentration', 'Please enter the concentration for Ketamine (Opioids)'],
    ['[APROT-39]', 'dosage', 'Please enter the dosage for Ketamine (Opioids)'],
  ])('%s [Q-144] a drug of an anesthesia protocol without its %s', async (_, field, message) => {
    for (const missing of [undefined, null, '']) {
      const sections = [opioids(copy({ [field]: missing }))]
      const reply = await post('/anesthesia-protocols/', protocol({ sections }))
      expect(reply).toMatchObject({
        status: 422,
        body: { code: 'invalid', message, field: `sections.0.drugs.0.${field}` },
      })
    }
  })

  test('[APROT-45] [Q-144] a fluid of a protocol without its rate', async () => {
    for (const missing of [undefined, null, '']) {
      const reply = await post(
        '/anesthesia-protocols/',
        protocol({ fluids: [{ name: 'LRS', rate: missing }] }),
      )
      expect(reply).toMatchObject({
        status: 422,
        body: { message: 'Valid rate for LRS is required.', field: 'fluids.0.rate' },
      })
    }
  })

  test.each([
    ['[EPROT-12]', 'concentration', 'Please enter the concentration for Ketamine.'],
    ['[EPROT-16]', 'dosage_from', 'Please enter the low dosage for Ketamine.'],
    ['[EPROT-20]', 'dosage_to', 'Please enter the high dosage for Ketamine.'],
  ])('%s [Q-144] a drug of an emergency protocol without its %s', async (_, field, message) => {
    const { dosage: __, ...drugs } = copy({ dosage_from: 1, dosage_to: 2 })
    for (const missing of [undefined, null, '']) {
      const body = { species: 0, name: 'Arrest', drugs: [{ ...drugs, [field]: missing }] }
      expect(await post('/emergency-protocols/', body)).toMatchObject({
        status: 422,
        body: { message, field: `drugs.0.${field}` },
      })
    }
  })

  test.each(['[]', '"x"', 'null'])('the body %s cannot be read', async (payload) => {
    const reply = await app.inject({
      method: 'POST',
      url: '/procedures/',
      headers: { authorization: clinic.token, 'content-type': 'application/json' },
      payload,
    })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
  })

  test('[T3] what is refused is told to the caller and waits for nobody', async () => {
    const before = await database.pool.query('SELECT seq FROM organizations WHERE org_id = $1', [
      clinic.user.org_id,
    ])
    expect((await post('/sheets/', sheet({ weight: -1 }))).status).toBe(422)
    expect((await post('/drugs/', drug({ concentration: 0 }))).status).toBe(422)
    const after = await database.pool.query('SELECT seq FROM organizations WHERE org_id = $1', [
      clinic.user.org_id,
    ])
    expect([await attention(), after.rows]).toEqual([[], before.rows])
  })
})

const controlled = (over: object = {}) => ({
  name: 'Hydromorphone',
  concentration: 10,
  dosage: 0.1,
  volume: 0.1,
  route: 'IM',
  form: 'INJECTION',
  controlled: true,
  schedule: 'II',
  ...over,
})
const sheet = (over: object = {}) => ({
  species: 0,
  name: ' Rex ',
  weight: 10,
  weight_units: 'kg',
  procedure: { name: 'Spay', notes: 'Warm her.' },
  anesthesia_protocol: {
    name: 'Routine',
    sections: [{ title: 'Opioids', drugs: [controlled(), controlled()] }],
  },
  injections: ['Cerenia'],
  ...over,
})

describe('[API-28] [Q-21] a sheet', () => {
  const drawsOf = async (id: string) =>
    (await pad.pulled()).filter(
      ({ collection, content }) => collection === 'draws' && content?.['sheet_id'] === id,
    )

  test('makes its controlled draws in the same change, and the ledger has them', async () => {
    const item = await made('/sheets/', sheet())
    expect(item.content).toMatchObject({ name: 'Rex', outcome: 'N/A', day: expect.any(String) })
    expect(item.flags).toBeUndefined()
    const draws = await drawsOf(item._id)
    expect(draws.map(({ content }) => content)).toMatchObject([
      { drug_name: 'Hydromorphone', drug_volume: 0.1, sheet_data: { patient_name: 'Rex', reason: 'Spay' } },
      { drug_name: 'Hydromorphone', drug_volume: 0.1 },
    ])
    const stored = (await pad.pulled()).find(({ _id }) => _id === item._id)
    expect(draws.map(({ seq }) => seq)).toEqual([stored?.seq, stored?.seq])
    const ledger = await call('GET', '/ledger', { token: clinic.token })
    expect(ledger.body['head']).toMatchObject({ n: 2 })
  })

  test('is deleted with its draws: voided, kept, and never twice', async () => {
    const item = await made('/sheets/', sheet())
    const reply = await call('DELETE', `/sheets/${item._id}`, { token: clinic.token })
    expect([reply.status, reply.body]).toEqual([200, { success: true, deleted: 1 }])
    const draws = await drawsOf(item._id)
    expect(draws.map(({ voided }) => voided?.reason)).toEqual(['Sheet deleted', 'Sheet deleted'])
    expect((await listed('/sheets/0/all')).map(({ _id }) => _id)).not.toContain(item._id)
    expect((await call('DELETE', `/sheets/${item._id}`, { token: clinic.token })).status).toBe(404)
  })

  test('stays as it is', async () => {
    const item = await made('/sheets/', sheet())
    expect(await post(`/sheets/update/${item._id}`, { name: 'Max' })).toMatchObject({
      status: 409,
      body: { code: 'immutable' },
    })
  })

  test.each([
    ['species', { species: undefined }, "Please select your patient's species."],
    ['procedure', { procedure: undefined }, 'Please assign a procedure to your patient.'],
    [
      'anesthesia_protocol',
      { anesthesia_protocol: undefined },
      'Please assign an anesthesia protocol to your patient.',
    ],
    ['name', { name: undefined }, 'Please enter the patient name.'],
    ['weight', { weight: 0 }, 'Patient weight must be greater than zero.'],
    ['weight_units', { weight_units: undefined }, 'Please select the weight units.'],
    ['day', { day: '2020-01-01' }, 'This field does not exist.'],
  ])('[Q-144] without its %s is 422', async (field, over, message) => {
    expect(await post('/sheets/', sheet(over))).toMatchObject({ status: 422, body: { field, message } })
  })

  test('keeps a check by a second person who read the same weight; another weight is no check', async () => {
    const check = { by: clinic.user._id, name: 'Ben', at: '2026-11-26T10:42:00.000Z', weight_units: 'kg' }
    const { weight, weight_units } = sheet() as { weight: number; weight_units: string }
    const checked = { check: { ...check, weight, weight_units }, check_asked: true }
    expect((await made('/sheets/', sheet(checked))).content).toMatchObject(checked)
    expect(await post('/sheets/', sheet({ check: { ...check, weight: 9999 } }))).toMatchObject({
      status: 422,
      body: { field: 'check.weight', message: 'The checked weight is not the weight of the sheet.' },
    })
  })

  test('keeps that its weight is a guess, and when it was weighed', async () => {
    const said = { estimated: true, weighed_at: '2026-11-26T10:40:00.000Z' }
    expect((await made('/sheets/', sheet(said))).content).toMatchObject(said)
    expect((await made('/sheets/', sheet({ estimated: false }))).content).not.toHaveProperty('estimated')
    expect(await post('/sheets/', sheet({ weighed_at: 'at noon' }))).toMatchObject({ status: 422 })
  })

  test('keeps for which patient of the day it was made, and which sheet it corrects', async () => {
    const first = await made('/sheets/', sheet())
    const said = { day_row: first._id, corrects: first._id }
    expect((await made('/sheets/', sheet(said))).content).toMatchObject(said)
    expect(await post('/sheets/', sheet({ corrects: 'the first' }))).toMatchObject({ status: 422 })
  })

  test('[P8] whose volume is not what its weight gives is stored and flagged', async () => {
    const wrong = { name: 'Routine', sections: [{ title: 'Opioids', drugs: [controlled({ volume: 1 })] }] }
    const differing = await made('/sheets/', sheet({ anesthesia_protocol: wrong }))
    expect(differing.flags).toEqual(['volume_differs'])
    expect((await drawsOf(differing._id)).map(({ flags }) => flags)).toEqual([['volume_differs']])
    const right = await drawsOf((await made('/sheets/', sheet()))._id)
    expect(right.map(({ flags }) => flags)).toEqual([undefined, undefined])
    const drugs = [{ name: 'Morphine', concentration: 10, volume: 999, route: 'IM' }]
    const bare = { name: 'Routine', sections: [{ title: 'Opioids', drugs }] }
    expect((await made('/sheets/', sheet({ anesthesia_protocol: bare }))).flags).toEqual(['volume_differs'])
    const range = {
      id: '1',
      name: 'Atropine',
      concentration: 0.5,
      route: 'IV',
      volume_low: 50,
      volume_high: 1,
    }
    for (const volumes of [
      {},
      { volume_low: 999, volume_high: 999 },
      { volume_low: 0.037, volume_high: 0.05 },
    ]) {
      const emergency_protocol = { name: 'Arrest', drugs: [{ ...range, ...volumes }] }
      expect((await made('/sheets/', sheet({ emergency_protocol }))).flags).toEqual(['volume_differs'])
    }
  })
})

describe('updating', () => {
  test('a drug’s limits, also as an earlier release called them, and what stands beside them stay as they are', async () => {
    const beside = { reference: 'Plumb’s', reviewed: '2026-03-01', review_months: 18 }
    const item = await made('/drugs/', drug({ ...beside, range: [[2, 10], null] }))
    expect(item.content).toMatchObject({ ...beside, limits: [{ min: 2, max: 10 }, null] })
    const path = `/drugs/update/${item._id}`
    const edited = (await post(path, { concentration: 50, review_months: null })).body['item'] as Item
    const { review_months: _, ...left } = item.content as Record<string, unknown>
    expect(edited.content).toEqual({ ...left, concentration: 50 })
    const limits = [{ max: 4, cap_mg: 3, never: 'MDR1' }, { min: 1 }]
    expect(((await post(path, { limits })).body['item'] as Item).content).toMatchObject({ limits })
    expect(await log()).toContainEqual(
      expect.stringMatching(/canine limits 2 to 10 mg\/kg to up to 4 mg\/kg, at most 3 mg, never: MDR1/),
    )
  })

  test('what a drug reverses is said whole, stays where it is not said, and goes with null', async () => {
    const both = [
      reversal(),
      reversal({ name: ' Dexmedetomidine ', species: 1, rule: 'times_mass', value: 5, note: 'Slowly' }),
    ]
    const kept = [both[0], { ...both[1], name: 'Dexmedetomidine' }]
    const item = await made('/drugs/', drug({ name: 'Atipamezole', species: [0], reverses: both }))
    expect(item.content).toMatchObject({ reverses: kept })
    const path = `/drugs/update/${item._id}`
    const changed = async (sent: object) => ((await post(path, sent)).body['item'] as Item).content
    expect(await changed({ concentration: 50 })).toEqual({ ...item.content, concentration: 50 })
    expect(await changed({ reverses: [{ ...both[0], value: 0.25 }] })).toMatchObject({
      reverses: [{ ...both[0], value: 0.25 }],
    })
    expect(await changed({ reverses: null })).not.toHaveProperty('reverses')
    expect(await log()).toEqual(
      expect.arrayContaining([
        "Edited drug 'Atipamezole' (canine reversal of 'Xylazine' 0.1 mg/kg, IM to 0.25 mg/kg, IM, removed feline reversal of 'Dexmedetomidine' (5 times its dose, IM, Slowly))",
        "Edited drug 'Atipamezole' (removed canine reversal of 'Xylazine' (0.25 mg/kg, IM))",
      ]),
    )
  })

  test('limits of infusions are said whole, stay where they are not said, and go with null', async () => {
    const dogs = { min_per_hour: 0.12, max_per_hour: 1.2, shown_in: 'mcg/kg/min' }
    const item = await made('/drugs/', drug({ name: 'Infused', infusion_limits: [dogs, null] }))
    expect(item.content).toMatchObject({ infusion_limits: [dogs, null] })
    const path = `/drugs/update/${item._id}`
    const changed = async (sent: object) => ((await post(path, sent)).body['item'] as Item).content
    expect(await changed({ concentration: 50 })).toEqual({ ...item.content, concentration: 50 })
    const wrong = await post(path, { infusion_limits: [{ ...dogs, min_per_hour: 2 }, null] })
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([
      422,
      expect.stringContaining('Canine highest infusion dose must not be below the lowest.'),
    ])
    expect(await changed({ infusion_limits: null })).not.toHaveProperty('infusion_limits')
  })

  test('a drug in units stays in units, in its copies too; a cap in mg and a controlled one are refused', async () => {
    const vasopressin = {
      name: 'Vasopressin',
      concentration: 20,
      dosage: [0.8, 0.8],
      amount_unit: 'units',
      controlled: false,
      schedule: null,
    }
    const item = await made('/drugs/', drug(vasopressin))
    expect(item.content).toMatchObject({ concentration: 20, amount_unit: 'units' })
    const path = `/drugs/update/${item._id}`
    const edited = (await post(path, { dosage: [0.4, 0.8] })).body['item'] as Item
    expect(edited.content).toEqual({ ...item.content, dosage: [0.4, 0.8] })
    expect(await log()).toEqual(
      expect.arrayContaining([
        expect.stringContaining(
          "Created drug 'Vasopressin' (concentration 20 units/ml, canine dosage 0.8 units/kg",
        ),
        "Edited drug 'Vasopressin' (canine dosage 0.8 to 0.4 units/kg)",
      ]),
    )
    const refused = async (sent: object) => {
      const { status, body } = await post(path, sent)
      return [status, body['field'], body['message']]
    }
    const cap = 'Only a drug measured in mg can have a maximum dose in mg.'
    expect(await refused({ limits: [null, { cap_mg: 3 }] })).toEqual([422, 'limits.1.cap_mg', cap])
    expect(await refused({ controlled: true })).toEqual([
      422,
      'amount_unit',
      'A controlled drug must be measured in mg.',
    ])
    expect((await refused({ amount_unit: 'drops' })).slice(0, 2)).toEqual([422, 'amount_unit'])
    // What was unsaid before: mg. Then a cap may stand, and keeps the unit from changing.
    const inMg = (await post(path, { amount_unit: null, limits: [null, { cap_mg: 3 }] })).body['item'] as Item
    expect(inMg.content).not.toHaveProperty('amount_unit')
    expect(await log()).toContainEqual(
      expect.stringContaining(
        'concentration 20 units/ml to 20 mg/ml, canine dosage 0.4 units/kg to 0.4 mg/kg',
      ),
    )
    expect(await refused({ amount_unit: 'units' })).toEqual([422, 'limits.1.cap_mg', cap])
    const changed = await post(path, { amount_unit: 'mEq', limits: [null, { max: 1 }] })
    expect((changed.body['item'] as Item).content).toMatchObject({ amount_unit: 'mEq' })

    // A tablet that saw it in mg does not put its number under the unit of now.
    const { section_key: _key, section_name: _name, ...dose } = inMg.content
    const stale = { base: inMg.version, set: { concentration: 10 }, was: { schedule: null, ...dose } }
    const { results } = await pad.push('drug.update', [
      { op: 'update', collection: 'drugs', _id: item._id, ...stale },
    ])
    expect(results.map(({ status }) => status)).toEqual(['conflict'])
    const now = (await pad.pulled()).filter(({ _id }) => _id === item._id).at(-1)
    expect(now?.content).toMatchObject({ concentration: 20, amount_unit: 'mEq' })
    const [aside] = (await pad.pulled()).flatMap(({ collection, content }) =>
      collection === 'conflicts' && JSON.stringify(content).includes(item._id) ? [content] : [],
    )
    expect(aside?.['groups']).toMatchObject([
      { theirs: { concentration: 20, amount_unit: 'mEq' }, mine: { concentration: 10 } },
    ])
    expect(await log()).toContainEqual(
      expect.stringContaining("until someone decides: Edited drug 'Vasopressin' (concentration"),
    )

    const { dosage: _, ...copy } = { ...vasopressin, route: 'IV', form: 'INJECTION' }
    const protocol = await made('/anesthesia-protocols/', {
      species: 0,
      name: 'Shock',
      sections: [
        {
          key: -1,
          title_s: 'Pressor',
          title_p: 'Pressors',
          drugs: [
            { ...copy, dosage: 0.8 },
            { ...copy, dosage: 1, amount_unit: null },
          ],
        },
      ],
    })
    const [{ drugs }] = (protocol.content as { sections: [{ drugs: object[] }] }).sections
    expect(drugs).toMatchObject([{ amount_unit: 'units' }, {}])
    expect(drugs[1]).not.toHaveProperty('amount_unit')
    const renamed = await post(`/anesthesia-protocols/update/${protocol._id}`, { name: 'Shock 2' })
    expect((renamed.body['item'] as Item).content).toEqual({ ...protocol.content, name: 'Shock 2' })
    const crash = await made('/emergency-protocols/', {
      species: 0,
      name: 'Crash',
      drugs: [{ ...copy, dosage_from: 0.4, dosage_to: 0.8 }],
    })
    expect(crash.content).toMatchObject({ drugs: [{ amount_unit: 'units' }] })
    const { schedule: __, ...given } = copy
    const { form: ___, controlled: ____, ...emergency } = given
    const plan = {
      name: 'Shock',
      sections: [{ title: 'Pressors', drugs: [{ ...given, dosage: 0.8, volume: 0.4 }] }],
    }
    const saved = await made(
      '/sheets/',
      sheet({
        weight: 10,
        weight_units: 'kg',
        anesthesia_protocol: plan,
        emergency_protocol: {
          name: 'Crash',
          drugs: [{ ...emergency, id: '1', volume_low: 0.2, volume_high: 0.4 }],
        },
      }),
    )
    expect(saved.content).toMatchObject({
      anesthesia_protocol: { sections: [{ drugs: [{ amount_unit: 'units' }] }] },
      emergency_protocol: { drugs: [{ amount_unit: 'units' }] },
    })
    expect(saved).not.toHaveProperty('flags')
  })

  test('[API-18] [API-30] changes what was sent and nothing else; a move only the section', async () => {
    await pad.write('sections', [{ key: 999, title_s: 'Opioid', title_p: 'Opioids' }])
    const item = await made('/drugs/', drug())
    const edited = await post(`/drugs/update/${item._id}`, { concentration: 50 })
    expect([edited.headers['etag'], edited.body['item']]).toMatchObject([
      '"2"',
      {
        version: 2,
        content: { ...item.content, concentration: 50 },
        meta: { date_edited: clock.now.toISOString() },
      },
    ])
    const moved = await post(`/drugs/update/${item._id}`, { section_key: 999, section_name: 'opioids' })
    expect((moved.body['item'] as Item).content).toEqual({
      ...item.content,
      concentration: 50,
      section_key: 999,
      section_name: 'opioids',
    })
    expect(await post(`/0/update/${item._id}`, { section_key: -2 })).toMatchObject({
      status: 422,
      body: { field: 'section_key' },
    })
  })

  test('[API-37] [PROC-06] blank notes are an empty text; none that were not sent stay as they are', async () => {
    const item = await made('/procedures/', { species: 0, name: 'Spay', notes: 'Warm her.' })
    const reply = await post(`/procedures/update/${item._id}`, { name: 'Spay', notes: ' ' })
    expect((reply.body['item'] as Item).content).toEqual({ species: 0, name: 'Spay', notes: '' })
    const plain = await made('/procedures/', { species: 0, name: 'Dental' })
    const renamed = await post(`/procedures/update/${plain._id}`, { name: 'Dentals' })
    expect((renamed.body['item'] as Item).content).toEqual({ species: 0, name: 'Dentals' })
  })

  test('If-Match: the version that was seen, else 412 and nothing changed', async () => {
    const item = await made('/procedures/', { species: 0, name: 'Dental' })
    const url = `/procedures/update/${item._id}`
    expect((await post(url, { name: 'Dental 2' }, clinic, { 'if-match': '"1"' })).status).toBe(200)
    const stale = await post(url, { name: 'Dental 3' }, clinic, { 'if-match': '"1"' })
    expect([stale.status, stale.body]).toEqual([
      412,
      { success: false, code: 'conflict', message: expect.any(String), field: 'if-match' },
    ])
    expect((await post(url, { name: 'Dental 4' }, clinic, { 'if-match': '2' })).status).toBe(200)
    expect((await post(url, { name: 'x' }, clinic, { 'if-match': 'W/"x"' })).status).toBe(400)
    const remove = (tag: string) =>
      call('DELETE', `/procedures/${item._id}`, { token: clinic.token, headers: { 'if-match': tag } })
    expect([(await remove('"2"')).status, (await remove('"3"')).status]).toEqual([412, 200])
  })
})

describe('[Q-80] whose record', () => {
  test('another author’s needs 2, another organization’s does not exist', async () => {
    const mine = await made('/injections/', { species: 0, name: 'Mine' })
    const theirs = await made('/injections/', { species: 0, name: 'Theirs' }, other)
    for (const [method, path] of [
      ['POST', `/injections/update/${mine._id}`],
      ['DELETE', `/injections/${mine._id}`],
    ] as const) {
      const body = method === 'POST' ? { body: { name: 'x' } } : {}
      expect(await call(method, path, { token: staff.token, ...body })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
      const foreign = path.replace(mine._id, theirs._id)
      expect((await call(method, foreign, { token: clinic.token, ...body })).status).toBe(404)
      const nobody = path.replace(mine._id, 'not-an-id')
      expect((await call(method, nobody, { token: clinic.token, ...body })).status).toBe(404)
    }
    expect((await call('DELETE', `/injections/${mine._id}`, { token: clinic.token })).body).toEqual({
      success: true,
      deleted: 1,
    })
    expect(await attention()).toEqual([])
  })

  test('[Q-83] without 1 nothing is written', async () => {
    const manager = await newUser(call, clinic, [0, 2, 3])
    expect((await post('/injections/', { species: 0, name: 'x' }, manager)).status).toBe(403)
    expect((await call('POST', '/injections/', { body: { species: 0, name: 'x' } })).status).toBe(401)
  })

  test('[API-21] [API-32] [API-36] deleting many is all or nothing', async () => {
    const mine = await made('/procedures/', { species: 1, name: 'A' })
    const own = await made('/procedures/', { species: 1, name: 'B' }, staff)
    const both = { ids: [mine._id, own._id] }
    const refused = await post('/procedures/delete-multiple/feline', both, staff)
    expect([refused.status, refused.body['message']]).toEqual([
      403,
      "We cannot delete the selected procedures because one or more are owned by other members of your organization, and you don't have permissions to delete their records.",
    ])
    const put = (path: string, body: unknown) => call('PUT', path, { token: clinic.token, body })
    expect((await put('/procedures', { ids: [...both.ids, randomUUID()] })).status).toBe(404)
    expect((await put('/procedures', { ids: [] })).status).toBe(400)
    expect((await post('/procedures/delete-multiple/canine', both)).status).toBe(404)
    expect((await listed('/procedures/1/all')).map(({ _id }) => _id)).toEqual(
      expect.arrayContaining(both.ids),
    )
    expect((await post('/procedures/delete-multiple/1', both.ids)).body).toEqual({
      success: true,
      deleted: 2,
    })
    const left = (await listed('/procedures/1/all')).map(({ _id }) => _id)
    expect(left.filter((id) => both.ids.includes(id))).toEqual([])
  })

  test('[LIST-21] the notice calls records as their screens do', async () => {
    const notices: unknown[] = []
    for (const [path, body] of [
      ['injections', { species: 0, name: 'Cerenia' }],
      ['sheets', sheet()],
    ] as const) {
      const ids = [(await made(`/${path}/`, body))._id, (await made(`/${path}/`, body))._id]
      notices.push((await post(`/${path}/delete-multiple/canine`, { ids }, staff)).body['message'])
    }
    expect(notices).toEqual([
      expect.stringMatching(/^We cannot delete the selected injections because/),
      expect.stringMatching(/^We cannot delete the selected sheets because/),
    ])
  })

  test('[Q-142] a section in the path is taken', async () => {
    const one = await made('/drugs/', drug({ name: 'Gone' }))
    expect((await post('/drugs/delete-multiple/canine/-1', { ids: [one._id, one._id] })).body).toEqual({
      success: true,
      deleted: 1,
    })
  })
})

describe('Idempotency-Key', () => {
  const name = () => `Once ${randomUUID().slice(0, 8)}`
  const send = (key: string, body: object, by: SignedIn = clinic) =>
    post('/injections/', body, by, { 'idempotency-key': key })
  const count = async (wanted: string) =>
    (await listed('/injections/0/all')).filter(({ content }) => content['name'] === wanted).length

  test('the same request gives the same answer and takes effect once, also after a restart', async () => {
    const body = { species: 0, name: name() }
    const key = randomUUID()
    const first = await send(key, body)
    const again = await send(key, body)
    expect([again.status, again.body, again.headers['etag']]).toEqual([
      first.status,
      first.body,
      first.headers['etag'],
    ])
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ])
    const restarted = open()
    const reply = await restarted.inject({
      method: 'POST',
      url: '/injections/',
      headers: { authorization: clinic.token, 'idempotency-key': key },
      payload: body,
    })
    await restarted.close()
    expect([reply.statusCode, reply.json()]).toEqual([200, first.body])
    expect(await count(body.name)).toBe(1)
  })

  test('at the same time too', async () => {
    const body = { species: 0, name: name() }
    const key = randomUUID()
    const replies = await Promise.all([1, 2, 3, 4].map(() => send(key, body)))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await count(body.name)).toBe(1)
  })

  test('another request under it is 409; another person has keys of their own', async () => {
    const key = randomUUID()
    const body = { species: 0, name: name() }
    await send(key, body)
    expect(await send(key, { ...body, species: 1 })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect((await send(key, body, staff)).status).toBe(200)
    expect(await count(body.name)).toBe(2)
  })

  test('a refusal is answered again as well, and leaves nothing', async () => {
    const key = randomUUID()
    const first = await send(key, { species: 0, name: '' })
    const again = await send(key, { species: 0, name: '' })
    expect([first.status, again.status, again.body]).toEqual([422, 422, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await attention()).toEqual([])
  })

  test.each(['', 'a b', 'x'.repeat(201)])('the key %j is 400', async (key) => {
    expect((await send(key, { species: 0, name: 'x' })).status).toBe(400)
  })
})

describe('sections', () => {
  interface Sections {
    next_key: number
    sections: { key: number; title_s: string; title_p: string }[]
  }
  const read = async () => {
    const { body, headers } = await call('GET', '/organization/sections', { token: clinic.token })
    return { ...(body as unknown as Sections), etag: String(headers['etag']) }
  }
  const update = (body: unknown, headers: Call['headers'] = {}, by = clinic) =>
    post('/organization/sections/update', body, by, headers)

  test('[API-14] [API-23] are made, renamed and removed; drugs of a removed one are unset', async () => {
    const { next_key, sections } = await read()
    const added = { key: next_key, title_s: 'Sedative', title_p: 'Sedatives' }
    const reply = await update({ sections: [...sections, added], next_key: next_key + 1 })
    expect([reply.status, reply.body]).toEqual([
      200,
      { success: true, next_key: next_key + 1, sections: [...sections, added] },
    ])
    const item = await made('/drugs/', drug({ section_key: added.key, section_name: 'sedatives' }))
    const renamed = { ...added, title_p: 'Calmers' }
    await update({ sections: [...sections, renamed] })
    expect((await listed(`/drugs/0/${item._id}/all`))[0]?.content).toMatchObject({ section_name: 'calmers' })
    expect((await post('/drugs/update/keys', { keys: [added.key, 12345] })).body).toEqual({ success: true })
    expect((await listed(`/drugs/0/${item._id}/all`))[0]?.content).toMatchObject({
      section_key: -1,
      section_name: 'unset medications',
    })
    expect((await update({ sections })).body).toMatchObject({ next_key: next_key + 1, sections })
  })

  test('[SECT-05] [Q-144] titles are needed; keys are nobody else’s', async () => {
    const { next_key, sections } = await read()
    expect(await update({ sections: [...sections, { title_s: 'X', title_p: ' ' }] })).toMatchObject({
      status: 422,
      body: {
        message: 'Please make sure all sections have singular and plural titles.',
        field: `sections.${sections.length}.title_p`,
      },
    })
    const taken = { key: next_key - 1, title_s: 'X', title_p: 'Xs' }
    expect(await update({ sections: [...sections, taken] })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    const twice = { key: next_key, title_s: 'X', title_p: 'Xs' }
    expect(await update({ sections: [...sections, twice, twice] })).toMatchObject({ status: 422 })
    expect(await read()).toMatchObject({ next_key, sections })
  })

  test('If-Match guards a list that somebody else changed', async () => {
    const { etag, sections } = await read()
    expect(
      (await update({ sections: [...sections, { title_s: 'N', title_p: 'Ns' }] }, { 'if-match': etag }))
        .status,
    ).toBe(200)
    expect((await update({ sections }, { 'if-match': etag })).status).toBe(412)
    expect((await read()).sections.at(-1)).toMatchObject({ title_p: 'Ns' })
  })

  test('[Q-84] need permission 3', async () => {
    expect((await update({ sections: [] }, {}, staff)).status).toBe(403)
    expect((await post('/drugs/update/keys', [999], staff)).status).toBe(403)
  })
})
