import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { halfMgProtocol, signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { lossyProxy, type LossyProxy, type Mishap } from './lossy-proxy.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { buildSheet, closeAndSave, openExport, serverIsBack, signIn, syncSays } from './steps.ts'

const TECHNICIAN = 'technician@demo.test'

describe('a bad network loses nothing and doubles nothing', () => {
  let server: Server
  let proxy: LossyProxy
  let api: ApiClient
  let tablet: Tablet
  let password: string

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    proxy = await lossyProxy(server.url)
    password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    await api.push('anesthesia_protocol.create', [halfMgProtocol('Half a milligram')])
    tablet = await openTablet()
    await signIn(tablet.page, proxy.url, TECHNICIAN, password)
    await syncSays(tablet.page, 'All sent')
  })
  afterAll(async () => {
    await tablet.close()
    await proxy.close()
    await server.stop()
  })

  /** Lets a mishap happen to the next push only. */
  function once(mishap: Mishap): void {
    let left = 1
    proxy.mishap = (method, path) =>
      method === 'POST' && path === '/sync/push' && left-- > 0 ? mishap : 'none'
  }

  async function saveSheet(name: string): Promise<void> {
    const { page } = tablet
    await page.goto(`${proxy.url}/new-sheet`)
    await buildSheet(page, {
      name,
      weight: '22',
      unit: 'lb',
      procedure: 'Castration',
      protocol: 'Half a milligram',
    })
    // What is typed is itself kept and sent, up to a second and a half later; the mishap is for the sheet.
    await expect.poll(() => draftArrived(name), { timeout: 15_000 }).toBe(true)
    await syncSays(page, 'All sent')
    await openExport(page)
  }

  /** The last thing that is chosen, the unit, is on the server. */
  async function draftArrived(name: string): Promise<boolean> {
    const drafts = await api.records('drafts')
    return drafts.some(({ content }) => content?.['name'] === name && content['weight_units'] === 'lb')
  }

  async function arrived(name: string): Promise<number[]> {
    const sheets = (await api.records('sheets')).filter(({ content }) => content?.['name'] === name)
    const draws = (await api.records('draws')).filter(({ content }) =>
      sheets.some(({ _id }) => _id === content?.['sheet_id']),
    )
    return [sheets.length, draws.length]
  }

  test('[P1] the same request taken twice by the server is one sheet', async () => {
    await saveSheet('Twice')
    once('twice')
    await closeAndSave(tablet.page, 'YES')
    await syncSays(tablet.page, 'All sent')
    expect(await arrived('Twice')).toEqual([1, 1])
    expect(proxy.seen.filter(({ mishap }) => mishap === 'twice')).toHaveLength(1)
  })

  test('[P1] a reply lost after commit is one sheet', async () => {
    await saveSheet('Lost reply')
    once('reply-lost')
    await closeAndSave(tablet.page, 'YES')
    await syncSays(tablet.page, 'All sent')
    expect(await arrived('Lost reply')).toEqual([1, 1])
    expect(proxy.seen.filter(({ mishap }) => mishap === 'reply-lost')).toHaveLength(1)
  })

  test('[D2] a 401 in between signs out and loses nothing', async () => {
    await saveSheet('Signed out')
    proxy.mishap = (_, path) => (path.startsWith('/sync/') ? 'unauthenticated' : 'none')
    await closeAndSave(tablet.page, 'YES')
    await tablet.page.waitForURL(`${proxy.url}/login`)
    expect(await arrived('Signed out')).toEqual([0, 0])
    proxy.mishap = () => 'none'
    await signIn(tablet.page, proxy.url, TECHNICIAN, password)
    await syncSays(tablet.page, 'All sent')
    expect(await arrived('Signed out')).toEqual([1, 1])
  })

  test('[T5] a server in trouble, and a hotspot that answers in its place: the sheet waits and then arrives once', async () => {
    const { page } = tablet
    await saveSheet('Trouble')
    const json = { 'content-type': 'application/json' }
    const answers = [
      { status: 500, headers: json, body: '{"success":false,"code":"internal","message":"No."}' },
      { status: 503, headers: json, body: '{"success":false,"code":"unavailable","message":"No."}' },
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Welcome to our Wi-Fi' },
      { status: 200, headers: json, body: '{"success":tr' },
      { status: 401, headers: { 'content-type': 'text/html' }, body: '<p>Please pay' },
    ]
    let told = 0
    proxy.mishap = (_, path) =>
      path.startsWith('/sync/') ? (answers[told++ % answers.length] ?? 'none') : 'none'
    await closeAndSave(page, 'YES')
    const roundsTold = async () => {
      await serverIsBack(page)
      return told
    }
    await expect.poll(roundsTold, { timeout: 15_000 }).toBeGreaterThanOrEqual(answers.length)
    expect(page.url()).toBe(`${proxy.url}/new-sheet`)
    expect(await arrived('Trouble')).toEqual([0, 0])
    proxy.mishap = () => 'none'
    await serverIsBack(page)
    await syncSays(page, 'All sent')
    expect(await arrived('Trouble')).toEqual([1, 1])
  })
})
