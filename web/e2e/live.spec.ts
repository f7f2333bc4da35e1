import { afterAll, beforeAll, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, signIn, syncSays } from './steps.ts'

let server: Server
let ana: Tablet
let ben: Tablet

picturesOfFailures(() => ben)

beforeAll(async () => {
  server = await startServer()
  ana = await openTablet()
  ben = await openTablet()
})
afterAll(async () => {
  await ana.close()
  await ben.close()
  await server.stop()
})

test('what one tablet saves is on the screen of another within a second, and so is what a call writes', async () => {
  const password = demonstrationPassword(server)
  await signIn(ana.page, server.url, 'technician@demo.test', password)
  await signIn(ben.page, server.url, 'lead@demo.test', password)
  for (const { page } of [ana, ben]) {
    await readyForOffline(page)
    await page.goto(`${server.url}/injections/canine`)
    await page.getByRole('searchbox').fill('live')
  }
  await ana.page.getByRole('button', { name: 'ADD', exact: true }).first().click()
  await ana.page.getByLabel('Injection Name').fill('Live one')
  await ana.page.getByRole('button', { name: 'SAVE', exact: true }).click()
  // The next pull that nobody hastens is up to a minute away.
  await ben.page.getByText('Live one', { exact: true }).waitFor()
  const api = await signInToApi(server.url, 'lead@demo.test', password)
  await api.post('/injections/', { species: 0, name: 'Live two' })
  for (const { page } of [ana, ben]) await page.getByText('Live two', { exact: true }).waitFor()
})

test('who is removed while their tablet only listens is at the login within seconds', async () => {
  const { page } = ana
  await page.goto(`${server.url}/injections/canine`)
  await page.getByText('Live two', { exact: true }).waitFor()
  await syncSays(page, 'All sent')
  const api = await signInToApi(server.url, 'lead@demo.test', demonstrationPassword(server))
  const users = await api.get<{ users: { _id: string; email: string }[] }>('/organization/users')
  const removed = users.users.find(({ email }) => email === 'technician@demo.test')
  await api.post('/organization/users/delete', { _id: removed?._id })
  // The round that nobody hastens is up to a minute away.
  await page.waitForURL(`${server.url}/login`)
})

test('with nothing to send, a tablet says within seconds that the server is away', async () => {
  const { page } = ben
  await syncSays(page, 'All sent')
  await server.kill()
  await syncSays(page, /^Sync: Offline/)
  await server.restart()
  await syncSays(page, 'All sent')
})
