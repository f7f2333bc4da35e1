import { rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Op } from 'sync-protocol/records/mutation'
import { ketamine } from 'sync-protocol/testing/examples'
import { signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { exitDraw, saveDraw } from './draw-steps.ts'
import { card, fillDrug, save } from './drug-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { installation, knowMore } from './installation.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, signIn, syncSays } from './steps.ts'

describe('[W2] the app of today at the server of a later release', () => {
  let root: string
  let server: Server
  let api: ApiClient
  let tablet: Tablet
  const bottle = randomUUID()
  const drug = randomUUID()

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    root = installation()
    knowMore(root)
    server = await startServer({}, '127.0.0.1', root)
    const password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    const content = { species: 0, name: 'A-117' }
    await api.push('bottle.create', [
      { op: 'create', collection: 'bottles', _id: bottle, content } as unknown as Op,
    ])
    await api.push('drug.create', [
      {
        op: 'create',
        collection: 'drugs',
        _id: drug,
        content: { ...ketamine({ name: 'Medetomidine test' }), antidote: 'Yohimbine' },
      },
    ])
    tablet = await openTablet()
    await signIn(tablet.page, server.url, 'lead@demo.test', password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
    rmSync(root, { recursive: true })
  })

  const kept = () =>
    tablet.page.evaluate(async () => {
      const { name = '' } =
        (await indexedDB.databases()).find((each) => each.name?.startsWith('clinic-')) ?? {}
      const database = await new Promise<IDBDatabase>((done, failed) => {
        const open = indexedDB.open(name)
        open.addEventListener('success', () => done(open.result))
        open.addEventListener('error', () => failed(open.error ?? new Error('not opened')))
      })
      const rows = await new Promise<{ key: string }[]>((done) => {
        const all = database.transaction('unread').objectStore('unread').getAll()
        all.addEventListener('success', () => done(all.result as { key: string }[]))
      })
      database.close()
      return rows.map(({ key }) => key)
    })

  test('keeps what it does not know, and is not stopped', async () => {
    await expect.poll(kept).toEqual([`bottles/${bottle}`])
    await tablet.page.getByRole('button', { name: 'Sync: All sent' }).waitFor()
  })

  test('edits a drug, and the field that it does not know is still there', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/drugs/canine`)
    await page.getByRole('searchbox').fill('Medetomidine test')
    await card(page, 'Medetomidine test').locator('.card-words').click()
    await fillDrug(page, { Concentration: '20' })
    await save(page)
    await syncSays(page, 'All sent')
    const find = async () => (await api.records('drugs')).find(({ _id }) => _id === drug)?.content
    await expect
      .poll(find)
      .toMatchObject({ name: 'Medetomidine test', concentration: 20, antidote: 'Yohimbine' })
  })

  test('saves a draw that the server flags with what it does not know', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/single-draws/canine`)
    await saveDraw(page, { drug: 'Butorphanol', procedure: 'Castration', patient: 'Rex', volume: '0.4' })
    await exitDraw(page)
    await syncSays(page, 'All sent')
    await page.locator('.card', { hasText: 'Rex' }).waitFor()
    expect((await api.records('draws')).map(({ flags }) => flags)).toContainEqual(['seal_unread'])
  })
})
