import { randomUUID } from 'node:crypto'
import { ketamine } from 'sync-protocol/testing/examples'
import { describe, expect, test } from 'vitest'
import { newOrganization, newUser, testApp, type SignedIn } from '../testing.ts'
import type { Item } from './item.ts'
import { tablet } from './testing-writes.ts'

const { call, clock, database } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call)
const other = await newOrganization(call)
const now = () => clock.now
const pad = tablet(call, clinic, now)

const get = async (path: string, by: SignedIn = clinic) => {
  const { status, body, headers } = await call('GET', path, { token: by.token })
  return { status, headers, body, total: body['total'], items: body['items'] as Item[] }
}
const all = async (path: string, by: SignedIn = clinic) =>
  (await call('GET', path, { token: by.token })).body as unknown as Item[]
const names = (items: Item[]) => items.map(({ content }) => content['name'] as string)

const [opioids] = await pad.write('sections', [
  { key: 999, title_s: 'Opioid', title_p: 'Opioids' },
  { key: 1000, title_s: 'Tranquilizer', title_p: 'Tranquilizers' },
])
await pad.write('drugs', [
  ketamine({ name: 'Butorphanol Tartrate', section_key: 999 }),
  ketamine({ name: 'Buprenorphine', section_key: 999, species: [0], dosage: [1, -1] }),
  ketamine({ name: 'Acepromazine (10)', section_key: 1000 }),
  ketamine({ name: 'Left over', section_key: 1234 }),
  ketamine({ name: 'Never set', section_key: -1 }),
  ketamine({
    name: 'Epinephrine',
    section_key: -2,
    dosage: [-1, -1],
    dosage_from: [0.01, 0.01],
    dosage_to: [0.1, 0.1],
  }),
])

describe('drugs by section', () => {
  test.each([
    ['its key', '999', ['Butorphanol Tartrate', 'Buprenorphine']],
    ['its plural title', 'opioids', ['Butorphanol Tartrate', 'Buprenorphine']],
    ['its title in any case', 'OPIOIDS', ['Butorphanol Tartrate', 'Buprenorphine']],
    ['-1: unset, also those of a section that is gone', '-1', ['Never set', 'Left over']],
    ['unset by name', 'unset%20medications', ['Never set', 'Left over']],
    ['-2: emergency', '-2', ['Epinephrine']],
  ])('[API-15] [API-38] %s', async (_, section, expected) => {
    const { status, body, total, items } = await get(`/drugs/canine/${section}`)
    expect([status, body['success'], total]).toEqual([200, true, expected.length])
    expect(names(items).toSorted()).toEqual(expected.toSorted())
  })

  test('[API-52] [Q-106] the envelope, with the section derived', async () => {
    const { items } = await get('/drugs/0/-1?query=left')
    expect(items).toEqual([
      {
        _id: expect.any(String),
        version: 1,
        meta: {
          author_id: clinic.user._id,
          author_name: 'First User',
          date_created: clock.now.toISOString(),
        },
        content: { ...ketamine({ name: 'Left over' }), section_key: -1, section_name: 'unset medications' },
      },
    ])
    const [known] = (await get('/drugs/0/999?query=tartrate')).items
    expect(known?.content).toMatchObject({ section_key: 999, section_name: 'opioids' })
  })

  test('[Q-141] species as a word or a number, and only those of the species', async () => {
    expect(names((await get('/drugs/feline/999')).items)).toEqual(['Butorphanol Tartrate'])
    expect(names((await get('/drugs/1/999')).items)).toEqual(['Butorphanol Tartrate'])
  })

  test.each(['/drugs/2/999', '/drugs/exotic/999', '/drugs/canine/nowhere', '/drugs/canine/1234'])(
    '%s is not found, and holds an empty list',
    async (path) => {
      const { status, body } = await get(path)
      expect([status, body]).toEqual([
        404,
        { success: false, code: 'not_found', message: expect.any(String), total: 0, items: [] },
      ])
    },
  )

  test('[Q-106] a renamed section renames, a removed one unsets, at the next call', async () => {
    const base = { collection: 'sections', _id: opioids ?? '' } as const
    await pad.push('section.update', [
      {
        op: 'update',
        ...base,
        base: 1,
        set: { title_p: 'Analgesics' },
        was: { title_s: 'Opioid', title_p: 'Opioids' },
      },
    ])
    expect((await get('/drugs/0/999')).items[0]?.content).toMatchObject({ section_name: 'analgesics' })
    await pad.push('section.delete', [{ op: 'delete', ...base, base: 2 }])
    expect((await get('/drugs/0/999')).status).toBe(404)
    expect((await get('/drugs/0/-1')).total).toBe(4)
    await pad.push('section.restore', [
      { op: 'restore', ...base, base: 3, content: { key: 999, title_s: 'Opioid', title_p: 'Opioids' } },
    ])
    expect((await get('/drugs/0/opioids')).total).toBe(2)
  })
})

