import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { halfMgProtocol, signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  chooseUnit,
  closeAndSave,
  openExport,
  readyForOffline,
  serverIsBack,
  signIn,
} from './steps.ts'

describe('saved patients', () => {
  let server: Server
  let api: ApiClient
  let tablet: Tablet
  let protocolId: string

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    const protocol = halfMgProtocol('Half a milligram')
    protocolId = protocol._id
    await api.push('anesthesia_protocol.create', [protocol])
    tablet = await openTablet()
    await signIn(tablet.page, server.url, 'technician@demo.test', password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  async function copyOf(name: string): Promise<void> {
    const { page } = tablet
    await page.goto(`${server.url}/patients/canine`)
    await page
      .getByRole('button', { name: new RegExp(name) })
      .filter({ hasText: name })
      .first()
      .click()
    const viewer = page.getByRole('dialog', { name: `Anesthesia Sheet for ${name}` })
    await viewer.getByRole('button', { name: 'COPY TO A NEW SHEET' }).click()
    await page.waitForURL(`${server.url}/new-sheet`)
  }

  test('a copy has, without a network, the patient and the plan; the weight is asked anew beside the last one', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/new-sheet`)
    await buildSheet(page, {
      name: 'Zelda',
      weight: '12.4',
      unit: 'kg',
      procedure: 'Castration',
      protocol: 'Half a milligram',
    })
    await page.getByLabel('Patient ID').fill('Z-17')
    await openExport(page)
    await closeAndSave(page, 'YES')
    await server.kill()
    await copyOf('Zelda')
    expect(await page.getByLabel('Patient Name').inputValue()).toBe('Zelda')
    expect(await page.getByLabel('Patient ID').inputValue()).toBe('Z-17')
    expect(await page.getByLabel('Patient Weight').inputValue()).toBe('')
    await page.getByText(/^Last weight: 12.4 kg on \d\d\/\d\d\/\d{4}$/).waitFor()
    await page.getByRole('button', { name: /^Procedure.*Castration/ }).waitFor()
    await page.getByRole('button', { name: /^Anesthesia Protocol.*Half a milligram/ }).waitFor()
    expect(await page.getByText('The library changed').count()).toBe(0)
    // It is there after a reload too.
    await page.getByLabel('Patient Weight').fill('124')
    await chooseUnit(page, 'kg')
    await page.reload()
    await page.getByText(/^Last weight: 12.4 kg on/).waitFor()
    await page
      .getByText(/Last weighed 12.4 kg on .*This is 10 times that/)
      .first()
      .waitFor()
  })

  test('a copy asks before it is left, and UNDO brings it back', async () => {
    const { page } = tablet
    await page.getByRole('link', { name: 'HOME' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await page.getByText('The open sheet for Zelda was discarded.').waitFor()
    await page.getByRole('button', { name: 'UNDO' }).click()
    await page.waitForURL(`${server.url}/new-sheet`)
    await page.getByText(/^Last weight: 12.4 kg on/).waitFor()
    expect(await page.getByLabel('Patient Weight').inputValue()).toBe('124')
  })

  test('a protocol that was removed since the sheet is named in its copy, and nothing stands in its place', async () => {
    const { page } = tablet
    await server.restart()
    await api.push('anesthesia_protocol.delete', [
      { op: 'delete', collection: 'anesthesia_protocols', _id: protocolId, base: 1 },
    ])
    await page.goto(`${server.url}/anesthesia/canine`)
    await serverIsBack(page)
    await page.getByText('TTDex', { exact: true }).first().waitFor()
    await page.locator('.card', { hasText: 'Half a milligram' }).waitFor({ state: 'detached' })
    await copyOf('Zelda')
    await page.getByText('The library changed since the saved sheet').waitFor()
    await page.getByText('Half a milligram was removed. Please choose another.').waitFor()
    await page.getByRole('button', { name: /^Anesthesia Protocol.*Press to select/ }).waitFor()
  })

  test('a card says the weight, as it was entered, and the protocol', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/patients/canine`)
    const card = page.locator('.card', { hasText: 'Zelda' })
    await card.getByText('12.4 kg', { exact: true }).waitFor()
    await card.getByText('Half a milligram').waitFor()
  })

  test('a search that finds nothing tells what the other species has, and goes there', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/patients/feline`)
    await page.getByRole('searchbox').fill('zeld')
    await page.getByText('Found under Canine: 1 sheet.').waitFor()
    await page.getByRole('button', { name: 'SHOW THERE' }).click()
    await page.waitForURL(`${server.url}/patients/canine`)
    await page.locator('.card', { hasText: 'Zelda' }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('zeld')

    await page.goto(`${server.url}/anesthesia/feline`)
    await page.getByRole('searchbox').fill('No protocol of any species')
    await page.getByRole('button', { name: 'CLEAR SEARCH', exact: true }).waitFor()
  })
})
