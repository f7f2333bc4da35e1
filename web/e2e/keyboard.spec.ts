import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { halfMgProtocol, signInToApi } from './api-client.ts'
import { balanceOp } from './balance-samples.ts'
import { chooseSubstance, done, drawOps, enterPrevious, keptOnTablet, pressDraw } from './balance-steps.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { balanceOfDraws } from './drawn-balances.ts'
import { hiddenAtEachSize } from './focus-in-sight.ts'
import { holdFrames } from './held-frames.ts'
import { holdStore } from './held-store.ts'
import { balanceByKeys, combinedByKeys, userByKeys } from './keyboard-walk-office.ts'
import { sheetByFewKeys } from './keyboard-walk-sheet.ts'
import { cutFrame, focusReturns, pressOn, tabTo, typeInto } from './keyboard-steps.ts'
import { longProtocol } from './long-protocol.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { buildSheet, logOut, signIn } from './steps.ts'

let server: Server
let tablet: Tablet
let page: Page
let password: string

picturesOfFailures(() => tablet)

beforeAll(async () => {
  server = await startServer()
  password = demonstrationPassword(server)
  const lead = await signInToApi(server.url, 'lead@demo.test', password)
  await lead.push('anesthesia_protocol.create', [halfMgProtocol('Half a milligram')])
  await lead.push('anesthesia_protocol.create', [longProtocol('Long')])
  tablet = await openTablet()
  page = tablet.page
})
afterAll(async () => {
  await tablet.close()
  await server.stop()
})

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const gone = (name: string | RegExp) => dialog(name).waitFor({ state: 'hidden' })

/** Chooses in the open picker. */
async function pick(title: string, record: string): Promise<void> {
  await dialog(title).waitFor()
  await typeInto(page, /^Search/, record)
  await page.locator('.picker-row', { hasText: record }).first().waitFor()
  await tabTo(page, new RegExp(`^${record}`))
  await expect.poll(() => cutFrame(page)).toEqual([])
  // Where a list is cut, it is the dialog that ends.
  const blank = await dialog(title).evaluate((box) => {
    const list = box.querySelector('.virtual-list') ?? box
    return box.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom
  })
  expect(blank).toBe(0)
  await page.keyboard.press('Enter')
}

/** As one who knows the name: the search has the focus already, and Enter takes the first that it finds. */
async function pickAtOnce(title: string, words: string): Promise<void> {
  await dialog(title).locator('.picker-row').first().waitFor()
  await focusReturns(page, /^Search/)
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

/** Types into the search box and presses the arrow before the list shows what is searched for, as quick hands do. */
const arrowAtOnce = (words: string) =>
  page.evaluate(async (typed) => {
    const box = document.activeElement as HTMLInputElement
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, typed)
    box.dispatchEvent(new InputEvent('input', { bubbles: true }))
    // A key is an event of its own: what the letters changed is done by then, but nothing that waits for its turn.
    await Promise.resolve()
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))
  }, words)

