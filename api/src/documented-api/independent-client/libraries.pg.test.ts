import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hire, openPractice, openTablet, visitServer } from './testing-practice.ts'

const guest = await visitServer()
const ana = await openPractice(guest)
const ben = await hire(ana, 'Ben Brown', [1])
const tablet = await openTablet(ben)

const names = (items: { content: { name: string } }[]) => items.map(({ content }) => content.name)
/** What a tablet's feed says of a record now. */
async function seen(id: string) {
  return (await tablet.changes()).find(({ _id }) => _id === id)
}
const drug = (over: object = {}) => ({
  section_key: -1,
  section_name: 'unset medications',
  species: [0],
  name: 'Ketamine',
  concentration: 100,
  dosage: [5, -1],
  dosage_from: [-1, -1],
  dosage_to: [-1, -1],
  route: ['IM', 'IV'],
  form: 'INJECTION',
  controlled: true,
  ...over,
})
const insert = async (collection: string, body: object, by = ana) =>
  (await by.done('POST', `/${collection}/`, { body })).item

test('[API-01] [API-03] [API-04] signs in, reads the profile, and a wrong password is code 2', async () => {
  const { user } = await ana.done('GET', '/user/profile')
  expect(user).toMatchObject({ name: 'Ana Alvarez', org_name: 'Elm Street Clinic', org_perms: [0, 1, 2, 3] })
  expect((await ana.done('GET', '/user/confirm')).user).toEqual(user)
  const body = { email: user.email, password: 'not this one' }
  expect(await guest.call('POST', '/user/login', { body })).toMatchObject({
    status: 200,
    body: { success: false, code: 2 },
  })
  expect((await ana.done('GET', '/organization/users')).users).toHaveLength(2)
})

describe('sections', () => {
  test('[API-13] [API-14] are read and added from next_key on, and a tablet has them', async () => {
    const before = await ana.call('GET', '/organization/sections')
    const { sections, next_key } = before.body
    expect(sections).toEqual([
      { key: -2, title_s: 'Emergency Medication', title_p: 'Emergency Medications' },
      { key: -1, title_s: 'Unset Medication', title_p: 'Unset Medications' },
    ])
    const added = [
      { key: next_key, title_s: 'Opioid', title_p: 'Opioids' },
      { key: next_key + 1, title_s: 'Sedative', title_p: 'Sedatives' },
    ]
    const after = await ana.done('POST', '/organization/sections/update', {
      body: { sections: [...sections, ...added], next_key: next_key + 2 },
      headers: { 'if-match': before.headers.get('etag') ?? '' },
    })
    expect(after).toEqual({ success: true, next_key: next_key + 2, sections: [...sections, ...added] })
    expect((await tablet.changes()).flatMap(({ content }) => content ?? [])).toMatchObject(added)
    const late = await ana.call('POST', '/organization/sections/update', {
      body: { sections, next_key },
      headers: { 'if-match': before.headers.get('etag') ?? '' },
    })
    expect([late.status, late.body.code]).toEqual([412, 'conflict'])
  })
})

