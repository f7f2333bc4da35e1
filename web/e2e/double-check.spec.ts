import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseKnown } from 'sync-protocol/records/known'
import { sheetContent } from 'sync-protocol/records/sheet'
import { halfMgProtocol, signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { keptOnDisk } from './kept-on-disk.ts'
import { docxText, pdfText } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  closeAndSave,
  generate,
  logOut,
  openExport,
  readyForOffline,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

const TECHNICIAN = 'technician@demo.test'
const LEAD = 'lead@demo.test'

describe('the check by a second person', () => {
  let server: Server
  let tablet: Tablet
  let other: Tablet
  let office: ApiClient
  let lead: ApiClient
  let password: string

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    office = await signInToApi(server.url, 'administrator@demo.test', password)
    lead = await signInToApi(server.url, LEAD, password)
    await lead.push('anesthesia_protocol.create', [
      halfMgProtocol('Half a milligram'),
      halfMgProtocol('Ten times the usual', { usual: 0.05 }),
    ])
    tablet = await openTablet()
    other = await openTablet()
    // The lead is known on this tablet from then on.
    await signIn(tablet.page, server.url, LEAD, password)
    await logOut(tablet.page, server.url)
    for (const { page } of [tablet, other]) {
      await signIn(page, server.url, TECHNICIAN, password)
      await readyForOffline(page)
    }
  })
  afterAll(async () => {
    await tablet.close()
    await other.close()
    await server.stop()
  })

  const button = () => tablet.page.getByRole('button', { name: 'DOUBLE-CHECK', exact: true })
  const dialog = () => tablet.page.getByRole('dialog', { name: 'Double-Check' })
  const pressIn = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
  const mark = (page = tablet.page) => page.getByText(/^Checked by Lee Lead \d+:\d\d [AP]M$/)

  async function policy(double_check: string): Promise<void> {
    await office.post('/organization/policies', { double_check })
    if (double_check !== '') return void (await keptOnDisk(tablet.page, double_check, 'policies'))
  }

  async function build(name: string, protocol = 'Half a milligram'): Promise<void> {
    const { page } = tablet
    await page.goto(`${server.url}/new-sheet`)
    await page.getByRole('button', { name: 'RESET SHEET' }).waitFor()
    if (await page.getByRole('button', { name: /^Species: Not selected/ }).isHidden()) {
      await page.getByRole('button', { name: 'START EMPTY' }).click()
    }
    await buildSheet(page, { name, weight: '22', unit: 'lb', procedure: 'Castration', protocol })
  }

  async function say(who: string, secret: string): Promise<void> {
    await button().click()
    await dialog().getByRole('button', { name: who }).click()
    await dialog().getByLabel('Password').fill(secret)
    await pressIn('CONTINUE')
  }
  async function read(weight: string, unit: 'kg' | 'lb'): Promise<void> {
    const number = dialog().getByRole('textbox', { name: 'Weight' })
    await number.waitFor()
    expect(await number.inputValue()).toBe('')
    // As by hands: what comes within a blink of the press before it, at the same place, presses no key.
    await number.pressSequentially(weight)
    await dialog()
      .getByRole('group', { name: 'Units' })
      .getByRole('button', { name: new RegExp(`^${unit}`) })
      .click()
    await pressIn('DONE')
  }

  test('is nowhere while the clinic does not ask for it', async () => {
    const { page } = tablet
    await build('Unasked')
    await page.locator('.volumes .volume').first().waitFor()
    expect(await button().count()).toBe(0)
    await openExport(page)
    expect(pdfText((await generate(page, 'PDF')).path)).not.toMatch(/checked/i)
    await closeAndSave(page, 'YES')
  })

  test('is asked for on sheets with a red dose, or on all of them', async () => {
    await policy('red doses')
    await build('Quiet')
    await tablet.page.locator('.volumes .volume').first().waitFor()
    expect(await button().count()).toBe(0)
    await policy('always')
    await button().waitFor()
    await policy('red doses')
    await button().waitFor({ state: 'hidden' })
    await build('Red', 'Ten times the usual')
    await button().waitFor()
    await policy('always')
  })

  test('covers the weight and all volumes; another weight does not count until one of the two types it once more', async () => {
    const { page } = tablet
    await build('Bella')
    await say('Lee Lead', password)
    await dialog().getByText('Lee Lead: type the weight').waitFor()
    const covered = await dialog().evaluate((shown) => {
      const sees = document.elementsFromPoint(innerWidth / 2, 8)
      const behind = document.querySelector('.new-sheet')
      return {
        words: shown.textContent,
        hidden: behind?.closest('[aria-hidden=true], [inert]') !== null,
        overlay: sees.some((one) => one.matches('.overlay')),
        opaque: getComputedStyle(document.querySelector('.overlay') ?? shown).backgroundColor,
      }
    })
    expect(covered.words).toMatch(/Bella.*Canine.*Castration/)
    expect(covered.words).not.toMatch(/22|9\.98|ml/)
    expect(covered).toMatchObject({ hidden: true, overlay: true })
    expect(covered.opaque).not.toMatch(/rgba|\//)
    await read('22', 'kg')
    await dialog().getByText('The two weights are not the same.').waitFor()
    const words = await dialog().textContent()
    expect(words).toMatch(/Typed by Tom Technician22 lb\(9\.98 kg\)/)
    expect(words).toMatch(/Typed by Lee Lead22 kg\(48\.51 lb\)/)
    expect(await mark().count()).toBe(0)
    await pressIn('TYPE AGAIN Lee Lead')
    await read('22', 'lb')
    await dialog().waitFor({ state: 'hidden' })
    await mark().waitFor()
    expect(await button().count()).toBe(0)
    // Nobody was signed in by it.
    await page.getByRole('button', { name: 'Signed in as Tom Technician' }).waitFor()
  })

  test('is on paper and on the saved sheet', async () => {
    const { page } = tablet
    await openExport(page)
    expect(pdfText((await generate(page, 'PDF')).path)).toMatch(/Checked by Lee Lead, \d+:\d\d [AP]M/)
    expect(docxText((await generate(page, 'DOCX')).path)).toMatch(/Checked by Lee Lead, \d+:\d\d [AP]M/)
    await closeAndSave(page, 'YES')
    await syncSays(page, 'All sent')
    const bella = (await lead.records('sheets')).find(({ content }) => content?.['name'] === 'Bella')
    const kept = parseKnown(sheetContent, bella?.content)
    expect(kept.check).toMatchObject({ name: 'Lee Lead', weight: 22, weight_units: 'lb' })
    expect(kept.check_asked).toBe(true)
    await page.goto(`${server.url}/patients/canine`)
    await page.locator('.card', { hasText: 'Bella' }).locator('[data-item-focus]').click()
    await page
      .getByRole('dialog')
      .getByText(/^Checked by Lee Lead, \d+:\d\d [AP]M$/)
      .waitFor()
  })

  test('whoever was wrong types again: the weight of the sheet too', async () => {
    const { page } = tablet
    await build('Milo')
    await say('Lee Lead', password)
    await read('22', 'kg')
    await pressIn('TYPE AGAIN Tom Technician')
    await read('22', 'kg')
    await mark().waitFor()
    await page.locator('.volumes-weight', { hasText: '22 kg · 48.51 lb' }).waitFor()
  })

  test('goes with a change of the weight, on both tablets, and does not come back; it blocks nothing', async () => {
    const { page } = tablet
    await syncSays(page, 'All sent')
    await other.page.goto(`${server.url}/new-sheet`)
    await other.page.getByRole('button', { name: 'CONTINUE', exact: true }).click()
    await mark(other.page).waitFor()
    const weight = other.page.getByLabel('Patient Weight')
    await weight.fill('23')
    await mark(other.page).waitFor({ state: 'hidden' })
    await page.locator('.volumes-weight', { hasText: '23 kg' }).waitFor()
    expect(await mark().count()).toBe(0)
    await weight.fill('22')
    await page.locator('.volumes-weight', { hasText: '22 kg' }).waitFor()
    expect(await mark().count()).toBe(0)
    await openExport(page)
    expect(pdfText((await generate(page, 'PDF')).path)).toContain('Not double-checked')
    expect(docxText((await generate(page, 'DOCX')).path)).toContain('Not double-checked')
    await closeAndSave(page, 'YES')
  })

  test('says at the field what is wrong, and works without a network', async () => {
    const { page } = tablet
    await build('Nala')
    await syncSays(page, 'All sent')
    await server.stop()
    await button().click()
    await pressIn('CONTINUE')
    await dialog().getByText('Please choose who checks, or enter their email.').waitFor()
    await dialog().getByLabel('Email').fill(TECHNICIAN)
    await pressIn('CONTINUE')
    await dialog().getByText('You are logged in on this tablet.', { exact: false }).waitFor()
    await dialog().getByLabel('Email').fill('veterinarian@demo.test')
    await dialog().getByLabel('Password').fill(password)
    await pressIn('CONTINUE')
    await dialog().getByText('They have to log in here once first.', { exact: false }).waitFor()
    await dialog().getByRole('button', { name: 'Lee Lead' }).click()
    await pressIn('CONTINUE')
    await dialog().getByText('Please enter the password of the person who checks.').waitFor()
    await dialog().getByLabel('Password').fill('wrong')
    await pressIn('CONTINUE')
    await dialog().getByText('This is not the password last used on this tablet.').waitFor()
    await dialog().getByLabel('Password').fill(password)
    await pressIn('CONTINUE')
    await dialog().getByRole('textbox', { name: 'Weight' }).waitFor()
    await pressIn('DONE')
    await dialog().getByText('Please enter the patient weight.').waitFor()
    await dialog().getByRole('textbox', { name: 'Weight' }).fill('22')
    await pressIn('DONE')
    await dialog().getByText('22 lb (9.98 kg) or 22 kg (48.51 lb)?').waitFor()
    await pressIn('CANCEL')
    await dialog().waitFor({ state: 'hidden' })
    expect(await mark().count()).toBe(0)
    await say('Lee Lead', password)
    await read('22', 'lb')
    await mark().waitFor()
    await page.reload()
    await mark().waitFor()
    await server.restart()
    await serverIsBack(page)
  })
})
