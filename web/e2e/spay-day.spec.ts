import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { countedWalk, countPresses } from './counted-walk.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { recording, type RecordedWalk } from './recorded-walk.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { beginSheet, enterPatient, exportFile, saveSheet } from './spay-day-steps.ts'
import { buildSheet, logOut, signIn, syncSays, unitButton } from './steps.ts'
import { openTouchScreen } from './touch-screen.ts'

const PROCEDURE = 'Ovariohysterectomy'
const PROTOCOL = 'Spay/Neuter A (Ace-Hydro, Ket-Midaz)'

const [routine, favorite] = [randomUUID(), randomUUID()]

const tenDrugs = (name: string, _id: string) => ({
  op: 'create' as const,
  collection: 'anesthesia_protocols' as const,
  _id,
  content: {
    species: 0,
    name,
    sections: ['Tranquilizers/Sedatives', 'Opioids', 'Induction Agents', 'NSAIDs', 'Local Anesthetics'].map(
      (title, section) => ({
        key: 1000 + section,
        title_s: title,
        title_p: title,
        drugs: [1, 2].map((n) => ({
          name: `${title.slice(0, 12)} ${n}`,
          concentration: 10,
          dosage: 0.5,
          dosage_from: -1,
          dosage_to: -1,
          route: 'IM',
          form: 'INJECTION',
          controlled: section === 1,
        })),
      }),
    ),
    fluids: [{ name: 'Lactated Ringer’s', rate: 5 }],
  },
})

const SIZES = [
  [1180, 820],
  [820, 1180],
  [390, 844],
] as const

const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Infinity)