describe('drugs and fluids', () => {
  test('[API-17] [API-15] a drug for each species is found where it belongs', async () => {
    const canine = await insert(
      'drugs',
      drug({ name: 'Hydromorphone', concentration: 10, dosage: [0.1, -1] }),
    )
    const feline = await insert(
      'drugs',
      drug({ name: 'Butorphanol', species: [1], dosage: [-1, '0.4'], concentration: '10.0004' }),
    )
    expect(feline.content).toMatchObject({ dosage: [-1, 0.4], concentration: 10 })
    expect(await seen(feline._id)).toMatchObject({ collection: 'drugs', version: 1 })
    const listed = async (species: string, section: string) =>
      names((await ana.done('GET', '/drugs/{}/{}', { at: [species, section] })).items)
    expect(await listed('canine', '-1')).toEqual(['Hydromorphone'])
    expect(await listed('1', 'unset medications')).toEqual(['Butorphanol'])
    expect(await listed('canine', 'opioids')).toEqual([])
    expect(names(await ana.done('GET', '/drugs/{}/{}/all', { at: ['canine', canine._id] }))).toEqual([
      'Hydromorphone',
    ])
  })

  test('[API-18] is moved by its section alone, by name or by key', async () => {
    const { sections } = await ana.done('GET', '/organization/sections')
    const opioids = sections.find(({ title_p }: { title_p: string }) => title_p === 'Opioids')
    const [found] = (await ana.done('GET', '/drugs/{}/{}', { at: ['canine', '-1'] })).items
    const moved = await ana.done('POST', '/drugs/update/{}', {
      at: [found._id],
      body: { section_name: 'opioids', section_key: opioids.key },
    })
    expect(moved.item.content).toEqual({
      ...found.content,
      section_key: opioids.key,
      section_name: 'opioids',
    })
    expect((await ana.done('GET', '/drugs/{}/{}', { at: ['canine', 'opioids'] })).total).toBe(1)
    expect(await seen(found._id)).toMatchObject({ version: 2, content: { section_key: opioids.key } })
    await ana.done('POST', '/drugs/update/{}', { at: [found._id], body: { section_name: 'sedatives' } })
    await ana.done('POST', '/drugs/update/{}', { at: [found._id], body: { section_name: 'opioids' } })
  })

  test('a copy is a new drug with what was read of the first', async () => {
    const [found] = (await ana.done('GET', '/drugs/{}/{}', { at: ['canine', 'opioids'] })).items
    const copy = await insert('drugs', {
      ...found.content,
      section_name: 'sedatives',
      section_key: undefined,
    })
    expect(copy._id).not.toBe(found._id)
    expect(copy.content).toEqual({
      ...found.content,
      section_key: copy.content.section_key,
      section_name: 'sedatives',
    })
    // Read, changed and sent back whole, envelope and all.
    const { item } = await ana.done('POST', '/drugs/update/{}', {
      at: [copy._id],
      body: { _id: copy._id, meta: copy.meta, version: copy.version, ...copy.content, name: 'A copy' },
    })
    expect([item.version, item.content.name]).toEqual([2, 'A copy'])
  })

  test('an emergency drug has a low and a high dosage, and stays in its section', async () => {
    const range = { dosage: [-1, -1], dosage_from: [0.01, 0.01], dosage_to: [0.02, 0.04] }
    const epinephrine = await insert(
      'drugs',
      drug({
        ...range,
        name: 'Epinephrine',
        section_key: -2,
        section_name: 'emergency medications',
        species: [0, 1],
        concentration: 1,
        controlled: false,
      }),
    )
    expect(epinephrine.content).toMatchObject(range)
    const move = await ana.call('POST', '/drugs/update/{}', {
      at: [epinephrine._id],
      body: { section_key: -1, section_name: 'unset medications' },
    })
    expect(move.status).toBe(422)
  })

  test('[API-16] [API-19] a fluid is inserted, changed and found', async () => {
    const lrs = await insert('fluids', { species: [0, 1], name: 'LRS', rate: 5 })
    await ana.done('POST', '/fluids/update/{}', { at: [lrs._id], body: { rate: 3.5 } })
    for (const species of ['canine', 'feline']) {
      const { items } = await ana.done('GET', '/fluids/{}', { at: [species], query: { query: 'lr' } })
      expect(items.map(({ content }: { content: object }) => content)).toEqual([
        { species: [0, 1], name: 'LRS', rate: 3.5 },
      ])
    }
  })
})