describe('searching', () => {
  const procedures = ['Dental cleaning', 'Cleaning of a wound', 'Spay', 'Neuter (100%)']
  test('[API-25] [API-35] [Q-125] every word, in any order, anywhere in the field, as text', async () => {
    await pad.write(
      'procedures',
      procedures.map((name) => ({ species: 0, name })),
    )
    const found = async (query: string) =>
      names(
        (await get(`/procedures/0?query=${encodeURIComponent(query)}&sortField=name&descending=false`)).items,
      )
    expect(await found('CLEAN')).toEqual(['Cleaning of a wound', 'Dental cleaning'])
    expect(await found('ing dent')).toEqual(['Dental cleaning'])
    expect(await found('100%')).toEqual(['Neuter (100%)'])
    expect(await found('%')).toEqual(['Neuter (100%)'])
    expect(await found('.')).toEqual([])
    expect(await found('  ')).toEqual(procedures.toSorted())
    expect(await found('cleaning spay')).toEqual([])
  })

  test('[Q-101] by author, and only the own ones', async () => {
    const second = await newUser(call, clinic, [1])
    await tablet(call, second, now).write('injections', [{ species: 0, name: 'Cerenia' }])
    await pad.write('injections', [{ species: 0, name: 'Vitamin K' }])
    expect(names((await get('/injections/canine?searchField=author&query=some')).items)).toEqual(['Cerenia'])
    expect(names((await get('/injections/canine?searchField=meta.author_name&query=FIRST')).items)).toEqual([
      'Vitamin K',
    ])
    expect(names((await get('/injections/canine?own=true', second)).items)).toEqual(['Cerenia'])
    expect(names(await all('/injections/canine/all?own=true'))).toEqual(['Vitamin K'])
  })

  test('[Q-100] [Q-102] by date, in the clinic’s days and in the caller’s', async () => {
    const fluid = (name: string) => ({ species: [0], name, rate: 5 })
    const was = clock.now
    // 05:30 UTC is still the evening before in Chicago.
    clock.now = new Date('2026-03-06T05:30:00.000Z')
    await pad.write('fluids', [fluid('Late')])
    clock.now = new Date('2026-03-06T15:00:00.000Z')
    await pad.write('fluids', [fluid('Day')])
    clock.now = was
    const on = async (query: string) => names((await get(`/fluids/canine?searchField=date&${query}`)).items)
    for (const typed of ['03/05/2026', '3/5/26', '3/05/2026'])
      expect(await on(`query=${typed}`)).toEqual(['Late'])
    expect(await on('query=03/06/2026')).toEqual(['Day'])
    expect(await on('query=03/2026')).toEqual([])
    expect(await on('query=2026')).toEqual(['Day', 'Late'])
    expect(await on('query=03/06/2026&timeOffset=0')).toEqual(['Day', 'Late'])
    expect(await on('startDate=03.06.2026')).toEqual(['Day'])
    expect(await on('startDate=3/5/2026&endDate=03.05.2026')).toEqual(['Late'])
    expect(await on('startDate=03.01.2026&endDate=03.31.2026&timeOffset=360')).toEqual(['Day', 'Late'])
  })

  test.each([
    ['searchField', 'searchField=password'],
    ['sortField', 'sortField=__proto__'],
    ['startDate', 'startDate=02.30.2026'],
    ['startDate', 'startDate=2026-02-03'],
    ['startDate', 'startDate=03.02.2026&endDate=03.01.2026'],
    ['page', 'page=0'],
    ['page', 'page=1.5'],
    ['descending', 'descending=1'],
    ['timeOffset', 'timeOffset=x'],
  ])('a bad %s is 400 with an empty list', async (field, query) => {
    const { status, body } = await get(`/new/procedures?${query}`)
    expect([status, body]).toEqual([
      400,
      { success: false, code: 'invalid_request', message: expect.any(String), field, total: 0, items: [] },
    ])
  })
})

