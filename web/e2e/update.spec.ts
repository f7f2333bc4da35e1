import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { halfMgProtocol, signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { pdfText } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  closeAndSave,
  generate,
  openExport,
  readyForOffline,
  saveNextPatient,
  signIn,
  syncSays,
} from './steps.ts'

const repository = resolve(import.meta.dirname, '../..')

/** The built app and server in a folder of their own, where the app can be replaced. */
function installation(): string {
  const root = mkdtempSync(join(tmpdir(), 'e2e-installation-'))
  for (const part of ['api/dist', 'api/src', 'api/package.json', 'web/dist', 'migrations'])
    cpSync(join(repository, part), join(root, part), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  return root
}

/** The next version of the app: the same sources but for one word of the PDF code, so that its files have other names. */
async function nextVersion(outDir: string): Promise<void> {
  await build({
    root: join(repository, 'web'),
    configFile: join(repository, 'web/vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    plugins: [
      {
        name: 'next-version',
        transform: (code, id) =>
          id.endsWith('/exports/export-text.ts') ? `${code}\nglobalThis.nextVersion = true\n` : null,
      },
    ],
  })
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
    tablet = await openTablet()
    await signIn(tablet.page, server.url, 'technician@demo.test', password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
    rmSync(root, { recursive: true })
  })

  const entryOf = () =>
    tablet.page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)

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
    await second.getByRole('button', { name: 'UPDATE NOW' }).click()
    await second.waitForFunction(
      (old) => document.querySelector<HTMLScriptElement>('script[type=module]')?.src !== old,
      entry,
    )
    await second.close()
    expect(await entryOf()).toBe(entry)
    expect(await page.getByLabel('Patient Name').inputValue()).toBe('Undisturbed')
    await page.getByRole('button', { name: 'UPDATE NOW' }).waitFor()
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
})
