import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults } from './accessibility-faults.ts'
import { signInToApi } from './api-client.ts'
import { brokenWords } from './broken-words.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { longProtocol } from './long-protocol.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { buildSheet, choose, closeAndSave, pressInBar, signIn, syncSays, unitButton } from './steps.ts'

const TECHNICIAN = 'technician@demo.test'
/** Sixteen arc minutes at two metres. */
const LEAST_PX = 67
const SIZES = [
  { width: 1180, height: 820 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
] as const

/** In place of the browser's own: counts what is asked for and let go, and lets go when the page is hidden. */
function countLocks(): void {
  const counted = { asked: 0, released: 0, refuse: false, hidden: false }
  Object.assign(globalThis, { counted })
  const held = new Set<{ released: boolean }>()
  Object.defineProperty(navigator, 'wakeLock', {
    value: {
      request: (kind: string) => {
        if (counted.refuse) return Promise.reject(new DOMException('low battery', 'NotAllowedError'))
        if (kind !== 'screen') return Promise.reject(new TypeError(kind))
        counted.asked++
        const lock = {
          released: false,
          release: () => {
            if (!lock.released) counted.released++
            lock.released = true
            held.delete(lock)
            return Promise.resolve()
          },
        }
        held.add(lock)
        return Promise.resolve(lock)
      },
    },
  })
  Object.defineProperty(document, 'visibilityState', {
    get: () => (counted.hidden ? 'hidden' : 'visible'),
  })
  document.addEventListener('visibilitychange', () => {
    if (!counted.hidden) return
    for (const lock of held) lock.released = true
    held.clear()
  })
}

const locks = (page: Page) =>
  page.evaluate(() => {
    const { asked, released } = (globalThis as unknown as { counted: { asked: number; released: number } })
      .counted
    return [asked, released]
  })
const setLocks = (page: Page, part: { refuse?: boolean; hidden?: boolean }) =>
  page.evaluate((given) => {
    Object.assign((globalThis as unknown as { counted: object }).counted, given)
    document.dispatchEvent(new Event('visibilitychange'))
  }, part)

describe('the plan, read from across the room', () => {
  let server: Server
  let tablet: Tablet
  let other: Tablet
  let page: Page

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    const api = await signInToApi(server.url, 'lead@demo.test', password)
    const tenfold = {
      name: 'Hydromorphone',
      concentration: 2,
      dosage: 1,
      usual: 0.1,
      limits: { min: 0.05, max: 0.15 },
      dosage_from: -1,
      dosage_to: -1,
      route: 'IM',
      form: 'INJECTION',
      controlled: false,
    }
    const sections = [{ key: 1000, title_s: 'Opioid', title_p: 'Opioids', drugs: [tenfold] }]
    await api.push('anesthesia_protocol.create', [
      longProtocol('Longer than a screen'),
      {
        op: 'create',
        collection: 'anesthesia_protocols',
        _id: randomUUID(),
        content: { species: 0, name: 'Slipped point', sections },
      },
    ])
    tablet = await openTablet()
    other = await openTablet()
    await tablet.context.addInitScript(countLocks)
    for (const one of [tablet, other]) await signIn(one.page, server.url, TECHNICIAN, password)
    page = tablet.page
    await syncSays(page, 'All sent')
  })
  afterAll(async () => {
    await tablet.close()
    await other.close()
    await server.stop()
  })

  const room = (on = page) => on.getByRole('dialog', { name: /^Room view/ })
  const openRoom = async (on = page) => {
    await pressInBar(on, 'ROOM VIEW')
    await room(on).waitFor()
  }
  const closeRoom = async () => {
    await room().getByRole('button', { name: 'CLOSE' }).click()
    await room().waitFor({ state: 'detached' })
  }
  const rowsShown = () => room().locator('.room-row:visible')
  const namesShown = () => room().locator('.room-row:visible .room-name').allTextContents()
  const digits = () =>
    room()
      .locator('.room-row:visible .volume')
      .evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)))

  /** Rows, or words in them and in the head, of which the screen does not show all. */
  const cutOff = () =>
    room().evaluate((dialog) => {
      const box = dialog.querySelector('.room-rows')?.getBoundingClientRect()
      if (box === undefined) return ['no rows']
      const found: string[] = []
      for (const row of dialog.querySelectorAll<HTMLElement>('.room-row:not([hidden])')) {
        const { top, bottom } = row.getBoundingClientRect()
        if (top < box.top - 1 || bottom > box.bottom + 1) found.push(`a row: ${row.textContent}`)
      }
      const texts = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT)
      while (texts.nextNode() !== null) {
        const parent = texts.currentNode.parentElement
        if (parent === null || !parent.checkVisibility() || parent.closest('.visually-hidden') !== null)
          continue
        const range = document.createRange()
        range.selectNodeContents(texts.currentNode)
        const { left, right, top, bottom, width } = range.getBoundingClientRect()
        if (
          width > 0 &&
          (left < -0.5 || right > innerWidth + 0.5 || top < -0.5 || bottom > innerHeight + 0.5)
        )
          found.push(`${texts.currentNode.textContent}: ${[left, right, top, bottom].join()}`)
      }
      return found
    })

  async function build(on: Page, name: string, protocol: string): Promise<void> {
    await on.goto(`${server.url}/new-sheet`)
    await on.getByLabel('Patient Name').waitFor()
    if (await on.getByRole('button', { name: /^Species: Canine/ }).isVisible()) {
      await on.getByRole('button', { name: 'RESET SHEET' }).click()
      await on.getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
      await on.getByRole('alertdialog').waitFor({ state: 'hidden' })
      await choose(on, 'Procedure', 'Castration')
      await on.getByRole('button', { name: /^Anesthesia Protocol/ }).click()
      await on.getByRole('dialog').getByRole('button', { name: 'CHOOSE ANOTHER' }).click()
      await on.getByRole('dialog').getByRole('searchbox').fill(protocol)
      await on.locator('.picker-row', { has: on.getByText(protocol, { exact: true }) }).click()
      await on
        .getByRole('dialog')
        .getByRole('button', { name: /^(ADD|SAVE CHANGES)$/ })
        .click()
      await on.getByLabel('Patient Name').fill(name)
      await on.getByLabel('Patient Weight').fill('12')
      await unitButton(on, 'kg').click()
    } else await buildSheet(on, { name, weight: '12', unit: 'kg', procedure: 'Castration', protocol })
    await on.locator('.volumes .volume').first().waitFor()
  }

  test('has digits of at least 67 px on a tablet, in the light and in the dark, under patient, species and both weights', async () => {
    await build(page, 'Bella', 'Dental (Dex-Methadone, Alfaxalone)')
    const names = await page.locator('.volumes .drug-name').allTextContents()
    await openRoom()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const px of await digits()) expect(px).toBeGreaterThanOrEqual(LEAST_PX)
      expect(await namesShown()).toEqual(names)
      expect(await cutOff()).toEqual([])
      expect(await accessibilityFaults(page)).toEqual([])
    }
    // Six rows leave room for more than the least.
    expect(Math.min(...(await digits()))).toBeGreaterThanOrEqual(84)
    expect(await room().locator('.room-head').innerText()).toMatch(/Bella\s+Canine\s+12 kg · 26\.46 lb/)
    expect(await rowsShown().first().innerText()).toMatch(/^0\s*\.\d+ ml\s+dexmedeTOMIDine\s+IM$/)
    await page.emulateMedia({ colorScheme: null })
    await closeRoom()
  })

  test('has every row on exactly one page, in the order of the sheet; buttons, keys and a finger turn them', async () => {
    await build(page, 'Long', 'Longer than a screen')
    await choose(page, 'Emergency Protocol', 'CPR and Reversals')
    await page.getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const names = await page.locator('.volumes .drug-name').allTextContents()
    const cdp = await tablet.context.newCDPSession(page)
    for (const standard of [16, 32])
      for (const size of SIZES) {
        const faults: string[] = []
        await page.setViewportSize(size)
        await cdp.send('Page.setFontSizes', { fontSizes: { standard } })
        await page.waitForFunction(
          (px) => getComputedStyle(document.documentElement).fontSize === `${px}px`,
          standard,
        )
        await openRoom()
        const total = Number(/of (\d+)/.exec((await room().locator('.room-page').textContent()) ?? '')?.[1])
        expect(total).toBeGreaterThan(1)
        const seen: string[] = []
        for (let nth = 1; nth <= total; nth++) {
          await room().getByText(`${nth} of ${total}`, { exact: true }).waitFor()
          seen.push(...(await namesShown()))
          if (Math.min(...(await digits())) < LEAST_PX) faults.push(`digits on page ${nth}`)
          faults.push(...(await brokenWords(page, '.room-row:not([hidden]) .room-name')))
          if (standard === 16) faults.push(...(await cutOff()).map((words) => `page ${nth}: ${words}`))
          if (nth < total) await room().getByRole('button', { name: 'NEXT' }).click()
        }
        expect({ size, standard, faults, seen }).toEqual({ size, standard, faults: [], seen: names })
        await closeRoom()
      }
    await cdp.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
    await page.setViewportSize(SIZES[0])

    await openRoom()
    const at = (nth: number) =>
      room()
        .getByText(new RegExp(`^${nth} of \\d+$`))
        .waitFor()
    await page.keyboard.press('ArrowRight')
    await at(2)
    await page.keyboard.press('PageUp')
    await at(1)
    await page.keyboard.press('ArrowLeft')
    await at(1)
    const { x, y } = (await rowsShown().first().boundingBox()) ?? { x: 0, y: 0 }
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', across: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + across, y: y + 20 }],
      })
    await touch('touchStart', 600)
    await touch('touchMove', 400)
    await touch('touchMove', 300)
    await touch('touchEnd', 300)
    await at(2)
    // The emergency drugs begin a page of their own.
    const emergency = room().locator('.room-row:visible').first().getByText('Emergency Drugs')
    while (!(await emergency.isVisible())) await room().getByRole('button', { name: 'NEXT' }).click()
    await closeRoom()
  })

  test('keeps the screen on while it is open, asks again when the page is back, and says so where it cannot', async () => {
    const [asked = 0, released = 0] = await locks(page)
    await openRoom()
    await expect.poll(() => locks(page)).toEqual([asked + 1, released])
    expect(await room().getByText('This browser cannot keep the screen on.').count()).toBe(0)
    await setLocks(page, { hidden: true })
    await setLocks(page, { hidden: false })
    // That of the open sheet behind it comes back too.
    await expect.poll(() => locks(page)).toEqual([asked + 3, released])
    await setLocks(page, {})
    expect(await locks(page)).toEqual([asked + 3, released])
    await closeRoom()
    await expect.poll(() => locks(page)).toEqual([asked + 3, released + 1])
    await setLocks(page, { refuse: true })
    await openRoom()
    await room().getByText('This browser cannot keep the screen on.').waitFor()
    await closeRoom()
    await setLocks(page, { refuse: false })
  })

  test('an open sheet keeps the screen on too, until it is left', async () => {
    const [asked = 0, released = 0] = await locks(page)
    await page.getByRole('link', { name: 'EMERGENCY', exact: true }).click()
    await expect.poll(() => locks(page)).toEqual([asked, released + 1])
    await page.getByRole('button', { name: 'Return to New Anesthesia Sheet' }).click()
    await expect.poll(() => locks(page)).toEqual([asked + 1, released + 1])
  })

  test('is left by Escape and by CLOSE, and the focus is where it was', async () => {
    const button = page.getByRole('button', { name: 'ROOM VIEW' })
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => room().getByRole('button', { name: 'CLOSE' }).click(),
    ]) {
      await button.focus()
      await page.keyboard.press('Enter')
      await room().waitFor()
      await leave()
      await room().waitFor({ state: 'detached' })
      await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    }
  })

  test('says in words what is doubted', async () => {
    await build(page, 'Doubted', 'Slipped point')
    await openRoom()
    await room().getByText('Ten times the usual 0.1 mg/kg. Is the point in the right place?').waitFor()
    await closeRoom()
    await page.getByLabel('Patient Weight').fill('130')
    await openRoom()
    await room().getByText('too heavy for a dog', { exact: false }).waitFor()
    expect(await cutOff()).toEqual([])
    await closeRoom()
    await page.getByLabel('Patient Weight').fill('12')
  })

  test('follows what is entered on another tablet, and says who did', async () => {
    await build(page, 'Followed', 'TTDex')
    await syncSays(page, 'All sent')
    await openRoom()
    const before = await rowsShown().first().innerText()
    await other.page.bringToFront()
    await other.page.goto(server.url)
    await other.page.getByRole('link', { name: 'Continue the open sheet for Followed' }).click()
    await expect.poll(() => other.page.getByLabel('Patient Weight').inputValue()).toBe('12')
    await other.page.getByLabel('Patient Weight').fill('24')
    await page.bringToFront()
    await room().locator('.room-weight').getByText('24 kg').waitFor()
    await room().getByText('Entered by Tom Technician on another tablet: Weight: 24 kg').waitFor()
    expect(await rowsShown().first().innerText()).not.toBe(before)
    await closeRoom()
  })

  test('shows a saved sheet as it was saved', async () => {
    await page.getByRole('button', { name: 'EXPORT', exact: true }).click()
    const paper = page.getByRole('dialog', { name: 'Saved Anesthesia Sheet' })
    const asked = page.getByRole('alertdialog')
    await paper.or(asked).waitFor()
    if (await asked.isVisible()) await asked.getByRole('button', { name: 'NO' }).click()
    await paper.waitFor()
    await closeAndSave(page, 'YES')
    await page.goto(`${server.url}/patients/canine`)
    await page.locator('.card [data-item-focus]', { hasText: 'Followed' }).click()
    const sheet = page.getByRole('dialog', { name: 'Anesthesia Sheet for Followed' })
    await sheet.waitFor()
    const names = await sheet.locator('.sheet-table tbody .drug-name').count()
    await openRoom()
    expect(await room().locator('.room-row').count()).toBe(names)
    for (const px of await digits()) expect(px).toBeGreaterThanOrEqual(LEAST_PX)
    expect(await room().locator('.room-head').innerText()).toMatch(/Followed\s+Canine\s+24 kg · 52\.92 lb/)
    await page.keyboard.press('Escape')
    await room().waitFor({ state: 'detached' })
    expect(await sheet.isVisible()).toBe(true)
  })
})