describe('a spay day on a shared tablet', () => {
  let server: Server
  let api: ApiClient
  let tablet: Tablet
  let password: string
  /** One tablet all day, as one test leaves it to the next. */
  let page: Page

  picturesOfFailures(() => ({ ...tablet, page }))

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    await api.push('protocols.create', [tenDrugs('Ten drugs', routine), tenDrugs('Old favorite', favorite)])
    tablet = await openTablet()
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  const dialog = () => page.getByRole('dialog')
  /** The list of protocols, also where one is chosen. */
  const openList = async () => {
    await page.getByRole('button', { name: /^Anesthesia Protocol/ }).tap()
    await page.getByRole('button', { name: 'CHOOSE ANOTHER' }).tap()
    await dialog().locator('.virtual-row').first().waitFor()
  }
  const key = (name: string) => dialog().getByRole('button', { name, exact: true })

  test('from home to an exported and saved sheet in 12 presses, and the next one in 6, beside name and weight', async () => {
    page = await openTouchScreen(tablet)
    const folder = process.env['SPAY_DAY_OUT']
    const record = folder === undefined ? undefined : recording(folder)
    const walks: RecordedWalk[] = []
    await countPresses(page)
    const newWalk = (title: string) => {
      const walk = countedWalk(page, record?.picturing(page, walks.length + 1))
      walks.push({ title, walk })
      return walk
    }
    const first = newWalk('The first patient, on a tablet that nobody used yet')
    await signIn(page, server.url, 'technician@demo.test', password)
    await syncSays(page, 'All sent')
    await beginSheet(first, page, PROCEDURE, PROTOCOL)
    await enterPatient(first, page, { name: 'Bella', weight: '18.4', unit: 'lb' })
    await page.getByText('18.4 lb · 8.34 kg').filter({ visible: true }).first().waitFor()
    await exportFile(first, page)
    const exported = first.presses('way')
    await saveSheet(first, page)
    // The field, four keys, the unit, DONE.
    expect([exported, first.presses('way'), first.presses('name'), first.presses('weight')]).toEqual([
      10, 12, 1, 7,
    ])

    const next = newWalk('The next patient, by NEXT PATIENT')
    await next.step('NEXT PATIENT', 'way', [page.getByRole('button', { name: 'NEXT PATIENT' })])
    await enterPatient(next, page, { name: 'Luna', weight: '24', unit: 'lb' }, true)
    await page.getByText('24 lb · 10.88 kg').filter({ visible: true }).first().waitFor()
    await exportFile(next, page)
    const exportedNext = next.presses('way')
    await saveSheet(next, page)
    // The field, two keys, the unit, DONE.
    expect([exportedNext, next.presses('way'), next.presses('name'), next.presses('weight')]).toEqual([
      4, 6, 0, 5,
    ])

    const later = newWalk('Another day, on the same tablet')
    await page.goto(server.url)
    await beginSheet(later, page, PROCEDURE, PROTOCOL)
    await enterPatient(later, page, { name: 'Coco', weight: '9.5', unit: 'lb' })
    await exportFile(later, page)
    await saveSheet(later, page)
    expect([later.presses('way'), later.presses('weight')]).toEqual([12, 6])
    record?.end(walks)
  })

  /** Where the points of these volumes stand, and where their units begin. */
  const pointsOf = (tables: string) =>
    page.locator(`${tables} .volume-after`).evaluateAll((all) => {
      const left = (element: Element | null) => Math.round(element?.getBoundingClientRect().left ?? 0)
      return [...new Set(all.map((one) => `${left(one)} ${left(one.querySelector('.volume-unit'))}`))]
    })

  test('the points of all volumes stand below each other, and so do the units, beside hundreds of ml too', async () => {
    const weight = page.getByLabel('Patient Weight')
    const [was, size] = [await weight.inputValue(), page.viewportSize()]
    await weight.fill('99')
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      const message = `${width} x ${height}`
      await expect.poll(() => pointsOf('.doses-plan'), { message }).toHaveLength(1)
      // A schedule stands beside its drug's name, and takes no line of its own.
      const below = await page
        .locator('.dose-title .badge')
        .evaluateAll((all) =>
          all
            .filter(
              (badge) =>
                badge.getBoundingClientRect().top >=
                (badge.previousElementSibling?.getBoundingClientRect().bottom ?? 0),
            )
            .map((badge) => badge.textContent),
        )
      expect({ message, below }).toEqual({ message, below: [] })
    }
    await page.locator('.dose-title').getByText('Controlled C-III').first().waitFor()
    expect(await page.locator('.doses-plan .volume').allTextContents()).toContainEqual(
      expect.stringMatching(/^\d{3}/),
    )
    if (size !== null) await page.setViewportSize(size)
    await weight.fill(was)
  })

  test('nothing below the weight moves while it is typed', async () => {
    const weight = page.getByLabel('Patient Weight')
    const [was, size] = [await weight.inputValue(), page.viewportSize()]
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      // The screen follows the window a moment later: on a phone what is not needed at first comes after the volumes.
      await expect
        .poll(() => page.locator('.sheet-columns > .sheet-inputs').count())
        .toBe(width === 390 ? 2 : 1)
      const tops: (number | undefined)[] = []
      // Each an ordinary weight: what is pointed out takes room.
      for (const text of ['', '2', '24']) {
        await weight.fill(text)
        await page
          .locator('.volumes-head')
          .getByText(`${text} lb`)
          .first()
          .waitFor({ state: text === '' ? 'detached' : 'visible' })
        // On a phone the volumes come before it, and are higher where more is said about one.
        const below = width === 390 ? page.locator('.volumes-tables') : page.getByLabel('Patient ID')
        tops.push((await below.boundingBox())?.y)
      }
      expect(new Set(tops).size, `${width} x ${height}: ${tops.join(', ')}`).toBe(1)
    }
    if (size !== null) await page.setViewportSize(size)
    await weight.fill(was)
  })

  test('the volumes of ten drugs stand beside the inputs, all in sight; on a phone the first two of them', async () => {
    await page.goto(`${server.url}/new-sheet`)
    await buildSheet(page, {
      name: 'Milo',
      weight: '18',
      unit: 'kg',
      procedure: PROCEDURE,
      protocol: 'Ten drugs',
    })
    const volumes = page.locator('.volumes .dose-volume')
    await volumes.nth(9).getByText('0.9').waitFor()
    const isInSight = async (part: Locator) => {
      const [box, actions] = await Promise.all(
        [part, page.locator('.sheet-actions')].map((each) => each.boundingBox()),
      )
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(actions?.y ?? 0)
    }
    await isInSight(volumes.nth(9))
    // On a phone the first two, before what a sheet can do without.
    const size = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => scrollTo(0, 0))
    await isInSight(volumes.nth(1))
    const outcome = await page.getByText('Patient Outcome').boundingBox()
    expect(outcome?.y).toBeGreaterThan((await volumes.nth(9).boundingBox())?.y ?? Infinity)
    // What a row opens comes out from under the actions.
    await volumes.nth(1).tap()
    await page.locator('.dose-arithmetic').waitFor()
    await expect
      .poll(() => page.locator('.dose-arithmetic').evaluate((row) => row.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual((await page.locator('.sheet-actions').boundingBox())?.y ?? 0)
    await volumes.nth(1).tap()
    if (size) await page.setViewportSize(size)
  })

  test('the points of fluids of hundreds of ml stand below those of the drugs, in a low window and in the review too', async () => {
    const weight = page.getByLabel('Patient Weight')
    await weight.fill('31')
    const [size, sizes] = [page.viewportSize(), [...SIZES, [1180, 700] as const]]
    const alike = async (tables: string) => {
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height })
        await expect
          .poll(() => pointsOf(tables), { message: `${tables} ${width} x ${height}` })
          .toHaveLength(1)
      }
    }
    await alike('.volumes')
    await page.getByRole('button', { name: /^Anesthesia Protocol/ }).tap()
    await dialog().getByText('Lactated Ringer’s').waitFor()
    await alike('.modal')
    await page.getByRole('button', { name: 'Close' }).tap()
    await dialog().waitFor({ state: 'hidden' })
    if (size) await page.setViewportSize(size)
  })

  test('favorites and what was used lately stand first, until they are deleted', async () => {
    const first = () => dialog().locator('.shortcuts .picker-name').allTextContents()
    await openList()
    await expect.poll(first).toEqual([PROTOCOL])
    const star = dialog().locator('.virtual-row').getByRole('button', { name: 'Favorite: Old favorite' })
    await star.tap()
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
    const size = await star.boundingBox()
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(48)
    // Nothing moves under a finger: it stands first when the list is opened again.
    expect(await first()).toEqual([PROTOCOL])
    await page.getByRole('button', { name: 'Close' }).tap()
    // SAVE asks what EXPORT asks, and nothing else.
    await page.getByRole('button', { name: 'SAVE', exact: true }).tap()
    await page
      .getByRole('alertdialog', { name: 'Add Emergency Protocol?' })
      .getByRole('button', { name: 'NO' })
      .tap()
    await page.getByRole('button', { name: 'NEXT PATIENT' }).waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await openList()
    await expect.poll(first).toEqual(['Old favorite', 'Ten drugs', PROTOCOL])
    // The whole list is as it was; a search shows what it finds, once.
    await dialog().getByRole('searchbox').fill('Old fav')
    await expect.poll(() => dialog().locator('.picker-name').allTextContents()).toEqual(['Old favorite'])
    await dialog().getByRole('searchbox').fill('')
    await expect.poll(first).toEqual(['Old favorite', 'Ten drugs', PROTOCOL])
    const gone = { op: 'delete', collection: 'anesthesia_protocols', _id: favorite, base: 1 } as const
    await api.push('protocols.delete', [gone])
    await expect.poll(first).toEqual(['Ten drugs', PROTOCOL])
  })

  test('NEXT PATIENT takes a protocol as the library has it now, and says so', async () => {
    const [set, was] = [{ name: 'Ten other drugs' }, { name: 'Ten drugs' }]
    const edit = {
      op: 'update',
      collection: 'anesthesia_protocols',
      _id: routine,
      base: 1,
      set,
      was,
    } as const
    await api.push('protocols.update', [edit])
    // The tablet has it once its list says so; the saved sheet keeps what it was saved with.
    await dialog().getByText('Ten other drugs', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Close' }).tap()
    await page.getByRole('button', { name: 'Anesthesia Protocol Ten drugs' }).waitFor()
    await page.getByRole('button', { name: 'NEXT PATIENT' }).tap()
    await page.getByText('Ten drugs was edited. This sheet uses the new version.').waitFor()
    await page.getByRole('button', { name: 'Anesthesia Protocol Ten other drugs' }).waitFor()
    await page.getByRole('button', { name: `Procedure ${PROCEDURE}` }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('patient-name')
  })

  test('the weight by large keys: the number stays what was pressed, whatever else is pressed', async () => {
    // Another person on the same tablet: their own unit, favorites and what they used.
    await logOut(page, server.url)
    await signIn(page, server.url, 'veterinarian@demo.test', password)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${server.url}/new-sheet`)
    await page.getByRole('button', { name: /^Species: Not selected/ }).tap()
    await page.getByRole('button', { name: /^Anesthesia Protocol/ }).tap()
    await dialog().locator('.virtual-row').first().waitFor()
    expect(await dialog().locator('.shortcuts').count()).toBe(0)
    await page.getByRole('button', { name: 'Close' }).tap()
    await dialog().waitFor({ state: 'hidden' })
    const field = page.getByLabel('Patient Weight')
    expect(await field.getAttribute('inputmode')).toBe('none')

    // The second half of a double press on the field presses no key, wherever the keys came.
    const box = await field.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]
    const finger = await page.context().newCDPSession(page)
    const begun = Date.now() / 1_000
    /** Pressed then, however long the keys took to come. */
    const tapAfter = async (seconds: number) => {
      const timestamp = begun + seconds
      await finger.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x, y }],
        timestamp,
      })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp })
    }
    await tapAfter(0)
    await dialog().waitFor()
    await tapAfter(0.2)
    expect(await field.inputValue()).toBe('')
    for (const button of await dialog().locator('.number-key').all()) {
      const size = await button.boundingBox()
      expect(Math.round(Math.min(size?.width ?? 0, size?.height ?? 0))).toBeGreaterThanOrEqual(64)
    }

    for (const [width, height] of [
      [390, 844],
      [390, 664],
      [360, 640],
      [410, 590],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const name of ['0', 'Decimal point', 'DONE'])
        await expect
          .poll(async () => bottomOf(await key(name).boundingBox()), {
            message: `${name}, ${width} x ${height}`,
          })
          .toBeLessThanOrEqual(height)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    for (const name of ['6', '2', 'Decimal point', '5']) await key(name).tap()
    expect(await field.inputValue()).toBe('62.5')
    await key('DONE').tap()
    const question = dialog().getByText('62.5 lb (28.34 kg) or 62.5 kg (137.81 lb)?')
    await question.waitFor()
    await dialog().getByRole('button', { name: /^lb/ }).tap()
    await dialog().getByText('62.5 lb · 28.34 kg').waitFor()
    expect(await question.count()).toBe(0)
    await dialog().getByRole('button', { name: /^kg/ }).tap()
    await dialog().getByText('62.5 kg · 137.81 lb').waitFor()
    await dialog().getByRole('button', { name: /^kg/ }).tap()
    expect(await field.inputValue()).toBe('62.5')
    await key('1').tap()
    await key('Delete').tap()
    // Beside the keypad: nothing.
    await page.touchscreen.tap(195, 30)
    await key('DONE').tap()
    await dialog().waitFor({ state: 'hidden' })
    expect(await field.inputValue()).toBe('62.5')
    expect(await unitButton(page, 'kg').getAttribute('aria-pressed')).toBe('true')

    // A hardware keyboard writes there too: the number that stood there is replaced, and Escape loses nothing.
    await field.tap()
    await page.waitForFunction(() => document.activeElement?.matches('.keypad-number') === true)
    await page.keyboard.type('130')
    await dialog().getByText('130 kg is 286.65 lb, too heavy for a dog. 130 lb would be 58.96 kg.').waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    expect(await field.inputValue()).toBe('130')
  })

  test('of a saved sheet they stand below each other too', async () => {
    await page.setViewportSize({ width: 1180, height: 820 })
    await logOut(page, server.url)
    await signIn(page, server.url, 'technician@demo.test', password)
    await page.goto(`${server.url}/patients/canine`)
    await page.locator('.card [data-item-focus]', { hasText: 'Milo' }).first().tap()
    await dialog().getByText('Lactated Ringer’s').waitFor()
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => pointsOf('.modal'), { message: `${width} x ${height}` }).toHaveLength(1)
    }
  })
})
