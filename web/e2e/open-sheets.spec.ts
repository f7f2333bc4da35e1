import { randomUUID } from 'node:crypto'
import type { Op } from 'sync-protocol/records/mutation'
import { sheetIdFrom } from 'sync-protocol/records/sheet-id'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { signInToApi } from './api-client.ts'
import {
  buildSheet,
  closeAndSave,
  openExport,
  readyForOffline,
  serverIsBack,
  signIn,
  syncSays,
} from './steps.ts'

const TECHNICIAN = 'technician@demo.test'
const VETERINARIAN = 'veterinarian@demo.test'

describe('several open sheets of one person', () => {
  let server: Server
  let tablet: Tablet
  let other: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    tablet = await openTablet()
    other = await openTablet()
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

  const nameOn = (page: Page) => page.getByLabel('Patient Name')

  async function begin(page: Page, name: string): Promise<void> {
    await page.bringToFront()
    await page.goto(`${server.url}/new-sheet`)
    await nameOn(page).fill(name)
    await page.getByRole('button', { name: 'RESET SHEET' }).waitFor()
    await syncSays(page, 'All sent')
  }

  test('left with YES it is back with UNDO, without a network too; RESET of the injections has one as well', async () => {
    const { page, context } = tablet
    await page.bringToFront()
    await page.getByRole('link', { name: /Create New Anesthesia Sheet/ }).click()
    await buildSheet(page, {
      name: 'Milo',
      weight: '12',
      unit: 'kg',
      procedure: 'Castration',
      protocol: 'TTDex',
    })
    const block = page.getByRole('region', { name: 'Injections' })
    await block.getByRole('button', { name: 'ADD' }).click()
    await page.getByRole('dialog').locator('.picker-row', { hasText: 'Microchip' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'DONE', exact: true }).click()
    const injections = block.getByRole('listitem')
    await injections.waitFor()
    const messages = page.getByRole('list', { name: 'Messages' })
    await block.getByRole('button', { name: 'RESET' }).click()
    await injections.waitFor({ state: 'detached' })
    await messages.getByText('1 injection was removed.').waitFor()
    await messages.getByRole('button', { name: 'UNDO' }).click()
    await injections.waitFor()

    await syncSays(page, 'All sent')
    await context.setOffline(true)
    const volumes = await page.locator('.volumes .volume').allTextContents()
    await page.getByRole('button', { name: 'Return to Home' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await page.waitForURL(`${server.url}/`)
    await messages.getByText('The open sheet for Milo was discarded.').waitFor()
    await messages.getByRole('button', { name: 'UNDO' }).click()
    await page.waitForURL(`${server.url}/new-sheet`)
    await expect.poll(() => nameOn(page).inputValue()).toBe('Milo')
    await injections.waitFor()
    expect(await page.locator('.volumes .volume').allTextContents()).toEqual(volumes)
    await page.reload()
    await expect.poll(() => nameOn(page).inputValue()).toBe('Milo')
    await context.setOffline(false)
    await serverIsBack(page)
    await syncSays(page, 'All sent')
    await openExport(page)
    await closeAndSave(page, 'YES')
    await syncSays(page, 'All sent')
  })

  test('the browser’s Back closes what is open over the sheet; with nothing open it asks, and YES leads away', async () => {
    const { page } = tablet
    await page.goto(server.url)
    await page.getByRole('link', { name: /Create New Anesthesia Sheet/ }).click()
    await page.getByRole('button', { name: /^Species: Not selected/ }).click()
    await nameOn(page).fill('Nala')
    await page.getByRole('button', { name: /^Procedure/ }).click()
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The browser has gone back by then, and goes forward again.
    const stays = () => page.waitForURL(`${server.url}/new-sheet`)
    await stays()
    await page.locator('.bar-user').click()
    await page.locator('.user-panel').waitFor()
    await page.goBack()
    await page.locator('.user-panel').waitFor({ state: 'detached' })
    await stays()
    expect(await nameOn(page).inputValue()).toBe('Nala')

    const question = page.getByRole('alertdialog')
    await page.goBack()
    await question.waitFor()
    await stays()
    await page.goBack()
    await question.waitFor({ state: 'detached' })
    await stays()
    expect(await nameOn(page).inputValue()).toBe('Nala')
    await page.goBack()
    await question.getByRole('button', { name: 'YES' }).click()
    await page.waitForURL(`${server.url}/`)
  })

  test('each tab comes back with its own after a reload, whichever was typed into last', async () => {
    const { page } = tablet
    await begin(page, 'Of the first tab')
    const second = await tablet.context.newPage()
    await begin(second, 'Of the second tab')
    for (const [tab, name] of [
      [page, 'Of the first tab'],
      [second, 'Of the second tab'],
      [page, 'Of the first tab'],
    ] as const) {
      await tab.bringToFront()
      await tab.reload()
      await expect.poll(() => nameOn(tab).inputValue()).toBe(name)
    }
    await second.close()
  })

  test('one of another tablet is offered again after nobody answered, and can be gone on with', async () => {
    const { page } = other
    await page.bringToFront()
    await page.goto(server.url)
    const goOn = page.getByRole('button', { name: 'CONTINUE' })
    for (let time = 0; time < 3; time++) {
      await page.getByRole('link', { name: /^Create New Anesthesia Sheet/ }).click()
      await goOn.waitFor()
      expect(await nameOn(page).inputValue()).toBe('')
      if (time < 2) await page.getByRole('button', { name: 'Return to Home' }).click()
    }
    await goOn.click()
    await expect.poll(() => nameOn(page).inputValue()).toMatch(/^Of the (first|second) tab$/)
  })

  test('who presses the one on Home goes on with it at once, unless another tab has it open', async () => {
    const { page } = other
    const third = 'Of the first tablet, later'
    await begin(tablet.page, third)
    await page.bringToFront()
    await page.goto(server.url)
    await page.getByRole('link', { name: `Continue the open sheet for ${third}` }).click()
    await expect.poll(() => nameOn(page).inputValue()).toBe(third)

    const second = await other.context.newPage()
    await second.goto(server.url)
    await second.getByRole('link', { name: `Continue the open sheet for ${third}` }).click()
    await second.getByText(`The sheet for ${third} is open in another tab of this browser.`).waitFor()
    await expect.poll(() => nameOn(second).inputValue()).not.toBe(third)
    await second.close()
  })

  const weightOn = (page: Page) => page.getByLabel('Patient Weight')

  /** A whole sheet on the first tablet. */
  async function openOne(page: Page, name: string): Promise<void> {
    await page.bringToFront()
    await page.goto(`${server.url}/`)
    await page.getByRole('link', { name: /^Create New Anesthesia Sheet/ }).click()
    const empty = page.getByRole('button', { name: 'START EMPTY' })
    await nameOn(page).waitFor()
    if (await empty.isVisible()) await empty.click()
    await buildSheet(page, { name, weight: '12', unit: 'kg', procedure: 'Castration', protocol: 'TTDex' })
    await syncSays(page, /all sent$/i)
  }

  /** Gone on with from the second one's Home. */
  async function openOnBoth(name: string): Promise<void> {
    await openOne(tablet.page, name)
    await other.page.bringToFront()
    await other.page.goto(server.url)
    await other.page.getByRole('link', { name: `Continue the open sheet for ${name}` }).click()
    await expect.poll(() => weightOn(other.page).inputValue()).toBe('12')
  }

  test('whose doses stood there is known after a reload too, which a browser may do by itself', async () => {
    await openOnBoth('Rob')
    const { page } = tablet
    await page.getByRole('link', { name: 'EMERGENCY', exact: true }).click()
    const doses = page.locator('.now-head')
    await doses.getByText('Rob').waitFor()
    await nameOn(other.page).fill('Zed')
    const said = doses
      .locator('.patient-unusual')
      .getByText('This is another patient now. The weight is still that of Rob, 12 kg.')
    await said.waitFor()
    await page.reload()
    await said.waitFor()
    // Who leaves the screen begins anew.
    await page.getByRole('button', { name: 'Return to Home' }).click()
    await page.getByRole('link', { name: 'EMERGENCY', exact: true }).click()
    await doses.getByText('Zed').waitFor()
    expect(await said.count()).toBe(0)
  })

  test('[M1] [M8] one sheet on two tablets follows, and is saved once', async () => {
    await openOnBoth('Bella')
    await weightOn(other.page).fill('15')
    const { page } = tablet
    await expect.poll(() => weightOn(page).inputValue()).toBe('15')
    await page.getByText('Entered by Tom Technician on another tablet').waitFor()
    const came = page.getByText('Weight: 15 kg', { exact: true })
    await came.waitFor()
    await weightOn(page).fill('16')
    await came.waitFor({ state: 'hidden' })
    await expect.poll(() => weightOn(other.page).inputValue()).toBe('16')
    await weightOn(other.page).fill('15')
    await expect.poll(() => weightOn(page).inputValue()).toBe('15')
    await came.waitFor()
    const estimated = (on: Page) => on.getByRole('button', { name: 'Estimated', pressed: true })
    await other.page.getByRole('button', { name: 'Estimated' }).click()
    await estimated(page).waitFor()
    await page.getByText('Weight: about 15 kg', { exact: true }).waitFor()
    await estimated(page).click()
    await estimated(other.page).waitFor({ state: 'hidden' })
    // Whoever reads doses meanwhile hears of another patient, and of another weight.
    await page.getByRole('link', { name: 'EMERGENCY', exact: true }).click()
    const doses = page.locator('.now-head')
    await doses.getByText('Bella').waitFor()
    await nameOn(other.page).fill('Max')
    const weightIsBellas = doses.getByText(
      'This is another patient now. The weight is still that of Bella, 15 kg.',
    )
    await weightIsBellas.and(page.locator('.patient-unusual *')).waitFor()
    // Read out, too.
    await weightIsBellas.and(page.getByRole('status')).waitFor({ state: 'attached' })
    const said = doses.getByText('This is another patient now. It was Bella, 15 kg.')
    // A weight that is typed anew is gone for a moment: the doses stay, and it is the first one that is compared.
    const weight = (words: string) => doses.locator('.patient-weight', { hasText: words }).waitFor()
    await weightOn(other.page).fill('')
    await doses
      .getByText('This sheet is being changed on another tablet.', { exact: false })
      .first()
      .waitFor()
    await weight('15 kg')
    await weightOn(other.page).fill('30')
    await weight('30 kg')
    await said.first().waitFor()
    await weightOn(other.page).fill('15')
    await nameOn(other.page).fill('Bella')
    await expect.poll(() => doses.getByText('This is another patient now.').count()).toBe(0)
    await page.getByRole('button', { name: 'Return to New Anesthesia Sheet' }).click()
    // Asked here whether to save it, while the other tablet does.
    await openExport(page)
    await openExport(other.page)
    await closeAndSave(other.page, 'YES')
    await page.getByText(/^Saved by Tom Technician on another tablet at /).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'EXPORT' }).count()).toBe(0)
    await page.getByText('15 kg').first().waitFor()
    // Nothing differed: nobody has to look at what was drawn.
    await page.getByText('This is the saved sheet.', { exact: false }).waitFor()
    expect(await page.getByText('This tablet showed something else').count()).toBe(0)
    const api = await signInToApi(server.url, TECHNICIAN, demonstrationPassword(server))
    const saved = (await api.records('sheets')).filter(({ content }) => content?.['name'] === 'Bella')
    expect(saved).toHaveLength(1)
    for (const { _id, version: base } of saved)
      await api.push('sheet.delete', [{ op: 'void', collection: 'sheets', _id, base, reason: 'Saved twice' }])
    await page.getByText('The saved sheet was deleted in the meantime.', { exact: false }).waitFor()
    await page.goto(server.url)
    await page.getByRole('link', { name: /^Create New Anesthesia Sheet/ }).waitFor()
    expect(await page.getByRole('link', { name: /Bella/ }).count()).toBe(0)
  })

  test('[M3] [M9] two weights entered at once are both shown on both, and one is chosen before EXPORT', async () => {
    await openOnBoth('Max')
    await server.kill()
    await weightOn(tablet.page).fill('13')
    await weightOn(other.page).fill('26.4')
    for (const { page } of [tablet, other]) await syncSays(page, /^Sync: Offline, \d+ to send$/)
    await server.restart()
    for (const { page } of [tablet, other]) await serverIsBack(page)
    const keep = (page: Page) => page.getByRole('button', { name: /^KEEP (13|26\.4) kg$/ })
    const use = (page: Page) => page.getByRole('button', { name: /^USE (13|26\.4) kg$/ })
    for (const { page } of [tablet, other]) {
      await page.getByText('Two versions: Weight').waitFor()
      const words = [await keep(page).textContent(), await use(page).textContent()].join(' ')
      expect(words).toMatch(/13 kg/)
      expect(words).toMatch(/26\.4 kg/)
    }
    await tablet.page.getByRole('button', { name: 'EXPORT', exact: true }).click()
    await tablet.page.getByText(/Please choose one of them first/).waitFor()
    expect(await tablet.page.getByRole('alertdialog').count()).toBe(0)
    const wanted = (await use(tablet.page).textContent())?.replace(/^USE | kg$/g, '')
    await use(tablet.page).click()
    for (const { page } of [tablet, other]) {
      await page.getByText('Two versions: Weight').waitFor({ state: 'hidden' })
      await expect.poll(() => weightOn(page).inputValue()).toBe(wanted)
    }
  })

  test('[M5] what was typed without a network while the other saved stays in sight, and is no new patient', async () => {
    await openOnBoth('Rex')
    const { page } = tablet
    await tablet.context.setOffline(true)
    await weightOn(page).fill('16')
    await page.getByRole('link', { name: 'EMERGENCY', exact: true }).click()
    const doses = page.locator('.now-head')
    await doses.getByText('16 kg · 35.28 lb').waitFor()
    await openExport(other.page)
    await closeAndSave(other.page, 'YES')
    await syncSays(other.page, 'All sent')
    await tablet.context.setOffline(false)
    await serverIsBack(page)
    // Whoever reads doses there is not on the sheet, where the rest is said.
    await doses.getByText('Saved on another tablet with 12 kg. This sheet still has 16 kg.').first().waitFor()
    await page.getByRole('button', { name: 'Return to New Anesthesia Sheet' }).click()
    await page.getByText(/^Saved by Tom Technician on another tablet at /).waitFor()
    await page.getByText('Weight: 16 kg here, 12 kg in the saved sheet.').waitFor()
    await syncSays(page, /Needs attention/i)
    await page.getByText(/What was typed here and not sent is also waiting in Needs Attention\.$/).waitFor()
    await page.getByRole('button', { name: 'CONTINUE WITH THIS COPY' }).click()
    await expect.poll(() => weightOn(page).inputValue()).toBe('16')
    await openExport(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    const question = page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' })
    await question.getByText(/This sheet was already saved/).waitFor()
    await question.getByRole('button', { name: 'NO' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.reload()
    await expect.poll(() => weightOn(page).inputValue()).toBe('16')
  })

  test('put away on one tablet it is said on the other; saved while a tablet was away it is said when it is back', async () => {
    await openOnBoth('Luna')
    await tablet.page.goto('about:blank')
    await openExport(other.page)
    await closeAndSave(other.page, 'YES')
    await syncSays(other.page, /all sent$/i)
    await tablet.page.goto(`${server.url}/new-sheet`)
    await tablet.page.getByText(/^(The sheet for Luna was saved by|Saved by) Tom Technician/).waitFor()
    await openOnBoth('Otto')
    await other.page.getByRole('button', { name: 'RESET SHEET' }).click()
    await other.page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await tablet.page.getByText(/^Discarded by Tom Technician on another tablet at /).waitFor()
    await tablet.page.getByText('Otto').waitFor()
  })

  test('[M8] saved on both without a network it is pointed out on both, until somebody has looked', async () => {
    await openOnBoth('Nala')
    await server.kill()
    await weightOn(other.page).fill('15')
    for (const { page } of [tablet, other]) {
      await openExport(page)
      await closeAndSave(page, 'YES')
    }
    await server.restart()
    for (const { page } of [tablet, other]) {
      await serverIsBack(page)
      await page.goto(`${server.url}/needs-attention`)
      const card = page.locator('article', { has: page.getByRole('heading', { name: /Nala/ }) }).last()
      await card.getByText(/^12 kg, by Tom Technician/).waitFor()
      await card.getByText(/^15 kg, by Tom Technician/).waitFor()
    }
    const { page } = tablet
    await page.getByRole('button', { name: 'MARK CHECKED' }).click()
    await other.page.getByText(/^Checked by Tom Technician/).waitFor()
    await page.goto(`${server.url}/patients/canine`)
    await page.getByText('This sheet was saved twice').nth(1).waitFor()
  })

  test('who logged out left no way back', async () => {
    const { page } = other
    await page.bringToFront()
    // Reached from Home, so there is a way back as long as somebody is signed in.
    await page.getByRole('button', { name: 'Return to Home' }).waitFor()
    await page.getByRole('button', { name: 'LOG OUT' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
    await page.waitForURL(`${server.url}/login`)
    await page.getByLabel('Email').waitFor()
    expect(await page.getByRole('button', { name: /^Return to/ }).count()).toBe(0)
  })

  test('[D1] [M8] of two people only its author goes on with an open sheet; saved by both it is said, and pointed out to both', async () => {
    const password = demonstrationPassword(server)
    const veras = await openTablet()
    await signIn(veras.page, server.url, VETERINARIAN, password)
    await readyForOffline(veras.page)
    const { page } = tablet
    const vera = await signInToApi(server.url, VETERINARIAN, password)
    const tom = await signInToApi(server.url, TECHNICIAN, password)
    const draftOf = async (name: string) => {
      const find = async () => (await tom.records('drafts')).find(({ content }) => content?.['name'] === name)
      // The mark names what needs attention, and not that this was sent.
      await expect.poll(async () => (await find())?.content?.['weight']).toBe('12')
      const found = await find()
      if (!found) throw new Error('Nothing is open.')
      return found
    }
    const saveAsVera = async (draftId: string, name: string) => {
      const drug = { name: 'Methadone', concentration: 10, dosage: 0.3, volume: 0.45, route: 'IV' }
      const content = {
        species: 0,
        procedure: 'Dental',
        anesthesia_protocol: { name: 'TTDex', sections: [{ title: 'Opioid', drugs: [drug] }], fluids: [] },
        name,
        weight: 15,
        weight_units: 'kg',
        outcome: 'N/A',
        injections: [],
        day: '2026-11-20',
      }
      const _id = sheetIdFrom(draftId, randomUUID())
      await vera.push('sheet.save', [{ op: 'create', collection: 'sheets', _id, content }])
    }

    await page.bringToFront()
    await openOne(page, 'Milo')
    await veras.page.goto(server.url)
    await veras.page
      .getByRole('button', { name: 'Take over the open sheet for Milo from Tom Technician' })
      .waitFor()
    const milo = await draftOf('Milo')
    const change: Op = {
      op: 'update',
      collection: 'drafts',
      _id: milo._id,
      base: milo.version,
      set: { weight: '15', weight_units: 'kg' },
      was: { weight: '12', weight_units: 'kg' },
    }
    await vera.push('draft.save', [change], new Date(), 'rejected')
    expect((await draftOf('Milo')).content?.['weight']).toBe('12')
    await saveAsVera(milo._id, 'Milo')
    await page.getByText(/^Saved by Vera Veterinarian on another tablet at /).waitFor()
    await page.getByText('Weight: 12 kg here, 15 kg in the saved sheet.').waitFor()
    expect(await page.getByRole('button', { name: 'EXPORT' }).count()).toBe(0)

    await openOne(page, 'Coco')
    const coco = await draftOf('Coco')
    // An open stream outlives the browser's word that it is offline.
    await server.kill()
    await tablet.context.setOffline(true)
    await openExport(page)
    await closeAndSave(page, 'YES')
    await server.restart()
    await saveAsVera(coco._id, 'Coco')
    await tablet.context.setOffline(false)
    for (const { page: each } of [tablet, veras]) {
      await each.bringToFront()
      await serverIsBack(each)
      await each.goto(`${server.url}/needs-attention`)
      const card = each.locator('article', { has: each.getByRole('heading', { name: /Coco/ }) }).last()
      await card.getByText(/^12 kg, by Tom Technician/).waitFor()
      await card.getByText(/^15 kg, by Vera Veterinarian/).waitFor()
    }
    await veras.close()
  })
})
