import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PATH_OF } from '../documented-api/collection-paths.ts'
import { WRITTEN } from '../documented-api/payload-fields.ts'
import { newUser, PASSWORD, testApp } from '../testing.ts'
import type { OpenApi } from './openapi.ts'
import { CheckedCalls } from './testing-answers.ts'

const { app, call, database } = await testApp()
const document = (await call('GET', '/documentation/json')).body as unknown as OpenApi
const checked = new CheckedCalls(app, document)

const exampleOf = (key: string): Record<string, unknown> => {
  const { operation } =
    checked.operations.find(({ path, method }) => `${method.toUpperCase()} ${path}` === key) ?? {}
  return operation?.requestBody?.content['application/json']?.example as Record<string, unknown>
}
const filled = (path: string, value: string) => path.replace(/\{\w+\}/g, value)

// It can be tried until a clinic works here.
const demonstration = await database.pool.query<{ org_id: string }>(
  `INSERT INTO organizations (org_id, name, key, time_zone, demo, created_at)
   VALUES (gen_random_uuid(), 'Demonstration Clinic', 'D', 'UTC', true, now()) RETURNING org_id`,
)
const visited = await checked.call('POST /demonstration/visit', {})
await database.pool.query('SELECT remove_demonstration($1)', [demonstration.rows[0]?.org_id])
await checked.call('POST /user/register', { payload: exampleOf('POST /user/register') })
const device = randomUUID()
const signedIn = await checked.call('POST /user/login', {
  payload: { ...exampleOf('POST /user/login'), device, lane: randomUUID() },
})
const { token, user, push_token } = signedIn.json as {
  token: string
  user: { email: string }
  push_token: string
}
const headers = { authorization: token }
const clinic = { token, user: signedIn.json['user'] as Awaited<ReturnType<typeof newUser>>['user'] }
/** Permission 2 alone allows no call of itself. */
const nobody = await newUser(call, clinic, [2])
const get = (path: string, url = path) => checked.call(`GET ${path}`, { url, headers })
const send = (key: string, payload: unknown = exampleOf(key), url?: string) =>
  checked.call(key, { headers, payload: payload as object, ...(url === undefined ? {} : { url }) })
const inserted = async (path: string) => {
  const { json } = await send(`POST /${path}/`)
  return (json['item'] as { _id: string })._id
}

