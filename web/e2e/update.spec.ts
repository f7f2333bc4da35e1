import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { halfMgProtocol, signInToApi, type ApiClient } from './api-client.ts'
import {
  chooseSubstance,
  controlledDrug,
  dialogOf,
  done,
  drawOps,
  enterPrevious,
  entriesInList,
  pressDraw,
} from './balance-steps.ts'
import { openTablet, type Tablet } from './browser.ts'
import { exitDraw, saveDraw } from './draw-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { installation, speakNext } from './installation.ts'
import { pdfText } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { seeWorker } from './service-worker.ts'
import {
  buildSheet,
  closeAndSave,
  generate,
  openExport,
  readyForOffline,
  saveNextPatient,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

const repository = resolve(import.meta.dirname, '../..')

/** The next version of the app: the same sources but for one word of the PDF code, so that its files have other names. */
async function nextVersion(outDir: string, protocol = PROTOCOL, word = 'next'): Promise<void> {
  // What a test runner sets would make a build for development, which registers no service worker.
  vi.stubEnv('NODE_ENV', 'production')
  await build({
    root: join(repository, 'web'),
    configFile: join(repository, 'web/vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    plugins: [
      {
        name: 'next-version',
        transform: (code, id) => {
          if (id.endsWith('/wire/version.ts'))
            return code.replace(`PROTOCOL = ${PROTOCOL}`, `PROTOCOL = ${protocol}`)
          return id.endsWith('/exports/export-text.ts')
            ? `${code}\nglobalThis.${word}Version = ${protocol}\n`
            : null
        },
      },
    ],
  })
  vi.unstubAllEnvs()
}

describe('a new version of the app', () => {
  let root: string
  let server: Server
  let api: ApiClient
  let tablet: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    root = installation()
    server = await startServer({}, '127.0.0.1', root)
    const password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    await api.push('anesthesia_protocol.create', [halfMgProtocol('Half a milligram')])
    await api.push('drug.create', [controlledDrug('Ketamine')])
    await api.push('draw.create', drawOps(77, 2))
    tablet = await openTablet()
    await signIn(tablet.page, server.url, 'technician@demo.test', password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
    rmSync(root, { recursive: true })
  })

  const entryOf = (page = tablet.page) =>
    page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)

  test('never interrupts an open sheet, which goes on with its own code, exports and saves', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/new-sheet`)
    await buildSheet(page, {
      name: 'Undisturbed',
      weight: '22',
      unit: 'lb',
      procedure: 'Castration',
      protocol: 'Half a milligram',
    })
    const entry = await entryOf()
    const table = await tablet.context.newPage()
    await chooseSubstance(table, server.url, 'Ketamine')
    await enterPrevious(table, { bottle: 'B-1', container: '20', substance: '10' })
    await pressDraw(table, 1)
    await entriesInList(table, 1)
    await done(table)
    await table.getByRole('button', { name: 'DRAW', exact: true }).click()
    await table.getByRole('menuitem', { name: 'PARTIAL DRAW' }).click()
    const bottle = dialogOf(table, 'Partial Draw').getByLabel('New Bottle Number')
    await bottle.fill('B-2 of the safe')
    await server.stop()
    await nextVersion(join(root, 'web/dist'))
    await server.restart()
    // Another tab of this tablet finds the new version and brings it in.
    const second = await tablet.context.newPage()
    await second.goto(`${server.url}/patients/canine`)
    await second.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
    })
    // The old version's worker waits to send what the server does not take just now: the new version does not wait for it.
    const update = second.getByRole('button', { name: 'UPDATE NOW' })
    await update.waitFor()
    await server.stop()
    await page.getByLabel('Patient ID').fill('Unsent')
    await syncSays(page, /1 to send/)
    const worker = await seeWorker(tablet.context, server.url)
    await worker.dispatchSync()
    // Of the three windows one leads and two wait: the worker is the third that waits.
    const waits = () => second.evaluate(async () => (await navigator.locks.query()).pending?.length)
    await expect.poll(waits).toBeGreaterThan(2)
    await second.bringToFront()
    await update.click()
    await second.waitForFunction(
      (old) => document.querySelector<HTMLScriptElement>('script[type=module]')?.src !== old,
      entry,
    )
    await second.close()
    await server.restart()
    await page.bringToFront()
    await serverIsBack(page)
    expect(await entryOf()).toBe(entry)
    expect(await page.getByLabel('Patient Name').inputValue()).toBe('Undisturbed')
    await page.getByRole('button', { name: 'UPDATE NOW' }).waitFor()
    // Nor an open balance table: its letters that were not entered yet stand before and after.
    await table
      .getByRole('button', { name: 'UPDATE NOW', includeHidden: true })
      .waitFor({ state: 'attached' })
    expect(await bottle.inputValue()).toBe('B-2 of the safe')
    expect(await entryOf(table)).toBe(entry)
    await table.bringToFront()
    await table.reload()
    expect(await entryOf(table)).not.toBe(entry)
    await expect.poll(() => bottle.inputValue()).toBe('B-2 of the safe')
    await table.close()
    await page.bringToFront()
    // The export code of the old version was never loaded so far, and is no longer on the server.
    await openExport(page)
    const pdf = await generate(page, 'PDF')
    expect(pdfText(pdf.path)).toMatch(/Methadone[\s\S]{0,120}0\.5\s+ml/)
    await closeAndSave(page, 'YES')
    await syncSays(page, 'All sent')
    expect((await api.records('sheets')).map(({ content }) => content?.['name'])).toEqual(['Undisturbed'])
  })

  test('[T8] keeps what is unsent, and opens without the server', async () => {
    const { page } = tablet
    const entry = await entryOf()
    await server.stop()
    await saveNextPatient(page, 'Across the update', 'Castration')
    await page.getByRole('button', { name: 'UPDATE NOW' }).click()
    await page.waitForFunction(
      (old) => document.querySelector<HTMLScriptElement>('script[type=module]')?.src !== old,
      entry,
    )
    await page.goto(`${server.url}/patients/canine`)
    await page.locator('.card-title', { hasText: 'Across the update' }).waitFor()
    await page.getByText('Not sent yet').waitFor()
    await server.restart()
    await syncSays(page, 'All sent', 90_000)
    expect((await api.records('sheets')).map(({ content }) => content?.['name'])).toEqual([
      'Undisturbed',
      'Across the update',
    ])
  })

  test('comes in at once where the worker of the old one is at rest', async () => {
    const { page } = tablet
    const entry = await entryOf()
    await nextVersion(join(root, 'web/dist'), PROTOCOL, 'second')
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
    })
    const update = page.getByRole('button', { name: 'UPDATE NOW' })
    await update.waitFor()
    const worker = await seeWorker(tablet.context, server.url)
    await page.bringToFront()
    await worker.stopActive()
    await update.click()
    await page.waitForFunction(
      (old) => document.querySelector<HTMLScriptElement>('script[type=module]')?.src !== old,
      entry,
      { timeout: 10_000 },
    )
  })

  test('[W1] [T8] that the server no longer reads for updates itself: what is unsent arrives, an open sheet is not touched', async () => {
    const { page } = tablet
    const entry = await entryOf()
    const other = await tablet.context.newPage()
    await other.goto(`${server.url}/new-sheet`)
    await buildSheet(other, {
      name: 'Still being typed',
      weight: '12',
      unit: 'kg',
      procedure: 'Castration',
      protocol: 'Half a milligram',
    })
    await server.stop()
    await page.bringToFront()
    await page.goto(`${server.url}/new-sheet`)
    await page.goto(`${server.url}/single-draws/canine`)
    await saveDraw(page, {
      drug: 'Butorphanol',
      procedure: 'Castration',
      patient: 'Unsent Rex',
      volume: '0.4',
    })
    await exitDraw(page)
    speakNext(root)
    await nextVersion(join(root, 'web/dist'), PROTOCOL + 1)
    await server.restart()
    for (const each of [page, other]) await serverIsBack(each)
    // Nothing is open in this tab: nobody presses anything.
    await page.waitForFunction(
      (old) => document.querySelector<HTMLScriptElement>('script[type=module]')?.src !== old,
      entry,
      { timeout: 90_000 },
    )
    await page.goto(`${server.url}/single-draws/canine`)
    await syncSays(page, 'All sent', 90_000)
    await page.locator('.card', { hasText: 'Unsent Rex' }).waitFor()
    const { entries } = await api.get<{ entries: object[] }>('/ledger?after=0')
    expect(entries.filter((each) => JSON.stringify(each).includes('Unsent Rex'))).toHaveLength(1)
    expect(await other.getByLabel('Patient Name').inputValue()).toBe('Still being typed')
    await other.getByRole('button', { name: 'UPDATE NOW' }).click()
    await other.waitForFunction(
      (old) => document.querySelector<HTMLScriptElement>('script[type=module]')?.src !== old,
      entry,
    )
    await expect.poll(() => other.getByLabel('Patient Name').inputValue()).toBe('Still being typed')
    await other.close()
  })
})
