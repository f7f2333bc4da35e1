import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { lossyProxy, type LossyProxy } from './lossy-proxy.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'

const OF_RECORDS = [
  '/new-sheet',
  '/drugs/canine',
  '/drugs/feline',
  '/anesthesia/canine',
  '/emergency/feline',
  '/injections/canine',
  '/procedures/feline',
  '/single-draws/canine',
  '/patients/canine',
  '/patients/feline',
  '/controlled-substances',
  '/controlled-substances/new',
  '/needs-attention',
]
const OF_GUESTS = ['/login', '/forgot-password', '/reset-password/some-link']
const OF_ORGANIZATION = ['/organization', '/action-log', '/devices']

/** Where each person ends up who lacks what a route asks for. `typed`: each address is, not only the first of its kind. */
const people = [
  { who: 'nobody signed in', email: null, perms: null, elsewhere: '/login', typed: true },
  {
    who: 'a profile without permissions, which is logged out',
    email: 'technician@demo.test',
    perms: [],
    elsewhere: '/login',
    typed: false,
  },
  { who: '[0]', email: 'administrator@demo.test', perms: [0], elsewhere: '/organization', typed: false },
  { who: '[1]', email: 'technician@demo.test', perms: [1], elsewhere: '/', typed: true },
  { who: '[0, 1]', email: 'both@demo.test', perms: [0, 1], elsewhere: '/organization', typed: false },
  { who: '[2]', email: 'nothing@demo.test', perms: [2], elsewhere: '/error', typed: false },
  { who: '[3]', email: 'three@demo.test', perms: [3], elsewhere: '/error', typed: false },
] as const

/** Goes to an address inside the app that is running, as going back to it does. */
function followed(path: string): void {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}

describe('every row of the route table', () => {
  let server: Server
  let proxy: LossyProxy
  let password: string

  beforeAll(async () => {
    server = await startServer()
    proxy = await lossyProxy(server.url)
    password = demonstrationPassword(server)
    const lead = await signInToApi(server.url, 'lead@demo.test', password)
    const { key, name } = await lead.get<{ key: string; name: string }>('/organization/information')
    for (const [email, org_perms] of [
      ['both@demo.test', [0, 1]],
      ['three@demo.test', [3]],
    ] as const) {
      await lead.post('/organization/users/create', {
        name: `User ${email}`,
        email,
        password,
        confirm_password: password,
        org_key: key,
        org_name: name,
        org_perms,
      })
    }
  })
  afterAll(async () => {
    await proxy.close()
    await server.stop()
  })

  for (const { who, email, perms, elsewhere, typed } of people) {
    describe(who, () => {
      let tablet: Tablet
      const refused: string[] = []
      picturesOfFailures(() => tablet)
      beforeAll(async () => {
        // A user without any permission cannot be made, only met: the list comes back empty.
        proxy.rewrite = (_, reply) =>
          perms?.length === 0 && typeof reply['user'] === 'object'
            ? { ...reply, user: { ...reply['user'], org_perms: [] } }
            : reply
        tablet = await openTablet()
        const { page } = tablet
        page.on('response', (reply) => {
          if (reply.status() === 403) refused.push(new URL(reply.url()).pathname)
        })
        if (email === null) return
        await page.goto(`${proxy.url}/login`)
        await page.getByLabel('Email').fill(email)
        await page.getByLabel('Password').fill(password)
        await page.getByRole('button', { name: 'LOG IN' }).click()
        if (perms.length === 0) await page.getByText("You don't have access").waitFor()
        else await page.getByRole('button', { name: /Signed in as/ }).waitFor()
      })
      afterAll(() => tablet.close())

      /** Where a path leads once every redirect is done: the address has stayed the same over some painted frames. */
      async function lands(path: string, isTyped = true): Promise<string> {
        const { page } = tablet
        if (isTyped) await page.goto(`${proxy.url}${path}`)
        else await page.evaluate(followed, path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.evaluate(async () => {
          let address = location.pathname
          for (let still = 0; still < 12; still++) {
            await new Promise(requestAnimationFrame)
            if (location.pathname === address) continue
            address = location.pathname
            still = 0
          }
        })
        await page.getByRole('heading', { level: 1 }).waitFor()
        return new URL(page.url()).pathname
      }
      const guest = perms === null || perms.length === 0
      const holds = (permission: number) => (perms as readonly number[] | null)?.includes(permission) === true

      test('home and the routes of records', async () => {
        for (const [index, path] of ['/', ...OF_RECORDS].entries()) {
          const home = holds(1) ? '/' : elsewhere
          expect([path, await lands(path, typed || index < 2)]).toEqual([path, holds(1) ? path : home])
        }
      })
      test('the routes of the organization', async () => {
        const denied = guest ? '/login' : holds(1) ? '/' : '/error'
        for (const [index, path] of OF_ORGANIZATION.entries()) {
          expect([path, await lands(path, typed || index === 0)]).toEqual([path, holds(0) ? path : denied])
        }
        expect(await lands('/help/guide')).toBe(guest ? '/login' : '/help/guide')
        const back = holds(1) ? ['Return to Home'] : holds(0) ? ['Return to Organization Management'] : []
        expect(await tablet.page.locator('.bar-return').allTextContents()).toEqual(back)
        expect(await lands('/ledger')).toBe(
          holds(0) || holds(2) ? '/ledger' : guest ? '/login' : holds(1) ? '/' : '/error',
        )
      })
      test('the routes of guests', async () => {
        const home = holds(1) ? '/' : elsewhere
        for (const [index, path] of OF_GUESTS.entries()) {
          expect([path, await lands(path, typed || index === 0)]).toEqual([path, guest ? path : home])
        }
      })
      test('an unknown species leads to /error, an unknown path to Page Not Found', async () => {
        for (const [index, path] of ['/drugs/exotic', '/patients/Canine', '/anesthesia/0'].entries()) {
          expect([path, await lands(path, typed || index === 0)]).toEqual([path, guest ? '/login' : '/error'])
        }
        expect(await lands('/nothing/here')).toBe('/nothing/here')
        await tablet.page.getByRole('heading', { name: 'Page Not Found', level: 1 }).waitFor()
        await tablet.page.getByRole('link', { name: 'RETURN HOME' }).waitFor()
        expect(await lands('/error')).toBe('/error')
      })
      test('nothing was asked for that is known to be refused', () => expect(refused).toEqual([]))
    })
  }
})
