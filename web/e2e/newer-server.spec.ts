import { rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Op, OpOf } from 'sync-protocol/records/mutation'
import { ketamine } from 'sync-protocol/testing/examples'
import { halfMgProtocol, signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { exitDraw, saveDraw } from './draw-steps.ts'
import { card, fillDrug, save } from './drug-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { installation, knowMore } from './installation.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { buildSheet, readyForOffline, signIn, syncSays } from './steps.ts'

/** A protocol whose drugs have their half-life, which today's release does not know. */
function withUsual(name: string) {
  const op = halfMgProtocol(name) as OpOf<'create'>
  const sections = op.content['sections'] as { drugs: object[] }[]
  const later = sections.map(({ drugs, ...titles }) => ({
    ...titles,
    drugs: drugs.map((each) => ({ ...each, half_life: 0.3 })),
  }))
  return { ...op, content: { ...op.content, sections: later } } as OpOf<'create'>
}

describe('[W2] the app of today at the server of a later release', () => {
  let root: string
  let server: Server
  let api: ApiClient
  let tablet: Tablet
  const bottle = randomUUID()
  const drug = randomUUID()
  const protocol = withUsual('Later')

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
    await api.push('anesthesia_protocol.create', [protocol])
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

  test('puts a protocol on a sheet, renames it, and what stands in its rows is still there', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/new-sheet`)
    await buildSheet(page, {
      name: 'Bella',
      weight: '10',
      unit: 'kg',
      procedure: 'Castration',
      protocol: 'Later',
    })
    await page.getByRole('button', { name: /^Methadone, 0.5 ml/ }).waitFor()
    await page.goto(`${server.url}/anesthesia/canine`)
    await card(page, 'Later').locator('.card-words').click()
    await page.getByLabel('Protocol Name').fill('Later on')
    await save(page)
    await syncSays(page, 'All sent')
    const find = async () =>
      (await api.records('anesthesia_protocols')).find(({ _id }) => _id === protocol._id)?.content
    await expect.poll(find).toEqual({ ...protocol.content, name: 'Later on' })
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