describe('protocols, injections and procedures', () => {
  test('[API-37] [API-38] an anesthesia protocol is made of drugs and fluids of the library', async () => {
    const { sections } = await ana.done('GET', '/organization/sections')
    const { key, title_s, title_p } = sections.find((each: { title_p: string }) => each.title_p === 'Opioids')
    const drugs = await ana.done('GET', '/library/{}/{}', { at: ['0', '0'], query: { section: 'opioids' } })
    const fluids = await ana.done('GET', '/library/{}/{}', { at: ['7', 'canine'] })
    const protocol = await insert('anesthesia-protocols', {
      species: 0,
      name: 'Healthy dog',
      sections: [
        {
          key,
          title_s,
          title_p,
          drugs: drugs.map(({ _id, content }: { _id: string; content: Record<string, never> }) => ({
            name: content['name'],
            concentration: content['concentration'],
            dosage: content['dosage']?.[0],
            dosage_from: -1,
            dosage_to: -1,
            route: content['route']?.[0],
            form: content['form'],
            controlled: content['controlled'],
            source_id: _id,
          })),
        },
      ],
      fluids: fluids.map(({ content }: { content: { name: string; rate: number } }) => ({
        name: content.name,
        rate: content.rate,
      })),
    })
    expect(protocol.content).toMatchObject({
      sections: [{ drugs: [{ name: 'Hydromorphone', dosage: 0.1, dosage_from: -1, dosage_to: -1 }] }],
      fluids: [{ name: 'LRS', rate: 3.5 }],
    })
    const renamed = await ana.done('POST', '/anesthesia-protocols/update/{}', {
      at: [protocol._id],
      body: { ...protocol.content, name: 'Old dog' },
    })
    expect(renamed.item.content).toEqual({ ...protocol.content, name: 'Old dog' })
    expect(await seen(protocol._id)).toMatchObject({ version: 2, content: { name: 'Old dog' } })
  })

  test('an emergency protocol is made of emergency drugs', async () => {
    const found = await ana.done('GET', '/library/{}/{}', { at: ['0', 'feline'], query: { section: '-2' } })
    const drugs = found.map(({ content }: { content: Record<string, never> }) => ({
      name: content['name'],
      concentration: content['concentration'],
      dosage: -1,
      dosage_from: content['dosage_from']?.[1],
      dosage_to: content['dosage_to']?.[1],
      route: content['route']?.[1],
      form: content['form'],
      controlled: content['controlled'],
    }))
    const protocol = await insert('emergency-protocols', { species: 1, name: 'Arrest', drugs })
    expect(protocol.content.drugs).toMatchObject([
      { name: 'Epinephrine', dosage: -1, dosage_from: 0.01, dosage_to: 0.04, route: 'IV' },
    ])
    expect(names(await ana.done('GET', '/emergency-protocols/{}/all', { at: ['feline'] }))).toEqual([
      'Arrest',
    ])
  })

  test('[API-26] injections and procedures; by type, the own ones or the organization’s', async () => {
    await insert('injections', { species: 0, name: 'Cerenia' })
    await insert('injections', { species: 0, name: 'Cefazolin' }, ben)
    const spay = await insert('procedures', { species: 0, name: 'Spay', notes: 'Warm her.' })
    const { item } = await ana.done('POST', '/procedures/update/{}', {
      at: [spay._id],
      body: { name: 'Ovariohysterectomy', notes: '' },
    })
    expect(item.content).toEqual({ species: 0, name: 'Ovariohysterectomy', notes: '' })
    const ofType = async (type: string, own: string, by = ana) =>
      names(await by.done('GET', '/library/{}/{}', { at: [type, 'canine'], query: { own } })).toSorted()
    expect(await ofType('3', 'false')).toEqual(['Cefazolin', 'Cerenia'])
    expect(await ofType('3', 'true')).toEqual(['Cerenia'])
    expect(await ofType('3', 'true', ben)).toEqual(['Cefazolin'])
    expect(await ofType('4', 'true', ben)).toEqual([])
    expect(await ofType('1', 'false')).toEqual(['Old dog'])
    expect(await ofType('2', 'false')).toEqual([])
  })
})

test('[API-27] [API-34] every other spelling that the description names is the same call', async () => {
  const every = [
    ['anesthesia-protocols', 'aprotocols', '1'],
    ['emergency-protocols', 'eprotocols', '2'],
    ['injections', '3'],
    ['procedures', '4'],
    ['sheets', '5'],
    ['controlled-substances', 'cssheets', '6'],
    ['fluids', '7'],
    ['drugs', '0'],
  ] as const
  for (const [collection, ...spellings] of every) {
    const shape = `/${collection}/{}/all`
    const all = await ana.done('GET', shape, { at: ['canine'] })
    for (const spelled of spellings) {
      expect([spelled, await ana.done('GET', shape, { at: ['canine'], spelled })]).toEqual([spelled, all])
    }
  }
  const body = { species: 0, name: 'Vitamin K' }
  const { item } = await ana.done('POST', '/injections/', { body, spelled: '3' })
  await ana.done('POST', '/injections/update/{}', { at: [item._id], body: { name: 'K1' }, spelled: '3' })
  expect(await ana.done('DELETE', '/injections/{}', { at: [item._id], spelled: '3' })).toEqual({
    success: true,
    deleted: 1,
  })
})