test('logging in, past the bar, and to another screen, whose title is said', async () => {
  await page.goto(`${server.url}/login`)
  await focusReturns(page, /^Email/)
  await page.keyboard.type('lead@demo.test')
  await typeInto(page, /^Password/, password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/`)
  await focusReturns(page, /^Home/)
  await page.goto(`${server.url}/`)
  await page.getByRole('link', { name: /^Create New Anesthesia Sheet/ }).waitFor()
  await pressOn(page, /^Skip to the page/)
  await focusReturns(page, /^Home/)
  await page.keyboard.press('Tab')
  await pressOn(page, /^Create New Anesthesia Sheet/)
  await page.waitForURL(`${server.url}/new-sheet`)
  await focusReturns(page, /^New Anesthesia Sheet/)
  await page.waitForFunction(() => document.title === 'New Sheet | Veterinary Anesthesia')
})

/** To the export window, without an emergency protocol. */
async function exportByKeys(): Promise<void> {
  await pressOn(page, /^EXPORT$/)
  await page.getByRole('alertdialog', { name: 'Add Emergency Protocol?' }).waitFor()
  await pressOn(page, /^NO$/)
  await dialog('Saved Anesthesia Sheet').waitFor()
}

test('a sheet is built, exported and saved; the focus returns from each dialog', async () => {
  await pressOn(page, /^Species/)
  await pressOn(page, /^Procedure/)
  // Nothing is taken of many that nobody searched for.
  await pickAtOnce('Select Procedure', '')
  await pickAtOnce('Select Procedure', 'castr')
  await gone('Select Procedure')
  await focusReturns(page, /^Procedure/)
  await pressOn(page, /^Anesthesia Protocol/)
  await dialog('Select Anesthesia Protocol').locator('.picker-row').first().waitFor()
  await focusReturns(page, /^Search/)
  await arrowAtOnce('half')
  await focusReturns(page, /^Half a milligram/)
  // What is typed on a row is searched for.
  await page.keyboard.type('z')
  await page.getByText('Nothing matches this search.').waitFor()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await pressOn(page, /^ADD$/)
  await focusReturns(page, /^Anesthesia Protocol/)
  await typeInto(page, /^Patient Name/, 'Bella')
  await typeInto(page, /^Patient Weight/, '22')
  await pressOn(page, /^kg/, 'Space')
  await page.getByRole('table', { name: 'Opioid', exact: true }).waitFor()
  await pressOn(page, /^Methadone, 1\.1 ml/)
  await page.getByText('22 kg x 0.5 mg/kg / 10 mg/ml = 1.1 ml').waitFor()
  await pressOn(page, /^EXPORT$/)
  await page.getByRole('alertdialog', { name: 'Add Emergency Protocol?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  await focusReturns(page, /^EXPORT$/)
  expect(await page.locator('[role=dialog], [role=alertdialog]').count()).toBe(0)
  await exportByKeys()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('The sheet was not saved. It stays open on this tablet.').waitFor()
  await focusReturns(page, /^EXPORT$/)
  await exportByKeys()
  const download = page.waitForEvent('download')
  await pressOn(page, /^GENERATE/)
  expect((await download).suggestedFilename()).toMatch(/Bella.*\.pdf$/)
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' }).waitFor()
  await pressOn(page, /^YES$/)
  await page.getByRole('button', { name: 'NEXT PATIENT' }).waitFor()
  // What was saved is corrected, and saved again.
  await pressOn(page, /^Open keypad$/)
  await focusReturns(page, /^Weight$/)
  await page.keyboard.type('23')
  await page.keyboard.press('Enter')
  await gone('Weight of Bella')
  await focusReturns(page, /^Open keypad$/)
  await exportByKeys()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' }).waitFor()
  await pressOn(page, /^YES$/)
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  // From its end the screen leads to its beginning: nothing holds the keyboard.
  await tabTo(page, /^Skip to the page/)
})

test('Ctrl Enter saves the sheet and Ctrl Shift Enter exports it, from the field one types in; ? lists both', async () => {
  const question = page.getByRole('alertdialog')
  await typeInto(page, /^Patient Name/, 'Bella B')
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await page.getByRole('alertdialog', { name: 'Add Emergency Protocol?' }).waitFor()
  // Over a question the keys do nothing.
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await focusReturns(page, /^EXPORT$/)
  await typeInto(page, /^Patient Name/, 'Bella C')
  await page.keyboard.press('ControlOrMeta+Enter')
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await page.locator('#screen').focus()
  await page.keyboard.press('?')
  await dialog('Keys').waitFor()
  for (const [sign, does] of [
    ['Ctrl Enter', 'On an anesthesia sheet: SAVE'],
    ['Ctrl Shift Enter', 'On an anesthesia sheet: EXPORT'],
  ] as const)
    expect(await dialog('Keys').locator('.key-line', { hasText: does }).locator('dt').textContent()).toBe(
      sign,
    )
  await page.keyboard.press('Escape')
  await gone('Keys')
})

/** Presses Escape in the moment in which such a dialog comes, before it has the focus: as quick hands do on a slow tablet. */
const escapeAtOnce = (role: 'dialog' | 'alertdialog') =>
  page.evaluate((sought) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector(`[role=${sought}]`) === null) return
      observer.disconnect()
      const escape = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', escape))
    }).observe(document.body, { childList: true, subtree: true })
  }, role)

test('a dialog that is opened and closed while the one before gives the focus back gives it back too', async () => {
  const question = page.getByRole('alertdialog', { name: 'Add Emergency Protocol?' })
  const step = () => page.evaluate('stepFrame()')
  await pressOn(page, /^EXPORT$/)
  await question.waitFor()
  await tabTo(page, /^NO$/)
  await holdFrames(page)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await step()
  await focusReturns(page, /^EXPORT$/)
  await step()
  await page.keyboard.press('Enter')
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  for (let frames = 0; frames < 4; frames++) await step()
  await page.evaluate('letFramesGo()')
  await focusReturns(page, /^EXPORT$/)
})

test('Escape closes a dialog also before it has the focus, and when what had the focus is gone', async () => {
  // What is saved as it stands is not asked about.
  await page.getByLabel('Patient Name').fill('Bella B')
  await pressOn(page, /^EXPORT$/)
  await page.getByRole('alertdialog', { name: 'Add Emergency Protocol?' }).waitFor()
  await tabTo(page, /^NO$/)
  await escapeAtOnce('dialog')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' }).waitFor()
  await page.keyboard.press('Escape')
  await focusReturns(page, /^EXPORT$/)
  await escapeAtOnce('alertdialog')
  await page.keyboard.press('Enter')
  await focusReturns(page, /^EXPORT$/)
  expect(await page.locator('[role=dialog], [role=alertdialog]').count()).toBe(0)
  await exportByKeys()
  await focusReturns(page, /^Saved Anesthesia Sheet/)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' }).waitFor()
  await page.keyboard.press('Escape')
  await focusReturns(page, /^EXPORT$/)
  await page.getByLabel('Patient Name').fill('Bella')
  await exportByKeys()
  await page.keyboard.press('Escape')
  await gone('Saved Anesthesia Sheet')
  expect(await page.getByRole('alertdialog').count()).toBe(0)
})

test('the focus is never out of sight on a long screen', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${server.url}/new-sheet`)
  const sheet = { name: 'Rex', weight: '22', unit: 'kg', procedure: 'Castration', protocol: 'Long' } as const
  await buildSheet(page, sheet)
  await page.getByRole('button', { name: /^Second 4, 1.1 ml/ }).waitFor()
  expect(await hiddenAtEachSize(page, 25)).toEqual([])
  await page.goto(`${server.url}/`)
  await page.getByRole('link', { name: /^Create New Anesthesia Sheet/ }).waitFor()
  expect(await hiddenAtEachSize(page, 12, true)).toEqual([])
  await page.goto(`${server.url}/anesthesia/canine`)
  await page.getByRole('button', { name: /^Long/ }).click()
  await page.locator('[data-row]').first().waitFor()
  expect(await hiddenAtEachSize(page, 45, true)).toEqual([])
  await page.keyboard.press('Escape')
  await gone(/^Edit/)
})