describe('order and pages', () => {
  test('[Q-146] newest first, twenty a page, from 1; each record once; an empty page at the end', async () => {
    const contents = Array.from({ length: 45 }, (_, index) => ({ species: 1, name: `Step ${index}` }))
    for (const content of contents) {
      clock.now = new Date(clock.now.getTime() + 1000)
      await pad.write('procedures', [content])
    }
    const pages = await Promise.all([1, 2, 3, 4].map((page) => get(`/procedures/feline?page=${page}`)))
    expect(pages.map(({ total, items }) => [total, items.length])).toEqual([
      [45, 20],
      [45, 20],
      [45, 5],
      [45, 0],
    ])
    expect(pages.flatMap(({ items }) => names(items))).toEqual(contents.map(({ name }) => name).toReversed())
    const upward = await get('/procedures/feline?sortField=name&sortOrder=ascending&page=2')
    expect(names(upward.items)[0]).toBe('Step 20')
    expect(names(await all('/procedures/feline/all'))).toEqual(contents.map(({ name }) => name))
    expect(names(await all('/procedures/feline/all?page=3'))).toEqual([
      'Step 40',
      'Step 41',
      'Step 42',
      'Step 43',
      'Step 44',
    ])
  })

  test('[Q-146] what was made in one moment stands by name, newest first and oldest first', async () => {
    clock.now = new Date(clock.now.getTime() + 1000)
    await pad.write(
      'procedures',
      ['Tied C', 'Tied A', 'Tied B'].map((name) => ({ species: 1, name })),
    )
    const byName = ['Tied A', 'Tied B', 'Tied C']
    expect(names((await get('/procedures/feline')).items).slice(0, 3)).toEqual(byName)
    for (const path of ['/procedures/feline/all', '/library/4/1'])
      expect(names(await all(path)).slice(-3)).toEqual(byName)
  })

  test('[API-44] [SAVED-28] sheets: newest first, by procedure, in pages; voided ones are gone', async () => {
    const sheet = (name: string, procedure: string | { name: string }) => ({
      species: 0,
      procedure,
      anesthesia_protocol: { name: 'Routine', sections: [], fluids: [] },
      name,
      weight: 10,
      weight_units: 'kg',
      outcome: 'N/A',
      injections: [],
      day: '2026-11-20',
    })
    const [first] = await pad.write('sheets', [sheet('Rex', 'Spay'), sheet('Bella', { name: 'Dental' })])
    clock.now = new Date(clock.now.getTime() + 1000)
    await pad.write('sheets', [sheet('Max', 'Neuter')])
    expect(names(await all('/sheets/canine/all?page=1'))[0]).toBe('Max')
    expect(await all('/sheets/canine/all?page=2')).toEqual([])
    expect(names((await get('/sheets/canine?sortField=procedure&descending=false')).items)).toEqual([
      'Bella',
      'Max',
      'Rex',
    ])
    expect(names((await get('/new/sheets?searchField=procedure&query=dent')).items)).toEqual(['Bella'])
    expect((await get('/new/sheets?searchField=date&query=11/20/26')).total).toBe(3)
    await pad.push('sheet.delete', [
      { op: 'void', collection: 'sheets', _id: first ?? '', base: 1, reason: 'x' },
    ])
    expect(names((await get('/sheets/0?sortField=name')).items)).toEqual(['Max', 'Bella'])
  })
})