describe('[API-25] [API-35] searching', () => {
  test('by name, author and date, in order, page by page', async () => {
    const made = Array.from({ length: 23 }, (_, index) => `Dental ${String(index).padStart(2, '0')}`)
    for (const name of made) await insert('procedures', { species: 1, name })
    await insert('procedures', { species: 1, name: 'Neuter' }, ben)
    const search = (query: Record<string, string | number>) =>
      ana.done('GET', '/procedures/{}', { at: ['feline'], query })
    const first = await search({ query: 'dent', sortField: 'name', sortOrder: 'ascending', page: 1 })
    const second = await search({ query: 'dent', sortField: 'name', sortOrder: 'ascending', page: 2 })
    const third = await search({ query: 'dent', sortField: 'name', sortOrder: 'ascending', page: 3 })
    expect([first.total, second.total, third.total, third.items]).toEqual([23, 23, 23, []])
    expect(names([...first.items, ...second.items])).toEqual(made)
    expect(names((await search({})).items)[0]).toBe('Neuter')
    expect(names((await search({ descending: 'false' })).items)[0]).toBe('Dental 00')
    expect(names((await search({ sortField: 'name', descending: 'true' })).items)[0]).toBe('Neuter')
    expect(names((await search({ query: '07 DENTAL' })).items)).toEqual(['Dental 07'])
    expect(names((await search({ query: 'brown', searchField: 'author' })).items)).toEqual(['Neuter'])
    const today = new Date().toLocaleDateString('en-US', {
      timeZone: 'America/Chicago',
      month: '2-digit',
      day: '2-digit',
      year: 'numeric',
    })
    expect((await search({ query: today, searchField: 'date' })).total).toBe(24)
    const shortYear = today.replace(/\/\d\d(\d\d)$/, '/$1')
    expect((await search({ query: shortYear, searchField: 'date' })).total).toBe(24)
    const day = today.replaceAll('/', '.')
    expect((await search({ startDate: day, endDate: day })).total).toBe(24)
    expect((await search({ endDate: '01.01.2020' })).total).toBe(0)
    const both = await ana.done('GET', '/new/procedures', { query: { query: 'o', sortField: 'name' } })
    expect(names(both.items)).toEqual(['Ovariohysterectomy'])
  })
})

describe('writing with care', () => {
  test('a stale version is refused, a repeated key answers again', async () => {
    const item = await insert('procedures', { species: 0, name: 'Castration' })
    const update = (name: string, version: string, key = randomUUID()) =>
      ana.call('POST', '/procedures/update/{}', {
        at: [item._id],
        body: { name },
        headers: { 'if-match': version, 'idempotency-key': key },
      })
    const key = randomUUID()
    const first = await update('Neuter', '"1"', key)
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"'])
    const again = await update('Neuter', '"1"', key)
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true'])
    expect((await update('Other', '"1"', key)).status).toBe(409)
    const stale = await update('Other', '"1"')
    expect([stale.status, stale.body.code]).toEqual([412, 'conflict'])
    expect((await update('Other', first.headers.get('etag') ?? '')).body.item.version).toBe(3)
    expect(await seen(item._id)).toMatchObject({ version: 3, content: { name: 'Other' } })
  })

  test('[API-20] [API-31] [API-32] [API-36] deletes one, several by each call, and all or none', async () => {
    const make = async (by = ana) => (await insert('injections', { species: 1, name: 'Cefazolin' }, by))._id
    const [one, two, three, four, five, bens] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
      await make(ben),
    ]
    await tablet.changes()
    expect(await ana.done('DELETE', '/injections/{}', { at: [one] })).toEqual({ success: true, deleted: 1 })
    await ana.done('PUT', '/injections', { body: { ids: [two, three] } })
    await ana.done('POST', '/injections/delete-multiple/{}', { at: ['feline'], body: { ids: [four] } })
    const refused = await ben.call('POST', '/injections/delete-multiple/{}', {
      at: ['feline'],
      body: { ids: [bens, five] },
    })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "We cannot delete the selected injections because one or more are owned by other members of your organization, and you don't have permissions to delete their records.",
    ])
    const changes = await tablet.changes()
    expect(changes.map(({ _id, deleted }) => [_id, deleted])).toEqual(
      expect.arrayContaining([one, two, three, four].map((id) => [id, true])),
    )
    expect(changes).toHaveLength(4)
    const left = (await ana.done('GET', '/injections/{}', { at: ['feline'] })).items
    expect(new Set(left.map(({ _id }: { _id: string }) => _id))).toEqual(new Set([five, bens]))
  })

  test('[API-23] removing a section leaves its drugs unset', async () => {
    const { sections } = await ana.done('GET', '/organization/sections')
    const gone = sections.find(({ title_p }: { title_p: string }) => title_p === 'Sedatives')
    await ana.done('POST', '/drugs/update/keys', { body: { keys: [gone.key] } })
    const unset = (await ana.done('GET', '/drugs/{}/{}', { at: ['canine', '-1'] })).items
    expect(names(unset)).toContain('A copy')
    const kept = sections.filter(({ key }: { key: number }) => key !== gone.key)
    const after = await ana.done('POST', '/organization/sections/update', { body: { sections: kept } })
    expect(after.sections).toEqual(kept)
  })
})