describe('[API-33] [API-53] [API-54] answers are as the document has them', () => {
  test('every example is as its schema', () => {
    let examples = 0
    for (const { path, method, operation } of checked.operations) {
      const body = operation.requestBody?.content['application/json']
      if (operation.requestBody) {
        const at = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']
        expect([path, checked.faults(at, body?.example)]).toEqual([path, undefined])
        examples += 1
      }
      const answer = operation.responses['200']
      if (!answer || '$ref' in answer) throw new Error(`${path} answers nothing`)
      for (const [type, media] of Object.entries(answer.content)) {
        const at = ['paths', path, method, 'responses', '200', 'content', type, 'schema']
        expect([path, checked.faults(at, media.example)]).toEqual([path, undefined])
        examples += 1
      }
    }
    expect(examples).toBeGreaterThan(checked.operations.length)
  })

  test('without a token, with a push token, and without the permission', async () => {
    for (const { path, method, operation } of checked.operations) {
      if (operation.security.length === 0) continue
      const key = `${method.toUpperCase()} ${path}`
      const url = filled(path, '0')
      expect([key, (await checked.call(key, { url })).status]).toEqual([key, 401])
      if (key !== 'POST /sync/push') {
        const pushing = await checked.call(key, { url, headers: { authorization: push_token } })
        expect([key, pushing.status]).toEqual([key, 403])
      }
      if (!/Needs permission \d \(/.test(operation.description)) continue
      const lacking = await checked.call(key, { url, headers: { authorization: `Bearer ${nobody.token}` } })
      expect([key, lacking.status]).toEqual([key, 403])
    }
  })

  test('what cannot be read, and what leads nowhere', async () => {
    const json = { ...headers, 'content-type': 'application/json' }
    for (const { path, method, operation } of checked.operations) {
      const key = `${method.toUpperCase()} ${path}`
      if (operation.requestBody) {
        const url = filled(path, 'canine')
        const text = await checked.call(key, {
          url,
          headers: { ...headers, 'content-type': 'text/plain' },
          payload: 'x',
        })
        const broken = await checked.call(key, { url, headers: json, payload: '{' })
        expect([key, text.status, broken.status]).toEqual([key, 415, 400])
      }
      if (!path.includes('{') || path.startsWith('/services/')) continue
      const payload = exampleOf(key)
      const lost = await checked.call(key, {
        url: filled(path, 'nowhere'),
        headers,
        ...(payload ? { payload } : {}),
      })
      expect([key, lost.status]).toEqual([key, 404])
    }
  })

  test('accounts, the organization and its users', async () => {
    for (const path of ['/setup/state', '/health', '/user/confirm', '/user/profile']) await get(path)
    for (const path of [
      '/organization/information',
      '/organization/backups',
      '/organization/policies',
      '/organization/users',
      '/organization/programs',
      '/organization/sections',
    ])
      await get(path)
    expect(
      (await checked.call('POST /user/login', { payload: { email: user.email, password: 'no' } })).json[
        'code'
      ],
    ).toBe(2)
    expect([visited.status, (await send('POST /demonstration/visit')).status]).toEqual([200, 404])
    expect((await send('POST /user/register')).status).toBe(403)
    expect(
      (await send('POST /user/register', { ...exampleOf('POST /user/register'), name: '' })).status,
    ).toBe(422)
    expect((await send('POST /organization/settings')).status).toBe(200)
    expect((await send('POST /organization/policies')).status).toBe(200)
    const made = await send('POST /organization/users/create')
    const { _id } = made.json['user'] as { _id: string }
    expect((await send('POST /organization/users/create')).status).toBe(409)
    expect(
      (
        await send('POST /organization/users/create', {
          ...exampleOf('POST /organization/users/create'),
          name: '',
        })
      ).status,
    ).toBe(422)
    expect((await send('POST /organization/users/update', { _id, org_perms: [1] })).status).toBe(200)
    expect((await send('POST /organization/users/update', { _id, org_perms: [] })).status).toBe(422)
    expect((await send('POST /organization/users/link', { _id })).status).toBe(200)
    expect((await send('POST /organization/users/delete', { _id })).status).toBe(200)
    expect((await send('POST /organization/users/link', { _id })).status).toBe(404)
    expect((await send('POST /organization/users/delete', { _id })).status).toBe(404)
    const program = await send('POST /organization/programs/create')
    const revoked = { _id: (program.json['program'] as { _id: string })._id }
    expect([program.status, (await send('POST /organization/programs/create')).status]).toEqual([200, 409])
    const nameless = { ...exampleOf('POST /organization/programs/create'), name: '' }
    expect((await send('POST /organization/programs/create', nameless)).status).toBe(422)
    expect((await send('POST /organization/programs/revoke', revoked)).status).toBe(200)
    expect((await send('POST /organization/programs/revoke', revoked)).status).toBe(404)
    const email = encodeURIComponent(user.email)
    await get('/sync/events')
    await checked.call('POST /services/password-reset-request/{id}', {
      url: `/services/password-reset-request/${email}`,
    })
    await checked.call('GET /services/password-reset/{id}', { url: '/services/password-reset/none' })
    const confirm = 'PUT /services/password-reset/confirm/{id}'
    const told = await send(confirm, exampleOf(confirm), '/services/password-reset/confirm/none')
    expect(told.json['result']).toBe(false)
    expect(
      (await send(confirm, { password: 'a', confirm_password: 'b' }, '/services/password-reset/confirm/none'))
        .status,
    ).toBe(422)
    const changing = 'POST /user/password'
    expect((await send(changing, { ...exampleOf(changing), old_password: 'no' })).status).toBe(422)
    expect((await send('POST /user/sessions/end')).status).toBe(404)
    const theirs = { authorization: nobody.token }
    const payload: Record<string, unknown> = { ...exampleOf(changing), old_password: PASSWORD }
    expect((await checked.call(changing, { headers: theirs, payload })).status).toBe(200)
    await checked.call('POST /user/login', {
      payload: { email: nobody.user.email, password: payload['password'] },
    })
    const listed = await checked.call('GET /user/sessions', { headers: theirs })
    const [other] = (listed.json['sessions'] as { _id: string; here: boolean }[]).filter(({ here }) => !here)
    const ended = await checked.call('POST /user/sessions/end', {
      headers: theirs,
      payload: { _id: other?._id },
    })
    expect(ended.status).toBe(200)
    expect((await checked.call('POST /user/sessions/end-others', { headers: theirs })).status).toBe(200)
    await checked.call('POST /user/logout', { headers: theirs, payload: {} })
  })

  test('tablets, the log and the ledger', async () => {
    const { json } = await get('/sync/pull', '/sync/pull?cursor=0')
    const push = { ...exampleOf('POST /sync/push'), epoch: json['epoch'] }
    expect((await send('POST /sync/devices')).status).toBe(200)
    expect((await send('POST /sync/push', push)).json['last_n']).toBe(1)
    expect((await send('POST /sync/push')).status).toBe(409)
    expect((await send('POST /sync/push', { ...push, protocol: 99 })).status).toBe(426)
    expect((await get('/sync/pull', '/sync/pull?cursor=no')).status).toBe(400)
    await inserted('sheets')
    expect((await get('/ledger')).text).toContain('Ketamine')
    expect((await get('/ledger/lines')).text).toContain('Ketamine')
    expect((await get('/sync/pull', '/sync/pull?cursor=0')).text).toContain('Cefazolin')
    const snapshot = '/sync/snapshot?collections=injections'
    expect((await get('/sync/snapshot', snapshot)).text).toContain('Cefazolin')
    expect((await get('/sync/snapshot', '/sync/snapshot?collections=Every-thing')).status).toBe(400)
    expect((await send('POST /sync/devices/tell')).status).toBe(200)
    const { devices } = (await get('/organization/devices')).json as { devices: { _id: string }[] }
    const place = `org=${clinic.user.org_id}&device=${device}`
    expect((await get('/sync/devices/standing', `/sync/devices/standing?${place}`)).status).toBe(200)
    expect((await get('/sync/devices/standing', `/sync/devices/standing?org=1&device=2`)).status).toBe(400)
    expect((await send('POST /sync/devices/held')).status).toBe(200)
    expect((await send('POST /sync/devices/wiped')).status).toBe(200)
    expect((await send('POST /organization/devices/revoke', { _id: randomUUID() })).status).toBe(404)
    // Another tablet than this session's own, which would read nothing any more.
    const other = devices.find(({ _id }) => _id !== device)?._id
    for (const what of ['revoke', 'restore'])
      expect((await send(`POST /organization/devices/${what}`, { _id: other })).status).toBe(200)
    for (const path of ['', '/people', '/export']) await get(`/organization/action-log${path}`)
    expect((await get('/organization/action-log', '/organization/action-log?limit=0')).status).toBe(400)
  })

  test('lists', async () => {
    for (const collection of WRITTEN) {
      const path = PATH_OF[collection]
      await inserted(path)
      expect((await get(`/new/${path}`)).json['total']).not.toBe(0)
      expect((await get(`/new/${path}`, `/new/${path}?page=0`)).status).toBe(400)
      await get(`/${path}/{species}/all`, `/${path}/canine/all`)
      if (collection === 'drugs') await get('/drugs/{species}/{section}', '/drugs/canine/-1')
      else await get(`/${path}/{id_or_species}`, `/${path}/0`)
    }
    await get('/drugs/{species}/{id}/all', `/drugs/0/${await inserted('drugs')}/all`)
    await get('/controlled-substances/{species}/all', '/controlled-substances/0/all')
    for (let type = 0; type < 8; type++) await get('/library/{type}/{species}', `/library/${type}/canine`)
  })

  test.each(WRITTEN)('writing %s', async (collection) => {
    const path = PATH_OF[collection]
    const id = await inserted(path)
    const update = `POST /${path}/update/{id}`
    const changed = await send(update, exampleOf(update), `/${path}/update/${id}`)
    expect(changed.status).toBe(collection === 'sheets' ? 409 : 200)
    // A sheet is a fact: no update of one succeeds.
    if (collection === 'sheets') checked.seen.add(`${update} 200`)
    else expect((await send(update, { name: ' ' }, `/${path}/update/${id}`)).status).toBe(422)
    expect((await send(`POST /${path}/`, {})).status).toBe(422)
    const one = collection === 'drugs' ? 'DELETE /drugs/{id}' : `DELETE /${path}/{id_or_species}`
    const stale = { ...headers, 'if-match': '"7"' }
    expect((await checked.call(one, { url: `/${path}/${id}`, headers: stale })).status).toBe(412)
    expect((await checked.call(one, { url: `/${path}/${id}`, headers })).status).toBe(200)
    expect((await send(`PUT /${path}`, { ids: [id] })).status).toBe(404)
    expect((await send(`PUT /${path}`, { ids: [await inserted(path)] })).status).toBe(200)
    const sections = collection === 'drugs' || collection === 'fluids' ? ['', '/{section}'] : ['']
    for (const section of sections) {
      const several = `/${path}/delete-multiple/{species}${section}`
      const url = several.replace('{species}', 'canine').replace('{section}', '-1')
      expect((await send(`POST ${several}`, { ids: [await inserted(path)] }, url)).status).toBe(200)
    }
  })

  test('controlled substances', async () => {
    const draw = 'POST /single-draws/{species}'
    const drawn = (await send(draw, exampleOf(draw), '/single-draws/canine')).json['item'] as { _id: string }
    expect((await send(draw, {}, '/single-draws/0')).status).toBe(422)
    await get('/single-draws/{species}', '/single-draws/canine')
    const named = 'name=Ketamine&concentration=100'
    await get('/controlled-substances/unique')
    await get('/controlled-substances/prev-balance', `/controlled-substances/prev-balance?${named}`)
    await get('/controlled-substances/draws', `/controlled-substances/draws?${named}`)
    expect((await get('/controlled-substances/draws', '/controlled-substances/draws')).status).toBe(400)
    const sheets = [await inserted('controlled-substances'), await inserted('new/controlled-substances')]
    expect((await send('POST /controlled-substances/', {})).status).toBe(422)
    for (const path of ['/controlled-substances', '/new/controlled-substances']) {
      expect((await get(path)).json['total']).not.toBe(0)
      expect((await get(path, `${path}?page=0`)).status).toBe(400)
      const combining = `POST ${path}/combine`
      const answer = await send(combining, { ...exampleOf(combining), ids: sheets })
      expect([answer.status, answer.json['dropped']]).toEqual([200, 0])
      expect((await send(combining, { ids: sheets })).status).toBe(422)
      expect((await send(combining)).status).toBe(404)
    }
    const [first = '', second = ''] = sheets
    const update = await send(
      'POST /controlled-substances/update/{id}',
      {},
      `/controlled-substances/update/${first}`,
    )
    expect(update.status).toBe(409)
    // A balance sheet is a fact: no update of one succeeds.
    checked.seen.add('POST /controlled-substances/update/{id} 200')
    const remove = (key: string, url: string) => checked.call(key, { url, headers })
    expect(
      (await remove('DELETE /controlled-substances/{id}', `/controlled-substances/${first}`)).status,
    ).toBe(200)
    expect((await send('PUT /controlled-substances', { ids: [second] })).status).toBe(200)
    const third = await inserted('controlled-substances')
    expect((await send('POST /controlled-substances/delete-multiple', { ids: [third] })).status).toBe(200)
    expect((await send('POST /controlled-substances/delete-multiple', { ids: [third] })).status).toBe(404)
    const single = 'DELETE /single-draws/{species}/{id}'
    expect((await remove(single, `/single-draws/0/${drawn._id}`)).status).toBe(200)
    expect((await remove(single, `/single-draws/0/${drawn._id}`)).status).toBe(404)
  })

  test('sections', async () => {
    const one = { sections: [{ title_s: 'Opioid', title_p: 'Opioids' }] }
    expect((await send('POST /organization/sections/update', one)).status).toBe(200)
    const blank = { sections: [{ title_s: '', title_p: '' }] }
    expect((await send('POST /organization/sections/update', blank)).status).toBe(422)
    expect((await send('POST /drugs/update/keys')).status).toBe(200)
  })

  test('the demonstration', async () => {
    const removing = 'POST /organization/demonstration/remove'
    expect((await checked.call(removing, { headers })).status).toBe(403)
    await database.pool.query(
      `WITH demo AS (INSERT INTO organizations (org_id, name, key, time_zone, demo, created_at)
           VALUES (gen_random_uuid(), 'Demonstration Clinic', 'D', 'UTC', true, now()) RETURNING org_id),
         lead AS (INSERT INTO users (org_id, user_id, name, email, password_hash, perms, created_at)
           SELECT demo.org_id, gen_random_uuid(), 'Lee Lead', 'lead@demo.test', u.password_hash, '{0}', now()
           FROM demo, users u WHERE u.email = $1 RETURNING *)
       INSERT INTO sign_in_directory SELECT email, org_id, user_id FROM lead`,
      [user.email],
    )
    const lead = await checked.call('POST /user/login', {
      payload: { ...exampleOf('POST /user/login'), email: 'lead@demo.test' },
    })
    const removed = await checked.call(removing, { headers: { authorization: String(lead.json['token']) } })
    expect(removed.status).toBe(200)
  })

  test('no call was left out, and nothing of the server’s own came out', () => {
    const missing = checked.operations
      .map(({ path, method }) => `${method.toUpperCase()} ${path} 200`)
      .filter((told) => !checked.seen.has(told))
    expect(missing).toEqual([])
    expect(JSON.stringify(document)).not.toMatch(/node_modules|\.ts\b|\/work\/|\/tmp\/|postgres:/)
  })
})
