import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './api-client.ts'
import { enterBarePage, openBarePage } from './bare-page.ts'
import { openTablet, type Tablet } from './browser.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'

let server: Server
let tablet: Tablet

beforeAll(async () => {
  server = await startServer()
  // Without the app, whose service worker would answer for the bare page.
  tablet = await openTablet({ isNew: true })
})
afterAll(async () => {
  await tablet.close()
  await server.stop()
})

test('the client package alone, in a page without the app: saves offline, sends, follows, lists', async () => {
  const password = demonstrationPassword(server)
  const page = await openBarePage(tablet.context, server.url)
  await enterBarePage(page, server.url)
  expect(await page.evaluate(() => document.querySelectorAll('script').length)).toBe(1)
  const refused = await page.evaluate(() => window.client.signIn('lead@demo.test', 'not the password'))
  expect(refused).toMatchObject({ ok: false, reason: 'refused' })
  const entered = await page.evaluate((typed) => window.client.signIn('lead@demo.test', typed), password)
  expect(entered).toEqual({ ok: true })

  // Before anything is sent: it is on this device, and waits.
  const id = await page.evaluate(async () => {
    const _id = window.client.newId()
    const op = {
      op: 'create',
      collection: 'injections',
      _id,
      content: { species: 0, name: 'From the package' },
    } as const
    await window.client.save({ action: 'injection.create', ops: [op] })
    return _id
  })
  const saved = await page.evaluate((name) => window.client.read('injections', name), id)
  expect(saved).toMatchObject({ pending: true, version: 0, content: { name: 'From the package' } })
  expect(await page.evaluate(() => window.client.status().unsent)).toBe(1)
  const api = await signInToApi(server.url, 'lead@demo.test', password)
  const names = async () => (await api.records('injections')).map(({ content }) => content?.['name'])
  expect(await names()).not.toContain('From the package')

  // Sent and read back, which `watch` tells.
  await page.evaluate((name) => {
    window.client.startSync()
    return new Promise<void>((done) => {
      window.client.watch('injections', name, (record) => {
        if (record?.version === 1 && record.pending !== true) done()
      })
    })
  }, id)
  expect(await names()).toContain('From the package')

  // What another one writes comes by itself, into the list too.
  await page.evaluate(() => window.client.list('injections').ready)
  await api.post('/injections/', { species: 0, name: 'From elsewhere' })
  await page.waitForFunction(() =>
    window.client
      .list('injections')
      .page({ text: 'ELSEWHERE' })
      .some(({ name }) => name === 'From elsewhere'),
  )
})

test('what is no change of the protocol is refused where it is saved', async () => {
  const [page] = tablet.context.pages().filter((one) => one.url().endsWith('/bare'))
  const said = await page?.evaluate(() =>
    window.client.save({ action: 'injection.create', ops: [{ op: 'create' } as never] }).then(
      () => 'saved',
      (error: Error) => error.message,
    ),
  )
  expect(said).toBe('not saved')
})

test('[T1] a write that the browser refuses after all of a save was asked for takes the whole save with it', async () => {
  const [page] = tablet.context.pages().filter((one) => one.url().endsWith('/bare'))
  const found = await page?.evaluate(async () => {
    const add = IDBObjectStore.prototype.add
    const commit = IDBTransaction.prototype.commit
    const seen: string[] = []
    // What the engine writes meanwhile is none of it.
    const saves = new Set<IDBTransaction>()
    IDBTransaction.prototype.commit = function () {
      if (!saves.has(this)) return commit.call(this)
      seen.push('commit')
      this.addEventListener('complete', () => seen.push('complete'))
      this.addEventListener('abort', () => seen.push(`abort: ${this.error?.name}`))
      commit.call(this)
    }
    // The second has the key of the first, which the database says only later.
    IDBObjectStore.prototype.add = function (value: object) {
      const row = { ...value, order: 1_000_000 }
      saves.add(this.transaction)
      add.call(this, row)
      return add.call(this, row)
    }
    const _id = window.client.newId()
    const content = { species: 0, name: 'Never' }
    const ops = [{ op: 'create', collection: 'injections', _id, content }] as const
    const saving = () => window.client.save({ action: 'injection.create', ops: [...ops] })
    const said = await saving().then(
      () => 'saved',
      (error: Error) => error.message,
    )
    IDBObjectStore.prototype.add = add
    IDBTransaction.prototype.commit = commit
    const there = await window.client.read('injections', _id)
    await saving()
    return { said, seen, there, again: (await window.client.read('injections', _id))?.content?.['name'] }
  })
  expect(found).toEqual({
    said: 'not saved',
    seen: ['commit', 'abort: ConstraintError'],
    there: undefined,
    again: 'Never',
  })
})
