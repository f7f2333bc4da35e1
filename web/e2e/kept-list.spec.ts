import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Op } from 'sync-protocol/records/mutation'
import type { KeptLists } from '../src/data/database/setting-values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { card, dialog } from './drug-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { readyForOffline, signIn, syncSays } from './steps.ts'

const COUNT = 1300
const MANY_OPS = 100
const nameOf = (n: number) => `Listed ${String(n).padStart(4, '0')}`

describe('a list of more than a thousand records', () => {
  let server: Server
  let lead: ApiClient
  let tablet: Tablet
  const ids = Array.from({ length: COUNT }, () => randomUUID())

  picturesOfFailures(() => tablet)

  const pushed = async (ops: Op[]) => {
    for (let from = 0; from < ops.length; from += MANY_OPS)
      await lead.push('procedure.save', ops.slice(from, from + MANY_OPS))
  }
  const procedure = (n: number): Op => ({
    op: 'create',
    collection: 'procedures',
    _id: ids[n] ?? randomUUID(),
    content: { species: 0, name: nameOf(n), notes: `Notes of ${n}` },
  })

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    lead = await signInToApi(server.url, 'lead@demo.test', password)
    await pushed(ids.map((_, n) => procedure(n)))
    tablet = await openTablet()
    await signIn(tablet.page, server.url, 'lead@demo.test', password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  const counted = (page: Page, words: string) =>
    page.locator('.record-list-count', { hasText: words }).waitFor()
  const find = async (page: Page, text: string, count: string) => {
    await page.getByRole('searchbox').fill(text)
    await counted(page, count)
  }
  /** A start of the app, which tells from which tables it read much. */
  async function start(): Promise<{ page: Page; readsParts: () => Promise<boolean> }> {
    await tablet.page.close()
    const page = (tablet.page = await tablet.context.newPage())
    page.setDefaultTimeout(30_000)
    await page.addInitScript(() => {
      const own = IDBObjectStore.prototype.getAll
      const read: Record<string, number> = {}
      Object.assign(window, { read })
      IDBObjectStore.prototype.getAll = function (...asked) {
        read[this.name] = (read[this.name] ?? 0) + 1
        return own.apply(this, asked)
      }
    })
    await page.goto(`${server.url}/procedures/canine`)
    await page.locator('.card').first().waitFor()
    return {
      page,
      readsParts: () =>
        page.evaluate(() => {
          const { read } = window as unknown as { read: Record<string, number> }
          return (read['list_parts'] ?? 0) > 0 && read['procedures'] === undefined
        }),
    }
  }
  const isKept = (page: Page) =>
    page.evaluate(async () => {
      const answer = <T>(asked: IDBRequest<T>) =>
        new Promise<T>((done) => asked.addEventListener('success', () => done(asked.result)))
      const { name = '' } = (await indexedDB.databases()).find((one) => one.name?.startsWith('clinic-')) ?? {}
      const database = await answer(indexedDB.open(name))
      const row = await answer(database.transaction('settings').objectStore('settings').get('kept_lists'))
      database.close()
      return (row as { value: KeptLists } | undefined)?.value.procedures?.complete === true
    })
  const edit = async (page: Page, name: string, notes: string) => {
    await find(page, name, '1 procedure')
    await card(page, name).locator('.card-title').click()
    await dialog(page).getByLabel('Procedure Notes').fill(notes)
    await dialog(page).getByRole('button', { name: 'SAVE', exact: true }).click()
    await dialog(page).waitFor({ state: 'hidden' })
  }

  test('is shown at the next start as its records are, whatever changed since it was kept', async () => {
    const { page: first } = await start()
    await find(first, 'Listed', `${COUNT} procedures`)
    // After a rest of ten seconds.
    await expect.poll(() => isKept(first), { timeout: 60_000, interval: 500 }).toBe(true)

    await tablet.context.setOffline(true)
    const offline = await start()
    expect(await offline.readsParts()).toBe(true)
    await find(offline.page, 'Listed', `${COUNT} procedures`)
    await edit(offline.page, nameOf(700), 'Typed without a network')

    const again = await start()
    expect(await again.readsParts()).toBe(true)
    await find(again.page, nameOf(700), '1 procedure')
    await card(again.page, nameOf(700)).getByText('Typed without a network').waitFor()
    await tablet.context.setOffline(false)
    await syncSays(again.page, 'All sent')

    // Another tablet changes, deletes and adds while this one is closed.
    await again.page.goto('about:blank')
    const update = (n: number, name: string): Op => ({
      op: 'update',
      collection: 'procedures',
      _id: ids[n] ?? '',
      base: 1,
      set: { name },
      was: { name: nameOf(n) },
    })
    await lead.push('procedure.save', [
      update(10, 'Renamed elsewhere'),
      { op: 'delete', collection: 'procedures', _id: ids[20] ?? '', base: 1 },
      { ...procedure(COUNT), content: { species: 0, name: 'Added elsewhere' } } as Op,
    ])
    const online = await start()
    await find(online.page, 'elsewhere', '2 procedures')
    await find(online.page, 'Listed', `${COUNT - 2} procedures`)
    await find(online.page, nameOf(700), '1 procedure')
    await card(online.page, nameOf(700)).getByText('Typed without a network').waitFor()
    await syncSays(online.page, 'All sent')

    await tablet.context.setOffline(true)
    const last = await start()
    expect(await last.readsParts()).toBe(true)
    await find(last.page, 'elsewhere', '2 procedures')
    await find(last.page, 'Listed', `${COUNT - 2} procedures`)
    await last.page.getByRole('searchbox').fill(nameOf(20))
    await last.page.getByText('Nothing matches this search.').waitFor()
  })
})
