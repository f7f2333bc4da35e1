import { randomUUID } from 'node:crypto'
import { draw, ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { describe, expect, test } from 'vitest'
import { epochOf } from '../sync/testing-clinic.ts'
import { newOrganization, PASSWORD, signIn, testApp, type Call } from '../testing.ts'

const server = await testApp({ registration: 'open', logLevel: 'debug', trustProxy: 1 })
const { app, call, database, log } = server
const { pool } = database
const clinic = await newOrganization(call)
const { token } = clinic
const lane = { device: randomUUID(), lane: randomUUID() }
const { push_token } = (
  await call('POST', '/user/login', { body: { email: clinic.user.email, password: PASSWORD, ...lane } })
).body as { push_token: string }
const epoch = await epochOf(pool)

interface Line {
  level: number
  msg: string
  request_id?: string
  route?: string
  status?: number
  ms?: number
  requests?: string[]
  err?: { code?: string }
}
const lines = () => log.map((line) => JSON.parse(line) as Line)
const since = async (work: () => Promise<unknown>): Promise<Line[]> => {
  const before = log.length
  await work()
  // The line of a request is written when its answer is out.
  await new Promise(setImmediate)
  return lines().slice(before)
}

describe('the log', () => {
  test('has one line for each request, by its pattern, under the name that the answer has', async () => {
    const id = clinic.user._id
    let answered: string | undefined
    const told = await since(async () => {
      const reply = await call('POST', `/injections/update/${id}?query=Rex`, { token, body: {} })
      answered = String(reply.headers['x-request-id'])
    })
    expect(answered).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}$/)
    expect(told.filter(({ msg }) => msg === 'request')).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: process.pid,
        hostname: expect.any(String),
        request_id: answered,
        method: 'POST',
        route: '/injections/update/:id',
        status: 404,
        ms: expect.any(Number),
        msg: 'request',
      },
    ])
    expect(told.every(({ request_id }) => request_id === answered)).toBe(true)
    const [lost] = await since(() => call('GET', '/nowhere/Rex?owner=Smith'))
    expect(lost).toMatchObject({ route: 'none', status: 404 })
  })

  test('never holds a password, a token, a cookie, an e-mail, a name or a search', async () => {
    const planted = {
      password: `planted-${randomUUID()}`,
      cookie: `planted-${randomUUID()}`,
      patient: `Rex ${randomUUID()}`,
      owner: `Owner ${randomUUID()}`,
      search: `search-${randomUUID()}`,
      // What was made while this log was written.
      token,
      push_token,
      email: clinic.user.email,
      own: PASSWORD,
    }
    const { password, cookie, patient, owner, search, email } = planted
    const headers = { cookie: `session=${cookie}`, 'user-agent': owner, referer: `http://x/?q=${search}` }
    const ask = (method: 'GET' | 'POST', url: string, more: Call = {}) =>
      call(method, url, { token, ...more, headers: { ...headers, ...more.headers } })
    const create = (n: number, content: object) =>
      mutationOf(n, randomUUID(), 'drug.create', [
        { op: 'create', collection: 'drugs', _id: randomUUID(), content: ketamine({ ...content }) },
      ])
    const takeDraw = (n: number) =>
      mutationOf(n, randomUUID(), 'draw.save', [
        {
          op: 'create',
          collection: 'draws',
          _id: randomUUID(),
          content: draw({ sheet_data: { patient_name: patient, reason: owner, species: 0 } }),
        },
      ])
    const push = (mutations: Parameters<typeof pushOf>[2], as = push_token) =>
      ask('POST', '/sync/push', { token: as, body: pushOf(epoch, lane, mutations) })
    const statuses = (reply: { body: Record<string, unknown> }) =>
      (reply.body['results'] as { status: string }[]).map(({ status }) => status)
    const broken = (url: string, payload: string) =>
      app.inject({
        method: 'POST',
        url,
        payload,
        headers: { ...headers, authorization: token, 'content-type': 'application/json' },
      })
    const without = async (table: string, work: () => Promise<void>) => {
      await pool.query(`ALTER TABLE "${table}" RENAME TO away`)
      await work()
      await pool.query(`ALTER TABLE away RENAME TO "${table}"`)
    }

    const told = await since(async () => {
      // Logins: one that succeeds, and ones that do not.
      await signIn(call, email, { headers })
      await ask('POST', '/user/login', { body: { email, password } })
      await ask('POST', '/user/login', { body: { email, password: { deep: password } } })
      await ask('GET', '/user/profile', { token: `${token}x` })
      await ask('GET', '/user/profile', { headers: { authorization: `Bearer push.${password}` } })

      // Pushes: applied, refused, and ones that the database cannot keep, with its words about the value or the row.
      expect(statuses(await push([create(1, { name: owner }), takeDraw(2)]))).toEqual(['applied', 'applied'])
      expect(statuses(await push([create(3, { name: owner, concentration: patient })]))).toEqual(['rejected'])
      await pool.query(`CREATE FUNCTION faulty() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF new.collection = 'drugs' THEN PERFORM (new.body->'content'->>'name')::int; END IF;
        RETURN new; END $$`)
      await pool.query(
        'CREATE TRIGGER faulty BEFORE INSERT ON records FOR EACH ROW EXECUTE FUNCTION faulty()',
      )
      expect(statuses(await push([create(4, { name: patient })]))).toEqual(['parked'])
      await pool.query('DROP TRIGGER faulty ON records')
      await pool.query(
        `ALTER TABLE records ADD CONSTRAINT faulty CHECK (collection <> 'drugs' OR seq < 0) NOT VALID`,
      )
      expect(statuses(await push([create(5, { name: patient })]))).toEqual(['parked'])
      await pool.query('ALTER TABLE records DROP CONSTRAINT faulty')
      await without('records', async () => {
        expect((await push([create(6, { name: patient })])).status).toBe(500)
        expect((await ask('GET', `/new/drugs?query=${search}`)).status).toBe(500)
      })
      expect((await ask('GET', `/new/drugs?query=${search}`)).status).toBe(200)
      expect((await ask('GET', `/organization/action-log?search=${search}`)).status).toBe(200)
      expect((await ask('POST', '/injections/', { body: { species: 0, name: patient } })).status).toBe(200)

      // Bodies that cannot be read, and addresses that name somebody.
      expect((await broken('/user/login', `{"email":"${email}","password":${password}`)).statusCode).toBe(400)
      expect((await broken('/sync/push', `{"mutations":[${patient}`)).statusCode).toBe(400)
      await broken('/user/login', '[]')
      await app.inject({ method: 'GET', url: `/%zz${search}`, headers })
      await without('sign_in_directory', async () => {
        expect((await ask('POST', '/user/login', { body: { email, password } })).status).toBe(500)
        const reset = `/services/password-reset-request/${encodeURIComponent(email)}`
        // Nobody is told whether there is such an address: its fault is in the log alone.
        await ask('POST', reset)
      })
      // Faults of ours, in words of any sort.
      const refuses = Object.assign(new Error(`No such patient: "${patient}"`), {
        severity: 'ERROR',
        routine: 'exec',
        code: '22023',
        detail: owner,
        parameters: [password],
      })
      app.log.error(refuses, 'A fault.')
      app.log.error(refuses)
      app.log.warn({ err: refuses, body: { patient }, headers, url: `/x?${search}` })
      app.log.error({ err: refuses }, refuses.message)
      app.log.info(`Mail to ${email} with ${token} and ${push_token}`)
    })
    const whole = log.join('')
    expect(Object.entries(planted).filter(([, secret]) => whole.includes(secret))).toEqual([])
    // What was sent did leave lines: of each request, of what was parked, and of the faults.
    const codes = told.flatMap(({ err }) => err?.code ?? [])
    expect(codes).toEqual(expect.arrayContaining(['22P02', '23514', '42P01', '22023']))
    const parked = told.filter(({ msg }) => msg.startsWith('Mutation '))
    const pushes = told.filter(({ route }) => route === '/sync/push').map(({ request_id }) => request_id)
    expect(parked).toHaveLength(3)
    expect(pushes).toEqual(expect.arrayContaining(parked.flatMap(({ requests = [] }) => requests)))
    expect(told.filter(({ route }) => route?.startsWith('/new/')).length).toBe(2)
  })

  test('at the level warn has nothing of requests that went well', async () => {
    const quiet = await testApp({ logLevel: 'warn' })
    await quiet.call('GET', '/setup/state')
    await quiet.call('GET', '/user/profile')
    expect(quiet.log).toEqual([])
    await quiet.database.close()
    await quiet.call('GET', '/setup/state')
    expect(quiet.log.join('')).toContain('"level":50')
    expect(quiet.log.join('')).not.toContain('"msg":"request"')
  })
})

