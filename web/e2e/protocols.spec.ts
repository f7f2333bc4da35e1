import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { DrugContent } from 'sync-protocol/records/drug'
import type { SectionContent } from 'sync-protocol/records/section'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { halfMgProtocol, signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { holdStore, isThereWhenGone } from './held-store.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { choose, describedBy, pressDelete, readyForOffline, serverIsBack, signIn, syncSays } from './steps.ts'

const TECHNICIAN = 'technician@demo.test'
const LARGEST = 'The largest'
const WITH_FLUIDS = 'As large, to lose its fluids'
const CALM = 'As large, without a message before'
const SHORT = 'One drug and five fluids'

const card = (page: Page, name: string) =>
  page.locator('.card', { has: page.getByText(name, { exact: true }) })
const toastUndo = (page: Page, words: string) =>
  page.locator('.toast', { hasText: words }).getByRole('button', { name: 'UNDO' }).click()

async function saveForm(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'SAVE', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

async function removeWithQuestion(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'YES' }).click()
  await question.waitFor({ state: 'hidden' })
}

/** Adds these drugs in the open picker and goes back to the form. */
async function pick(page: Page, title: string, drugs: readonly string[]): Promise<void> {
  const picker = page.getByRole('dialog', { name: title })
  for (const drug of drugs) {
    await picker.locator('.picker-row', { has: page.getByText(drug, { exact: true }) }).click()
  }
  // By key: SAVE comes into sight at its place, and a press there would be taken for the second half of this one.
  await picker.getByRole('button', { name: 'DONE', exact: true }).press('Enter')
  await picker.waitFor({ state: 'hidden' })
}

/** Resolves once what has the focus matches and stands in sight: its middle is not covered by a head or an edge. */
async function focusInSight(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const focused = document.activeElement
    if (!focused?.matches(wanted)) return false
    const box = focused.getBoundingClientRect()
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return hit !== null && focused.contains(hit)
  }, selector)
}

/** Nine sections of five drugs, but for one that has room for one more, and five fluids. */
async function seedLargest(api: ApiClient, name: string): Promise<void> {
  const sections = (await api.records('sections'))
    .map(({ content }) => content as unknown as SectionContent)
    .sort((a, b) => a.key - b.key)
  const drugs = (await api.records('drugs')).map(({ _id, content }) => ({
    _id,
    ...(content as unknown as DrugContent),
  }))
  const copies = (key: number, count: number) => {
    const own = drugs.filter((drug) => drug.section_key === key && drug.species.includes(0))
    return Array.from({ length: count }, (_, index) => {
      const drug = own[index % own.length]
      if (drug === undefined) throw new Error(`Section ${key} has no drugs.`)
      return {
        name: drug.name,
        concentration: drug.concentration,
        dosage: drug.dosage[0],
        dosage_from: -1,
        dosage_to: -1,
        route: drug.route[0],
        form: drug.form,
        controlled: drug.controlled,
        source_id: drug._id,
      }
    })
  }
  const content = {
    species: 0,
    name,
    sections: sections.map(({ key, title_s, title_p }, index) => ({
      key,
      title_s,
      title_p,
      drugs: copies(key, index === 1 ? 4 : 5),
    })),
    fluids: Array.from({ length: 5 }, (_, index) => ({ name: `Fluid ${index + 1}`, rate: 5 })),
  }
  expect(content.sections).toHaveLength(9)
  await api.push('anesthesia_protocol.create', [
    { op: 'create', collection: 'anesthesia_protocols', _id: randomUUID(), content },
  ])
}

/** Presses of a mouse that stays where it is. That they are so far apart is their own word: a busy page hears of them later. */
async function pressInPlace(page: Page, place: { x: number; y: number }, times: number, apartMs: number) {
  const mouse = await page.context().newCDPSession(page)
  const begun = Date.now() / 1_000
  for (let press = 0; press < times; press++) {
    const event = {
      ...place,
      button: 'left',
      clickCount: 1,
      timestamp: begun + (press * apartMs) / 1_000,
    } as const
    await mouse.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...event })
    await mouse.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...event })
  }
}