describe('every spelling', () => {
  test('[Q-140] [API-27] aliases, type codes, and a slash at the end', async () => {
    const protocol = { species: 0, name: 'Arrest', drugs: [emergency('Atropine')] }
    await pad.write('emergency_protocols', [protocol])
    const paths = ['emergency-protocols', 'eprotocols', '2'].flatMap((name) => [
      `/${name}/canine/all`,
      `/${name}/0/all/`,
    ])
    const bodies = await Promise.all(paths.map((path) => all(path)))
    for (const body of bodies) expect(names(body)).toEqual(['Arrest'])
    expect((await get('/eprotocols/0?query=arr')).total).toBe(1)
    expect((await get('/new/2?query=arr&species=0')).total).toBe(1)
    expect((await get('/new/2?species=feline')).total).toBe(0)
    expect(await all('/cssheets/canine/all')).toEqual([])
    expect(await all('/aprotocols/canine/all')).toEqual([])
  })

  test('[API-26] [API-39] library objects by type', async () => {
    const ofType = async (path: string) => names(await all(`/library/${path}`)).toSorted()
    expect(await ofType('2/canine')).toEqual(['Arrest'])
    expect(await ofType('7/0')).toEqual(['Day', 'Late'])
    expect(await ofType('0/canine?section=-2')).toEqual(['Epinephrine'])
    expect(await ofType('0/feline?section=opioids')).toEqual(['Butorphanol Tartrate'])
    expect(await ofType('3/canine?own=true')).toEqual(['Vitamin K'])
    expect((await get('/library/8/canine')).status).toBe(404)
    expect((await get('/library/4/bird')).status).toBe(404)
  })

  test('[API-24] /drugs/{species}/{id}/all: a section by key or title, or one drug', async () => {
    const [drug] = await all('/drugs/canine/opioids/all')
    expect(names(await all('/drugs/canine/999/all'))).toHaveLength(2)
    expect(await all(`/drugs/canine/${drug?._id}/all`)).toEqual([drug])
    expect((await get(`/drugs/canine/${randomUUID()}/all`)).status).toBe(404)
    expect(names(await all('/drugs/canine/all'))).toHaveLength(6)
  })
})

function emergency(name: string) {
  return {
    name,
    concentration: 0.54,
    dosage: -1,
    dosage_from: 0.01,
    dosage_to: 0.04,
    route: 'IV',
    form: 'INJECTION',
    controlled: false,
  }
}

test('[API-13] sections: the two special ones first, then the organization’s by key, and the next key', async () => {
  const { status, body } = await get('/organization/sections')
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      next_key: 1001,
      sections: [
        { key: -2, title_s: 'Emergency Medication', title_p: 'Emergency Medications' },
        { key: -1, title_s: 'Unset Medication', title_p: 'Unset Medications' },
        { key: 999, title_s: 'Opioid', title_p: 'Opioids' },
        { key: 1000, title_s: 'Tranquilizer', title_p: 'Tranquilizers' },
      ],
    },
  ])
})

describe('who may read', () => {
  const PATHS = [
    '/drugs/canine/-1',
    '/procedures/canine',
    '/new/drugs',
    '/procedures/0/all',
    '/drugs/0/-1/all',
    '/library/4/0',
    '/organization/sections',
  ]
  const statuses = (by?: SignedIn) =>
    Promise.all(PATHS.map(async (path) => (await call('GET', path, { token: by?.token })).status))

  test('[Q-80] another organization’s records do not exist', async () => {
    for (const path of PATHS.slice(0, 3))
      expect((await get(path, other)).body).toMatchObject({ total: 0, items: [] })
    for (const path of PATHS.slice(3, 6)) expect(await all(path, other)).toEqual([])
    const [drug] = await all('/drugs/canine/all')
    expect((await get(`/drugs/canine/${drug?._id}/all`, other)).status).toBe(404)
  })

  test('[Q-83] permission 1 is asked for, at each call', async () => {
    const staff = await newUser(call, clinic, [1])
    expect(await statuses(staff)).toEqual(PATHS.map(() => 200))
    await call('POST', '/organization/users/update', {
      token: clinic.token,
      body: { _id: staff.user._id, org_perms: [0, 2, 3] },
    })
    expect(await statuses(staff)).toEqual(PATHS.map(() => 403))
    expect(await statuses()).toEqual(PATHS.map(() => 401))
  })

  test('[Q-95] the token raw or as Bearer', async () => {
    expect((await call('GET', '/procedures/0', { token: `Bearer ${clinic.token}` })).status).toBe(200)
  })
})