test('a menu has the focus on its first item, whatever key opened it; Enter chooses that one', async () => {
  await page.goto(`${server.url}/drugs/canine`)
  for (const key of ['ArrowDown', 'Space', 'Enter']) {
    await page.getByRole('button', { name: 'More for Xylazine' }).press(key)
    await focusReturns(page, /^Move to another section$/)
    await page.keyboard.press('ArrowDown')
    await focusReturns(page, /^Copy$/)
    await page.keyboard.press('ArrowDown')
    await focusReturns(page, /^Delete$/)
    await page.keyboard.press('Escape')
    await focusReturns(page, /^More for Xylazine$/)
  }
  await page.keyboard.press('Enter')
  await focusReturns(page, /^Move to another section$/)
  await page.keyboard.press('Enter')
  await dialog('Move Xylazine').waitFor()
  await page.keyboard.press('Escape')
  await gone('Move Xylazine')
  await focusReturns(page, /^More for Xylazine$/)
})

test('a record of a library is added, edited and deleted', async () => {
  await page.goto(`${server.url}/injections/canine`)
  await page.getByRole('button', { name: 'ADD', exact: true }).waitFor()
  await pressOn(page, /^ADD$/)
  await typeInto(page, /^Injection Name/, 'Keyed in')
  await pressOn(page, /^SAVE$/)
  await gone(/Injection$/)
  await focusReturns(page, /^ADD$/)
  await page.getByRole('status').getByText('Saved: Keyed in.').waitFor()
  await tabTo(page, /^Search$/, 'Shift+Tab')
  await page.keyboard.type('Keyed')
  await page.getByText('1 injection', { exact: true }).waitFor()
  await pressOn(page, /^Keyed in/)
  await typeInto(page, /^Injection Name/, 'Keyed twice')
  await pressOn(page, /^SAVE$/)
  await gone(/^Edit/)
  await pressOn(page, /^More for Keyed twice/)
  await focusReturns(page, /^Delete$/)
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: 'Delete Keyed twice?' }).waitFor()
  await pressOn(page, /^YES$/)
  await page.getByText('Nothing matches this search.').waitFor()
  await focusReturns(page, /^Injections$/)
})