describe('the protocol libraries', () => {
  let server: Server
  let api: ApiClient
  let tablet: Tablet
  let password: string

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    api = await signInToApi(server.url, TECHNICIAN, password)
    for (const name of [LARGEST, WITH_FLUIDS, CALM]) await seedLargest(api, name)
    const fluids = [1, 2, 3, 4, 5].map((n) => ({ name: `Fluid ${n}`, rate: n }))
    const short = halfMgProtocol(SHORT)
    if (short.op === 'create') short.content['fluids'] = fluids
    await api.push('anesthesia_protocol.create', [short])
    tablet = await openTablet()
    await signIn(tablet.page, server.url, TECHNICIAN, password)
    await readyForOffline(tablet.page)
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  test("[LIST-16] another's protocol can only be viewed", async () => {
    const { page } = tablet
    await page.goto(`${server.url}/anesthesia/canine`)
    await card(page, 'TTDex').getByText('TTDex', { exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'View TTDex (Canine)' })
    await dialog.getByRole('button', { name: 'CLOSE', exact: true }).waitFor()
    await dialog.getByText('0.007').first().waitFor()
    expect(
      await dialog
        .getByRole('textbox')
        .evaluateAll((all) => all.every((one) => 'readOnly' in one && one.readOnly)),
    ).toBe(true)
    expect(await dialog.getByRole('button', { name: /^(SAVE|ADD|Route|Form|Remove)/ }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'CLOSE', exact: true }).click()
  })

  test('[APROT-27] [APROT-43] the largest one keeps its place: an added row and a wrong field have the focus, in sight', async () => {
    const { page } = tablet
    for (const size of [
      { width: 1180, height: 820 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await page.goto(`${server.url}/anesthesia/canine`)
      await card(page, LARGEST).getByText(LARGEST, { exact: true }).click()
      const dialog = page.getByRole('dialog', { name: `Edit ${LARGEST} (Canine)` })
      await dialog.getByRole('button', { name: 'SECTIONS: go to a section' }).click()
      await page.getByRole('menuitem', { name: /^Opioids/ }).click()
      await focusInSight(page, '[data-head="sections.1.drugs"]')
      await dialog.getByRole('button', { name: 'ADD DRUG to Opioids' }).click()
      await pick(page, 'Add Drugs to Opioids', ['Methadone'])
      await focusInSight(page, '[data-row="sections.1.drugs.4"]')
      // The section is full: its picker does not open again. (A click without force waits until it is enabled.)
      await dialog.getByRole('button', { name: 'ADD DRUG to Opioids' }).click({ force: true })
      expect(await page.getByRole('dialog', { name: 'Add Drugs to Opioids' }).count()).toBe(0)
      // What was removed is put back by UNDO, which stands beside the buttons that end the form, never on them.
      await dialog.locator('[data-row="sections.1.drugs.4"] .protocol-row-remove').click()
      await page.locator('.toast', { hasText: 'Methadone was removed.' }).waitFor()
      await dialog.getByRole('button', { name: 'SAVE', exact: true }).click({ trial: true, timeout: 8000 })
      await toastUndo(page, 'Methadone was removed.')
      await dialog.locator('[data-row="sections.1.drugs.4"]').waitFor()
      await dialog.locator('[name="sections.6.drugs.3.dosage"]').fill('0.0005')
      await dialog.getByRole('button', { name: 'SECTIONS: go to a section' }).click()
      await page.getByRole('menuitem', { name: /^Fluids/ }).click()
      await focusInSight(page, '[data-head="fluids"]')
      await dialog.getByRole('button', { name: 'SAVE', exact: true }).click()
      await focusInSight(page, '[name="sections.6.drugs.3.dosage"]')
      await dialog
        .getByText(/0\.0005 would be saved as 0\.001, another amount\. Only 3 decimals are kept\.$/)
        .waitFor()
      await dialog.getByRole('button', { name: 'CANCEL', exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await page.setViewportSize({ width: 1180, height: 820 })
  })

  test('five REMOVE presses 200 ms apart remove five fluids, and SAVE stores what the screen shows', async () => {
    const { page } = tablet
    await page.setViewportSize({ width: 820, height: 1180 })
    await page.goto(`${server.url}/anesthesia/canine`)
    await card(page, WITH_FLUIDS).getByText(WITH_FLUIDS, { exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${WITH_FLUIDS} (Canine)` })
    const removes = dialog.locator('[data-row^="fluids."] .protocol-row-remove')
    await expect.poll(() => removes.count()).toBe(5)
    // As many messages as stand at once: each press makes one of them go too.
    for (let drugs = 5; drugs > 2; drugs--)
      await dialog.locator(`[data-row="sections.8.drugs.${drugs - 1}"] .protocol-row-remove`).click()
    await expect.poll(() => page.locator('.toast').count()).toBe(3)
    // The form is scrolled to its end, and grows shorter: the fluid before comes into the place of the one that was removed.
    const end = dialog.getByRole('button', { name: /^ADD SECTION/ })
    await end.evaluate((one) => one.scrollIntoView({ block: 'end' }))
    const box = await removes.last().boundingBox()
    if (box === null) throw new Error('No fluid is in sight.')
    await pressInPlace(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, 5, 200)
    await page.locator('.toast', { hasText: 'Fluid 1 was removed.' }).waitFor()
    expect(await removes.count()).toBe(0)
    await dialog.getByRole('button', { name: 'Remove the section Fluids' }).click()
    await saveForm(page)
    await syncSays(page, 'All sent')
    const saved = (await api.records('anesthesia_protocols')).find(
      ({ content }) => content?.['name'] === WITH_FLUIDS,
    )
    expect(saved?.content?.['sections']).toHaveLength(9)
    expect(saved?.content?.['fluids'] ?? []).toEqual([])
    await page.setViewportSize({ width: 1180, height: 820 })
  })

  test('the messages of REMOVE presses move no other fluid under the finger, and the dialog makes room for them after', async () => {
    const { page } = tablet
    await page.setViewportSize({ width: 1180, height: 820 })
    await page.goto(`${server.url}/anesthesia/canine`)
    await card(page, CALM).getByText(CALM, { exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${CALM} (Canine)` })
    const rows = dialog.locator('[data-row^="fluids."]')
    const names = rows.locator('.drug-name')
    await expect.poll(() => rows.count()).toBe(5)
    const end = dialog.getByRole('button', { name: /^ADD SECTION/ })
    await end.evaluate((one) => one.scrollIntoView({ block: 'end' }))
    expect(await page.locator('.toast').count()).toBe(0)
    const box = await rows.last().locator('.protocol-row-remove').boundingBox()
    if (box === null) throw new Error('No fluid is in sight.')
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const left = ['Fluid 1', 'Fluid 2', 'Fluid 3', 'Fluid 4', 'Fluid 5']
    for (let gone = left.pop(); gone !== undefined; gone = left.pop()) {
      await pressInPlace(page, place, 1, 0)
      await page.locator('.toast', { hasText: `${gone} was removed.` }).waitFor()
      // What the message moves has moved once it is painted.
      await page.evaluate(
        () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
      )
      expect(await names.allTextContents()).toEqual(left)
    }
    const isCovered = () =>
      page.evaluate(() => {
        const top = document.querySelector('.modal')?.getBoundingClientRect().top ?? 0
        return [...document.querySelectorAll('.toast')].some(
          (one) => one.getBoundingClientRect().bottom > top,
        )
      })
    expect(await isCovered()).toBe(true)
    await expect.poll(isCovered, { timeout: 8_000 }).toBe(false)
    expect(await page.locator('.toast').count()).toBe(3)
    await dialog.getByRole('button', { name: 'Remove the section Fluids' }).click()
    await saveForm(page)
    await syncSays(page, 'All sent')
    const saved = (await api.records('anesthesia_protocols')).find(
      ({ content }) => content?.['name'] === CALM,
    )
    expect(saved?.content?.['sections']).toHaveLength(9)
    expect(saved?.content?.['fluids'] ?? []).toEqual([])
  })

  test.each([
    [1180, 820],
    [820, 1180],
    [390, 844],
  ])(
    'a short protocol stays in its place while five presses remove its fluids, at %i x %i',
    async (width, height) => {
      const { page } = tablet
      const list = `${server.url}/anesthesia/canine`
      await page.setViewportSize({ width, height })
      // What the size before gave up a moment ago is as the record stands.
      if (page.url() !== list) await page.goto(list)
      await card(page, SHORT).getByText(SHORT, { exact: true }).click()
      const dialog = page.getByRole('dialog', { name: `Edit ${SHORT} (Canine)` })
      const removes = dialog.locator('[data-row^="fluids."] .protocol-row-remove')
      await expect.poll(() => removes.count()).toBe(5)
      await removes.first().scrollIntoViewIfNeeded()
      const box = await removes.first().boundingBox()
      if (box === null) throw new Error('No fluid is in sight.')
      await pressInPlace(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, 5, 200)
      await expect.poll(() => removes.count()).toBe(0)
      await dialog.getByRole('button', { name: 'CANCEL', exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.setViewportSize({ width: 1180, height: 820 })
    },
  )

  test('an anesthesia protocol lives without a network: made, found, edited, deleted and brought back', async () => {
    const { page } = tablet
    await server.kill()
    await page.goto(`${server.url}/anesthesia/canine`)
    await page.getByRole('button', { name: 'ADD', exact: true }).click()
    const made = page.getByRole('dialog', { name: 'New Canine Anesthesia Protocol' })
    await made.getByLabel('Protocol Name').fill('Quick spay')
    await made.getByRole('button', { name: 'SAVE', exact: true }).click()
    await made.getByText('Please add at least one section.').waitFor()
    await made.getByRole('button', { name: /^ADD SECTION/ }).click()
    await page
      .getByRole('dialog', { name: 'Add Section' })
      .getByRole('button', { name: /^Opioids/ })
      .click()
    await pick(page, 'Add Drugs to Opioids', ['Methadone', 'Buprenorphine'])
    await focusInSight(page, '[data-row="sections.0.drugs.0"]')
    const methadone = made.locator('[data-row="sections.0.drugs.0"]')
    const dosage = methadone.locator('[name="sections.0.drugs.0.dosage"]')
    await dosage.fill('3')
    const point = 'Ten times the usual 0.3 mg/kg. Is the point in the right place?'
    await methadone.getByText(point, { exact: true }).waitFor()
    await methadone.getByText('6 times the highest, 0.5 mg/kg.', { exact: true }).waitFor()
    expect(await describedBy(dosage)).toContain(`Warning: ${point}`)
    await dosage.fill('0.25')
    await methadone.getByText(point).waitFor({ state: 'detached' })
    expect(await made.locator('.guard-line').count()).toBe(0)
    await made.locator('[data-row="sections.0.drugs.0"]').getByRole('button', { name: 'Route: IM' }).click()
    await saveForm(page)
    await page.getByRole('searchbox', { name: 'Search' }).fill('quick')
    await card(page, 'Quick spay').getByText('Quick spay', { exact: true }).click()
    const edited = page.getByRole('dialog', { name: 'Edit Quick spay (Canine)' })
    await edited.getByRole('button', { name: 'Route: SC' }).waitFor()
    await edited.getByLabel('Protocol Name').fill('Quick spay B')
    await saveForm(page)
    await pressDelete(page, 'Quick spay B')
    await removeWithQuestion(page)
    await card(page, 'Quick spay B').waitFor({ state: 'hidden' })
    await toastUndo(page, 'deleted')
    await card(page, 'Quick spay B').waitFor()
  })

  test('UNDO of CANCEL brings back what was typed, also when the form is open again, and never over newer typing', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/anesthesia/canine`)
    const form = page.getByRole('dialog', { name: 'Edit Quick spay B (Canine)' })
    const dosage = form.locator('[name="sections.0.drugs.0.dosage"]')
    const cancel = async (typed: string) => {
      await card(page, 'Quick spay B').getByText('Quick spay B', { exact: true }).click()
      await dosage.fill(typed)
      await form.getByRole('button', { name: 'CANCEL', exact: true }).click()
      await form.waitFor({ state: 'hidden' })
      await card(page, 'Quick spay B').getByText('Quick spay B', { exact: true }).click()
      expect(await dosage.inputValue()).toBe('0.25')
    }
    await cancel('0.3')
    await toastUndo(page, 'What you typed was not saved.')
    await form.getByText(/^You typed this on/).waitFor()
    expect(await dosage.inputValue()).toBe('0.3')
    await form.getByRole('button', { name: 'START OVER' }).click()
    await form.getByRole('button', { name: 'CANCEL', exact: true }).click()
    await form.waitFor({ state: 'hidden' })

    await cancel('0.4')
    await dosage.fill('0.5')
    await toastUndo(page, 'What you typed was not saved.')
    await page.locator('.toast', { hasText: 'Save or cancel that first.' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'CONTINUE' }).click()
    expect(await dosage.inputValue()).toBe('0.5')
    await form.getByRole('button', { name: 'CANCEL', exact: true }).click()
    await form.waitFor({ state: 'hidden' })
  })

  test('DONE waits for what was chosen, so that nobody saves the form without it', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/emergency/canine`)
    await page.getByRole('button', { name: 'ADD', exact: true }).first().click()
    const made = page.getByRole('dialog', { name: 'New Canine Emergency Protocol' })
    await made.getByRole('button', { name: 'ADD DRUG', exact: true }).click()
    const picker = page.getByRole('dialog', { name: 'Add Emergency Drugs' })
    const row = picker.locator('.picker-row', { has: page.getByText('Atropine (CPR)', { exact: true }) })
    await row.waitFor()
    const whenGone = await isThereWhenGone(page, '[data-row="drugs.0"]', 1)
    const letGo = await holdStore(page, 'drugs')
    await row.click()
    await picker.getByRole('button', { name: 'DONE', exact: true }).press('Enter')
    await letGo()
    await picker.waitFor({ state: 'hidden' })
    expect(await whenGone()).toBe(true)
    await focusInSight(page, '[data-row="drugs.0"]')
    await page.keyboard.press('Escape')
    // Said when nothing of it is kept: before that, a reload brings it back.
    await page.getByText('What you typed was not saved.').waitFor()
  })

  test('an emergency protocol too, and two copies that are deleted at once', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/emergency/canine`)
    await page.getByRole('button', { name: 'ADD', exact: true }).first().click()
    const made = page.getByRole('dialog', { name: 'New Canine Emergency Protocol' })
    await made.getByLabel('Emergency Protocol Name').fill('Crash')
    await made.getByRole('button', { name: 'ADD DRUG', exact: true }).click()
    await pick(page, 'Add Emergency Drugs', ['Atropine (CPR)'])
    await focusInSight(page, '[data-row="drugs.0"]')
    await made.getByText('No limits recorded for Atropine (CPR).', { exact: true }).waitFor()
    await made.locator('[name="drugs.0.dosage_to"]').fill('5')
    await made
      .getByText('100 times the usual 0.05 mg/kg. Is the point in the right place?', { exact: true })
      .waitFor()
    await made.locator('[name="drugs.0.dosage_from"]').fill('0.05')
    await made.locator('[name="drugs.0.dosage_to"]').fill('0.04')
    await made.getByText('The low dosage is greater than the high dosage.').waitFor()
    await saveForm(page)
    for (const name of ['Copy of Crash', 'Copy of Copy of Crash']) {
      await page
        .getByRole('button', { name: `More for ${name.replace('Copy of ', '')}`, exact: true })
        .click()
      await page.getByRole('menuitem', { name: 'Duplicate' }).click()
      await page.getByRole('dialog', { name: 'New Canine Emergency Protocol' }).waitFor()
      await saveForm(page)
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
    }
    await page.getByText('2 SELECTED').waitFor()
    await page.getByRole('button', { name: 'Delete selected' }).click()
    await removeWithQuestion(page)
    await card(page, 'Copy of Crash').waitFor({ state: 'hidden' })
    await card(page, 'Crash').waitFor()
  })

  test('both reach another tablet and go on a sheet there', async () => {
    await server.restart()
    await serverIsBack(tablet.page)
    await syncSays(tablet.page, 'All sent', 90_000)
    const other = await openTablet({ width: 820, height: 1180 })
    try {
      const { page } = other
      await signIn(page, server.url, 'veterinarian@demo.test', password)
      await syncSays(page, 'All sent')
      await page.goto(`${server.url}/new-sheet`)
      await page.getByRole('button', { name: /^Species: Not selected/ }).click()
      await choose(page, 'Anesthesia Protocol', 'Quick spay B')
      const review = page.getByRole('dialog', { name: 'Quick spay B' })
      await review.getByText('0.25 mg/kg').waitFor()
      await review.getByRole('button', { name: 'ADD', exact: true }).click()
      await choose(page, 'Emergency Protocol', 'Crash')
      await page.getByRole('dialog', { name: 'Crash' }).getByText('0.05 to 0.04 mg/kg').waitFor()
    } finally {
      await other.close()
    }
    const saved = (await api.records('emergency_protocols')).map(({ content }) => content?.['name'])
    expect(saved.filter((name) => String(name).includes('Crash'))).toEqual(['Crash'])
  })
})