describe('a list is true', () => {
  test('right after every change, also one that another process took', async () => {
    const [_id = ''] = await pad.write('procedures', [{ species: 0, name: 'Aardvark' }])
    const first = async () => names((await get('/procedures/0?sortField=name&descending=false')).items)[0]
    expect(await first()).toBe('Aardvark')
    const update = { op: 'update', collection: 'procedures', _id } as const
    await pad.push('procedure.update', [
      { ...update, base: 1, set: { name: 'Zebra' }, was: { name: 'Aardvark', species: 0 } },
    ])
    expect(await first()).toBe('Cleaning of a wound')
    await pad.push('procedure.update', [
      { ...update, base: 2, set: { name: 'Aardvark' }, was: { name: 'Zebra', species: 0 } },
    ])
    expect(await first()).toBe('Aardvark')
    await pad.push('procedure.delete', [{ op: 'delete', collection: 'procedures', _id, base: 3 }])
    expect(await first()).toBe('Cleaning of a wound')
    expect((await get('/procedures/0?query=aard')).total).toBe(0)
  })

  test('after a restore from a backup, which goes back in the history', async () => {
    const before = await get('/procedures/0')
    const client = await database.pool.connect()
    await client.query('UPDATE installation SET epoch = gen_random_uuid()')
    await client.query("DELETE FROM records WHERE org_id = $1 AND collection = 'procedures'", [
      clinic.user.org_id,
    ])
    client.release()
    expect(before.total).toBeGreaterThan(0)
    expect((await get('/procedures/0')).total).toBe(0)
  })
})

test('a list of more records than one piece is whole, in order and valid JSON', async () => {
  const big = await newOrganization(call)
  const writer = tablet(call, big, now)
  for (let piece = 0; piece < 3; piece++) {
    const contents = Array.from({ length: 450 }, (_, index) => ({
      species: 0,
      name: `N ${piece * 450 + index}`,
    }))
    await writer.write('injections', contents)
    clock.now = new Date(clock.now.getTime() + 1000)
  }
  const items = await all('/injections/0/all', big)
  expect(items).toHaveLength(1350)
  expect(new Set(items.map(({ _id }) => _id)).size).toBe(1350)
  expect(items.map(({ meta }) => meta.date_created)).toEqual(
    items.map(({ meta }) => meta.date_created).toSorted(),
  )

  // In stretches it is the same list, though what was read last is deleted and another one comes meanwhile.
  const read: string[] = []
  const stretches: number[] = []
  for (let query = '?limit=500&own=true'; query !== '';) {
    const { headers, body } = await call('GET', `/injections/0/all${query}`, { token: big.token })
    const stretch = body as unknown as Item[]
    read.push(...stretch.map(({ _id }) => _id))
    stretches.push(stretch.length)
    query = /^<(\?[^>]+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1] ?? ''
    expect(query === '' || query.startsWith('?limit=500&own=true&cursor=')).toBe(true)
    const { _id = '' } = stretch.at(-1) ?? {}
    await writer.push('injection.delete', [{ op: 'delete', collection: 'injections', _id, base: 1 }])
    if (stretches.length === 1) {
      clock.now = new Date(clock.now.getTime() + 1000)
      await writer.write('injections', [{ species: 0, name: 'Later' }])
    }
  }
  expect(stretches).toEqual([500, 500, 351])
  expect(read.slice(0, 1350)).toEqual(items.map(({ _id }) => _id))
})

test('a stretch of a list: a cursor begins with 100, and what is no cursor is refused at its field', async () => {
  const [one] = await all('/drugs/canine/all?limit=1')
  const first = await call('GET', '/drugs/canine/all?limit=1', { token: clinic.token })
  const rest = /<([^>]+)>/.exec(String(first.headers['link']))?.[1]?.replace('limit=1&', '') ?? ''
  expect(rest).toMatch(/^\?cursor=/)
  expect([one, ...(await all(`/drugs/canine/all${rest}`))]).toEqual(await all('/drugs/canine/all'))
  expect((await call('GET', '/drugs/canine/all', { token: clinic.token })).headers['link']).toBe(undefined)
  for (const [query, field] of [
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['cursor=WzFd', 'cursor'],
    ['cursor=%F0%9F%90%88', 'cursor'],
    ['page=1&limit=5', 'page'],
    ['page=1&cursor=WzFd', 'page'],
  ]) {
    const { status, body } = await get(`/library/0/canine?${query}`)
    expect([query, status, body['code'], body['field']]).toEqual([query, 400, 'invalid_request', field])
  }
})