test('what opened a form has the focus back in time for a quick Tab, whichever row has had it meanwhile', async () => {
  await page.goto(`${server.url}/injections/canine`)
  const row = page.locator('[data-item-focus]').first()
  await row.waitFor()
  await tabTo(page, /^ADD$/)
  // In one turn, as quick hands do where the form takes its time.
  await row.evaluate((other: HTMLElement) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.click()
    other.focus()
  })
  await typeInto(page, /^Injection Name/, 'Quick Tab')
  await tabTo(page, /^SAVE$/)
  await holdFrames(page)
  await page.keyboard.press('Enter')
  await gone(/Injection$/)
  await page.keyboard.press('Tab')
  await page.evaluate('letFramesGo()')
  // The newest is the first in the list, which ADD stands above.
  await focusReturns(page, /^Select Quick Tab$/)
})

/** Of the dropdowns above a list. */
async function choose(name: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${name}$`) }).press('Enter')
  await page.getByRole('option', { name: option, exact: true }).press('Enter')
  await page.getByRole('button', { name: `${option} ${name}` }).waitFor()
}

/** Opens a record of the list and gives it another name; quick hands are at Tab before the form is there. */
async function rename(from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${from}`) }).press('Enter')
  await typeInto(page, /^Injection Name/, to)
  await pressOn(page, /^SAVE$/)
  await gone(/^Edit/)
}

test('after an edit the focus stands on the record, wherever it went, or on its list; never on what deletes', async () => {
  const lead = await signInToApi(server.url, 'lead@demo.test', password)
  const names = Array.from({ length: 40 }, (_, index) => `Moved ${String(index + 1).padStart(2, '0')}`)
  await lead.push(
    'injection.create',
    names.map((name) => ({
      op: 'create',
      collection: 'injections',
      _id: randomUUID(),
      content: { species: 0, name },
    })),
  )
  await page.getByRole('searchbox').fill('Moved')
  await page.getByText('40 injections', { exact: true }).waitFor()
  await choose('Sort', 'Name')
  await choose('Order', 'Ascending')
  await rename('Moved 02', 'Moved 04 again')
  await focusReturns(page, /^Moved 04 again/)
  // Far out of sight.
  await rename('Moved 05', 'Moved 99')
  await focusReturns(page, /^Moved 99/)
  await rename('Moved 39', 'Gone')
  await page.getByText('39 injections', { exact: true }).waitFor()
  await focusReturns(page, /^Injections$/)
  await page.getByRole('searchbox').fill('Moved 99')
  await page.getByText('1 injection', { exact: true }).waitFor()
  await rename('Moved 99', 'Gone too')
  await page.getByText('Nothing matches this search.').waitFor()
  await focusReturns(page, /^Injections$/)
})

test('after quick hands that had tabbed far away before the form came, the focus stands on the record too', async () => {
  await page.getByRole('searchbox').fill('Moved')
  await page.getByText('38 injections', { exact: true }).waitFor()
  await choose('Order', 'Descending')
  const letGo = await holdStore(page, 'injections')
  await page.getByRole('button', { name: /^Moved 37/ }).press('Enter')
  await tabTo(page, /^Select Moved 16/)
  await page.getByRole('button', { name: /^Moved 37/ }).waitFor({ state: 'detached' })
  // However long the tablet takes.
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 60_000
  })
  await letGo()
  await dialog(/^Edit/).waitFor()
  await typeInto(page, /^Injection Name/, 'Moved 00')
  await pressOn(page, /^SAVE$/)
  await gone(/^Edit/)
  await focusReturns(page, /^Moved 00/)
})