describe('the name of a request', () => {
  const named = async (given: string, from: Pick<typeof server, 'call'> = server) =>
    String(
      (await from.call('GET', '/setup/state', { headers: { 'x-request-id': given } })).headers[
        'x-request-id'
      ],
    )

  test('is its proxy’s where that is safe to write down, and else the server’s', async () => {
    const own = /^[0-9a-f]{8}-[0-9a-f]{4}$/
    expect(await named('0f9c2d11a7b34e5f8a6b1c2d3e4f5a6b')).toBe('0f9c2d11a7b34e5f8a6b1c2d3e4f5a6b')
    for (const bad of ['short', 'with space x', 'a.b.c.d.e.f.g', 'x'.repeat(65), '"quoted-name"', token])
      expect(await named(bad)).toMatch(own)
    // Without a proxy of ours anybody could give their calls the names of others.
    const direct = await testApp()
    expect(await named('0f9c2d11a7b34e5f8a6b1c2d3e4f5a6b', direct)).toMatch(own)
  })

  test.each(['/setup/state', '/nowhere', '/user/profile', '/%zz', '/documentation/json'])(
    'is in the answer of %s',
    async (url) => {
      const reply = await app.inject({ method: 'GET', url })
      expect(reply.headers['x-request-id']).toMatch(/^[\w-]{13}$/)
    },
  )

  test('is in the body of a fault, and in every line of it', async () => {
    await pool.query('ALTER TABLE sign_in_directory RENAME TO away')
    let reply: Awaited<ReturnType<typeof call>> | undefined
    const told = await since(async () => {
      reply = await call('POST', '/user/login', { body: { email: 'a@b.c', password: 'x' } })
    })
    await pool.query('ALTER TABLE away RENAME TO sign_in_directory')
    const id = reply?.headers['x-request-id']
    expect(reply?.body).toEqual({
      success: false,
      code: 'internal',
      message: 'An unknown error occured. Please contact customer support.',
      request_id: id,
    })
    expect(told.map(({ level, request_id }) => [level, request_id])).toEqual([
      [50, id],
      [30, id],
    ])
  })
})