test('a single draw is made', async () => {
  await page.goto(`${server.url}/single-draws/canine`)
  await page.getByText('No canine single draws yet').waitFor()
  await pressOn(page, /^CREATE$/)
  await dialog('Select Controlled Substance').waitFor()
  await typeInto(page, /^Search/, 'Butorphanol')
  await pressOn(page, /^Butorphanol/)
  await pressOn(page, /^Press to Change Procedure/)
  await pick('Select Procedure', 'Castration')
  await focusReturns(page, /^Press to Change Procedure/)
  await typeInto(page, /^Patient Name/, 'Rex')
  await typeInto(page, /^Volume Administered/, '0.5')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'SAVED', exact: true }).waitFor()
  await pressOn(page, /^EXIT$/)
  await gone(/Single Draw$/)
  await page.locator('.card', { hasText: 'Rex' }).waitFor()
})

test('a bottle is opened, drawn from and saved; two sheets become one', async () => {
  const lead = await signInToApi(server.url, 'lead@demo.test', password)
  await lead.push('draw.create', drawOps(1, 6))
  await balanceByKeys(page, server.url)
  for (const draws of [1, 2]) await lead.push('balance.create', [balanceOp(balanceOfDraws('Early', draws))])
  await combinedByKeys(page, server.url, 'Early')
})

test('the focus is never out of sight in a long balance sheet', async () => {
  await chooseSubstance(page, server.url, 'Ketamine 100')
  await enterPrevious(page, { bottle: 'B-1', container: '20', substance: '20' })
  for (let n = 3; n <= 6; n++) await pressDraw(page, n)
  await done(page)
  expect(await hiddenAtEachSize(page, 12, true)).toEqual([])
  await keptOnTablet(page)
  await page.goto(`${server.url}/controlled-substances/new`)
  await dialog('Select Controlled Substance').waitFor()
  await pressOn(page, /CONTINUE$/)
  await gone('Select Controlled Substance')
  await focusReturns(page, /^New Controlled Substance Balance Sheet$/)
})

test('a user is made, changed and deleted', () => userByKeys(page, server.url))

test('what is sent is looked at, and the tablet goes to another person', async () => {
  await pressOn(page, /^Sync: /)
  await focusReturns(page, /^Sync status/)
  await page.keyboard.press('Escape')
  await focusReturns(page, /^Sync: /)
  await pressOn(page, /^Signed in as/)
  await focusReturns(page, /^You/)
  await pressOn(page, /^Someone else/)
  await dialog('Switch user').waitFor()
  await typeInto(page, /^Email/, 'technician@demo.test')
  await typeInto(page, /^Password/, password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Signed in as Tom Technician' }).waitFor()
})

const MOST_KEYS = 40
/** Nobody's sheet is open. */
const EMAIL = 'veterinarian@demo.test'

test('from the login to the PDF of a sheet in at most 40 keys beside the patient’s name and weight', async () => {
  await logOut(page, server.url)
  const { keys, file } = await sheetByFewKeys(page, server.url, [EMAIL, password])
  expect(file).toMatch(/Bella.*\.pdf$/)
  expect(keys).toBeLessThanOrEqual(MOST_KEYS)
})

test('a picker whose dialog is fetched late takes what is typed, and Enter', async () => {
  // Its first visit: nothing is kept yet, and what the network is asked for can be held.
  const late = await openTablet({ isNew: true })
  try {
    const { page: desk } = late
    let letGo = (): void => undefined
    const released = new Promise<void>((go) => (letGo = go))
    let asked = 0
    await desk.route(/\/assets\/modal-dialog-[^/]*\.js$/, async (route) => {
      asked += 1
      await released
      await route.continue()
    })
    await signIn(desk, server.url, 'lead@demo.test', password)
    await desk.getByRole('link', { name: /^Create New Anesthesia Sheet/ }).click()
    await desk.getByRole('button', { name: /^Species: Not selected/ }).click()
    await desk.getByRole('button', { name: /^Procedure/ }).click()
    await expect.poll(() => asked).toBeGreaterThan(0)
    expect(await desk.getByRole('dialog').count()).toBe(0)
    letGo()
    const picker = desk.getByRole('dialog', { name: 'Select Procedure' })
    await picker.locator('.picker-row').first().waitFor()
    await focusReturns(desk, /^Search/)
    await desk.keyboard.type('castr')
    await desk.keyboard.press('Enter')
    await picker.waitFor({ state: 'hidden' })
    await desk.getByRole('button', { name: /^Procedure:? Castration/ }).waitFor()
  } finally {
    await late.close()
  }
})
