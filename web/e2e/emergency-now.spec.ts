import { randomBytes, randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import type { Op } from 'sync-protocol/records/mutation'
import { uuidv7 } from 'sync-protocol/records/uuid'
import { emptySheetDraft } from 'sync-protocol/rules/sheet'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { pdfFacts, pdfText } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import {
  buildSheet,
  choose,
  closeAndSave,
  logOut,
  readyForOffline,
  signIn,
  syncSays,
  unitButton,
} from './steps.ts'

const PROTOCOL = 'Dental (Dex-Methadone, Alfaxalone)'
const BELLA = {
  name: 'Bella',
  weight: '12.4',
  unit: 'kg',
  procedure: 'Castration',
  protocol: PROTOCOL,
} as const

/** Of 12.4 kg, worked out by hand: kg x mg/kg / mg/ml. */
const CPR = [
  'Epinephrine 1:1000, 0.12 ml',
  'Atropine (CPR), 0.92–1.1 ml',
  'Lidocaine (VT/VF), 1.2–2.5 ml',
  'Amiodarone, 1.2 ml',
  'Naloxone, 0.31–1.2 ml',
  'Flumazenil, 1.2–2.5 ml',
  'Atipamezole, 0.12–0.25 ml',
  'Sodium Bicarbonate 8.4%, 12.4 ml',
  'Calcium Gluconate 10%, 6.2–12.4 ml',
]

const emergency = (page: Page) => page.getByRole('link', { name: 'EMERGENCY', exact: true })
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const rows = (page: Page) => page.locator('.now-doses .now-row')

/** The volumes as they are read out, in their order. */
async function dosesOf(page: Page, part = '.now-doses'): Promise<string[]> {
  await page.locator(`${part} .now-row`).first().waitFor()
  const labels = await page
    .locator(`${part} .now-row .volume[aria-label]`)
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
  return labels.map((label) => label.replace('. Show the arithmetic.', ''))
}

/** Notes in `moved` which parts of the open sheet moved after they were there. Sent to the browser as text. */
function noteMoves(): void {
  const moved: string[] = []
  Object.assign(window, { moved })
  new PerformanceObserver((list) => {
    const shifts = list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[]
    for (const { node } of shifts.flatMap(({ sources }) => sources)) {
      const part = node instanceof Element ? node : node?.parentElement
      if (part?.closest('.new-sheet')) moved.push(part.className)
    }
  }).observe({ type: 'layout-shift' })
}

const SIZES = [
  { width: 1180, height: 820 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]

/** How much of the messages' height the screen has no room for yet. */
function roomLacking(): number {
  const { style } = document.documentElement
  const px = (name: string) => Number.parseFloat(style.getPropertyValue(name))
  return px('--toasts-height') - px('--toasts-room')
}

/** The doses of which a message hides a part that the bar does not: at the top of the screen, in its middle and at its end. */
async function coveredDoses(doses: string): Promise<string[]> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const covered: string[] = []
  for (const part of [0, 0.5, 1]) {
    window.scrollTo(0, part * document.documentElement.scrollHeight)
    for (let frames = 0; frames < 3; frames++) await frame()
    const bar = document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0
    for (const message of document.querySelectorAll('.toast')) {
      const { top, bottom } = message.getBoundingClientRect()
      for (const row of document.querySelectorAll(doses)) {
        const box = row.getBoundingClientRect()
        if (Math.max(box.top, bar) < bottom && box.bottom > Math.max(top, bar))
          covered.push(`${part} ${row.textContent}`)
      }
    }
  }
  return covered
}

async function back(page: Page): Promise<void> {
  await button(page, 'Return to New Anesthesia Sheet').click()
  await button(page, 'EXPORT').waitFor()
}

const protocol = (species: number, name: string, drugs: object[]): Op => ({
  op: 'create',
  collection: 'emergency_protocols',
  _id: randomUUID(),
  content: {
    species,
    name,
    drugs: drugs.map((drug) => ({
      concentration: 1,
      dosage: -1,
      dosage_from: 0.01,
      dosage_to: 0.1,
      route: 'IV',
      form: 'INJECTION',
      controlled: false,
      ...drug,
    })),
  },
})

describe('EMERGENCY, for this patient, in one press', () => {
  let server: Server
  let api: ApiClient
  let tablet: Tablet
  let password: string
  const page = () => tablet.page

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    password = demonstrationPassword(server)
    api = await signInToApi(server.url, 'lead@demo.test', password)
    tablet = await openTablet()
    await signIn(page(), server.url, 'technician@demo.test', password)
    await readyForOffline(page())
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  describe('with the open sheet, and no server', () => {
    beforeAll(async () => {
      await page().goto(`${server.url}/new-sheet`)
      await buildSheet(page(), BELLA)
      await page().locator('.volumes .volume').first().waitFor()
      await server.kill()
    })
    afterAll(async () => {
      await server.restart()
      await page().goto(server.url)
      await syncSays(page(), 'All sent')
    })
    beforeEach(async () => {
      if (new URL(page().url()).pathname !== '/new-sheet') await back(page())
    })

    test('one press shows the patient and the doses of the clinic’s protocol, without a question', async () => {
      await emergency(page()).click()
      expect(await dosesOf(page())).toEqual(CPR)
      await page().getByRole('heading', { name: 'Bella' }).waitFor()
      expect(await page().locator('.now-head').textContent()).toContain('12.4 kg · 27.34 lb')
      expect(await page().locator('.now-head').textContent()).toContain('Canine')
      await page().getByRole('table', { name: 'CPR and Reversals' }).waitFor()
      expect(await page().getByRole('alertdialog').count()).toBe(0)
      expect(await page().title()).toBe('Emergency | Veterinary Anesthesia')
    })

    test('over the sheet, while it is printed and saved, one press is enough too, and nothing is answered by it', async () => {
      const ask = () => page().getByRole('alertdialog', { name: 'Add Emergency Protocol?' })
      const window = () => page().getByRole('dialog', { name: 'Saved Anesthesia Sheet' })
      const save = () => page().getByRole('alertdialog', { name: 'Save Anesthesia Sheet?' })
      const toQuestion = async () => {
        await button(page(), 'EXPORT').click()
        await ask().waitFor()
      }
      const toWindow = async () => {
        await toQuestion()
        await ask().getByRole('button', { name: 'NO' }).click()
        await window().waitFor()
      }
      const toSave = async () => {
        await toWindow()
        await window().getByRole('button', { name: 'Close' }).click()
        await save().waitFor()
      }
      const decline = () => save().getByRole('button', { name: 'NO' }).click()
      for (const [open, over, end] of [
        [toQuestion, ask, () => page().keyboard.press('Escape')],
        [
          toWindow,
          window,
          async () => {
            await window().getByRole('button', { name: 'Close' }).click()
            await decline()
          },
        ],
        [toSave, save, decline],
      ] as const) {
        await open()
        await over().getByRole('link', { name: 'EMERGENCY' }).click()
        expect(await dosesOf(page())).toEqual(CPR)
        expect(await over().count()).toBe(0)
        await back(page())
        await over().waitFor()
        await end()
        await over().waitFor({ state: 'detached' })
        expect(await page().getByLabel('Patient Name').inputValue()).toBe('Bella')
      }
    })

    test('a row opens its arithmetic, by a press and by the keyboard', async () => {
      await emergency(page()).click()
      const lines = page().locator('.now-arithmetic')
      await page()
        .getByRole('rowheader', { name: /^Atropine/ })
        .click()
      await lines.waitFor()
      expect(await lines.innerText()).toBe(
        '12.4 kg x 0.04 mg/kg / 0.54 mg/ml = 0.92 ml\n12.4 kg x 0.05 mg/kg / 0.54 mg/ml = 1.1 ml',
      )
      const volume = button(page(), /^Atropine \(CPR\), 0.92–1.1 ml/)
      await volume.press('Enter')
      await lines.waitFor({ state: 'detached' })
    })

    test('reverses what is on the sheet, and says the joules of a shock', async () => {
      await emergency(page()).click()
      await page().getByRole('table', { name: 'Reversals', exact: true }).waitFor()
      // 12.4 kg x 0.005 mg/kg x 10 / 5 mg/ml, and 12.4 kg x 0.04 mg/kg / 0.4 mg/ml.
      expect(await dosesOf(page(), '.now-part')).toEqual([
        'Dexmedetomidine reversed by Atipamezole, 0.12 ml',
        'Methadone reversed by Naloxone, 1.2 ml',
      ])
      await page().getByText('IV only in arrest').waitFor()
      await page().getByText('No reversal: Alfaxalone.').waitFor()
      expect(await page().getByText('unopposed').count()).toBe(0)
      const shock = page().getByRole('table', { name: 'Defibrillation, external' })
      await shock.getByRole('row', { name: 'Biphasic' }).getByRole('img', { name: '25 to 49 J' }).waitFor()
      await shock.getByRole('row', { name: 'Monophasic' }).getByRole('img', { name: '50 to 74 J' }).waitFor()
    })

    test('the sheet is as it was when one comes back', async () => {
      const sheet = () =>
        page()
          .locator('.new-sheet')
          .evaluate((screen) => [
            ...[...screen.querySelectorAll('input')].map(({ name, value }) => `${name} ${value}`),
            ...[...screen.querySelectorAll<HTMLElement>('.sheet-start, .volumes-tables')].map(
              ({ innerText }) => innerText,
            ),
          ])
      await page().locator('.volumes-tables').getByText('Antagonist', { exact: true }).waitFor()
      const before = await sheet()
      await emergency(page()).click()
      await dosesOf(page())
      await button(page(), 'OTHER PATIENT').click()
      await button(page(), 'Feline').click()
      await page().getByRole('textbox', { name: 'Weight' }).fill('4')
      await button(page(), /^kg/).click()
      await button(page(), 'SHOW DOSES').click()
      await dosesOf(page())
      await page().evaluate(noteMoves)
      await back(page())
      await expect.poll(sheet).toEqual(before)
      // The class of a drug that the sheet has not kept comes from the library: not a moment later.
      expect(await page().evaluate('moved')).toEqual([])
      expect(await unitButton(page(), 'kg').getAttribute('aria-pressed')).toBe('true')
      // Leaving it for another screen asks as before.
      await page().getByRole('link', { name: 'Veterinary Anesthesia, home' }).click()
      await page()
        .getByRole('alertdialog', { name: 'Leave This Page?' })
        .getByRole('button', { name: 'NO' })
        .click()
    })

    test('the browser’s own ways there and back lose nothing either', async () => {
      await emergency(page()).click()
      await dosesOf(page())
      await page().goBack()
      await button(page(), 'EXPORT').waitFor()
      await page().goForward()
      expect(await dosesOf(page())).toEqual(CPR)
      await back(page())
      expect(await page().getByLabel('Patient Name').inputValue()).toBe('Bella')
    })

    test('another patient is entered, and the sheet’s own is one press away again', async () => {
      await emergency(page()).click()
      await button(page(), 'OTHER PATIENT').click()
      await button(page(), 'BACK TO BELLA').click()
      expect(await dosesOf(page())).toEqual(CPR)
    })

    test('prints one page', async () => {
      await emergency(page()).click()
      await dosesOf(page())
      await page().getByText('Dexmedetomidine').first().waitFor()
      const [download] = await Promise.all([page().waitForEvent('download'), button(page(), 'PRINT').click()])
      expect(download.suggestedFilename()).toMatch(/^Emergency - Bella - \d\d\.\d\d\.\d{4}\.pdf$/)
      const path = await download.path()
      expect(pdfFacts(path)).toEqual({ pages: 1, size: '760 x 985' })
      const text = pdfText(path).replaceAll(/ +/g, ' ')
      for (const said of ['Bella', '12.4 kg · 27.34 lb', '0.92–1.1', '25–49', 'IV only in arrest'])
        expect(text).toContain(said)
    })

    test('prints for a patient whose name paper has no letters for, and says so', async () => {
      await page().getByLabel('Patient Name').fill('小白')
      await emergency(page()).click()
      await dosesOf(page())
      await Promise.all([page().waitForEvent('download'), button(page(), 'PRINT').click()])
      await page().locator('.toast', { hasText: 'does not show the patient’s name' }).waitFor()
      await back(page())
      await page().getByLabel('Patient Name').fill('Bella')
    })

    test('the sheet’s own emergency protocol comes before the clinic’s', async () => {
      await choose(page(), 'Emergency Protocol', 'CPR and Reversals')
      await page().getByRole('dialog').getByRole('button', { name: 'ADD', exact: true }).click()
      await emergency(page()).click()
      await page().getByRole('table', { name: 'CPR and Reversals, from the sheet' }).waitFor()
      expect(await dosesOf(page())).toEqual(CPR)
    })

    test('from Home, and after a cold start without a server, it is the same patient', async () => {
      await emergency(page()).click()
      await dosesOf(page())
      await page().getByRole('link', { name: 'Veterinary Anesthesia, home' }).click()
      await page()
        .getByRole('link', { name: /^Continue the open sheet for Bella/ })
        .waitFor()
      await emergency(page()).click()
      expect(await dosesOf(page())).toEqual(CPR)
      const before = page()
      tablet = { ...tablet, page: await tablet.context.newPage() }
      await before.close()
      await page().goto(`${server.url}/emergency-now`)
      expect(await dosesOf(page())).toEqual(CPR)
      await page().getByRole('heading', { name: 'Bella' }).waitFor()
      await page().getByRole('link', { name: 'Veterinary Anesthesia, home' }).click()
      await page()
        .getByRole('link', { name: /^Continue the open sheet for Bella/ })
        .click()
      await button(page(), 'EXPORT').waitFor()
      expect(await page().getByLabel('Patient Weight').inputValue()).toBe('12.4')
    })
  })

  test('of a saved sheet that is still on the screen it is the patient, and the sheet stays there', async () => {
    await page().goto(`${server.url}/new-sheet`)
    await page().getByText('is back as you left it', { exact: false }).waitFor()
    await button(page(), 'EXPORT').click()
    await page().getByRole('dialog', { name: 'Saved Anesthesia Sheet' }).waitFor()
    await closeAndSave(page(), 'YES')
    await button(page(), 'NEXT PATIENT').waitFor()
    await syncSays(page(), 'All sent')
    const before = (await api.records('sheets')).length
    await emergency(page()).click()
    expect(await dosesOf(page())).toEqual(CPR)
    await back(page())
    await button(page(), 'NEXT PATIENT').waitFor()
    expect(await page().getByLabel('Patient Name').inputValue()).toBe('Bella')
    expect((await api.records('sheets')).length).toBe(before)
  })

  describe('without a sheet', () => {
    beforeAll(async () => {
      await logOut(page(), server.url)
      await signIn(page(), server.url, 'veterinarian@demo.test', password)
      await readyForOffline(page())
    })
    const number = () => page().getByRole('textbox', { name: 'Weight' })
    const enter = async (species: 'Canine' | 'Feline', weight: string, unit: 'kg' | 'lb') => {
      await button(page(), species).click()
      await number().fill(weight)
      await button(page(), new RegExp(`^${unit}`)).click()
      await button(page(), 'SHOW DOSES').click()
    }

    test('an open sheet of another tablet is offered by its patient, and never shown by itself', async () => {
      const vera = await signInToApi(server.url, 'veterinarian@demo.test', password)
      const content = {
        ...emptySheetDraft({ outcome: 'N/A' }),
        species: 1 as const,
        name: 'Minka',
        weight: '4',
        weight_units: 'kg' as const,
      }
      const _id = randomUUID()
      await vera.push('draft.save', [{ op: 'create', collection: 'drafts', _id, content }])
      await emergency(page()).click()
      await button(page(), /^Minka/).click()
      await page().getByRole('heading', { name: 'Minka' }).waitFor()
      expect(await page().locator('.now-head').textContent()).toContain('4 kg · 8.82 lb')
      await vera.push('draft.end', [{ op: 'delete', collection: 'drafts', _id, base: 1 }])
      await button(page(), 'OTHER PATIENT').click()
      await button(page(), /^Minka/).waitFor({ state: 'detached' })
      await page().getByRole('link', { name: 'Veterinary Anesthesia, home' }).click()
    })

    test('a colleague’s open sheet is offered by its patient and by whose it is, with the weight as they correct it', async () => {
      const lead = await signInToApi(server.url, 'lead@demo.test', password)
      const content = {
        ...emptySheetDraft({ outcome: 'N/A' }),
        species: 1 as const,
        name: 'Nala',
        weight: '8.8',
        weight_units: 'kg' as const,
      }
      const _id = randomUUID()
      await lead.push('draft.save', [{ op: 'create', collection: 'drafts', _id, content }])
      await emergency(page()).click()
      const nala = button(page(), /^Nala/)
      expect(await nala.textContent()).toContain('8.8 kg · 19.4 lb Lee Lead')
      await nala.click()
      const head = page().locator('.now-head')
      await head.locator('.patient-unusual').getByText('8.8 lb would be 3.99 kg', { exact: false }).waitFor()
      const set = { weight_units: 'lb' as const }
      const was = { weight: '8.8', weight_units: 'kg' as const }
      await lead.push('draft.save', [{ op: 'update', collection: 'drafts', _id, base: 1, set, was }])
      await head.getByText('8.8 lb · 3.99 kg').waitFor()
      await lead.push('draft.end', [{ op: 'delete', collection: 'drafts', _id, base: 2 }])
      await button(page(), 'OTHER PATIENT').click()
      await nala.waitFor({ state: 'detached' })
      await page().getByRole('link', { name: 'Veterinary Anesthesia, home' }).click()
    })

    test('a message covers no dose: not on a tablet, not on a phone, and not while one scrolls', async () => {
      await page().goto(`${server.url}/new-sheet`)
      await buildSheet(page(), BELLA)
      // The message stays until it is dismissed.
      await page().evaluate(() => {
        const real = globalThis.setTimeout
        const held = (then: () => void, ms?: number) => (ms === 10_000 ? 0 : real(then, ms))
        Object.assign(globalThis, { setTimeout: held })
      })
      await button(page(), 'Return to Home').click()
      await page().getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
      const message = page().locator('.toast', { hasText: 'The open sheet for Bella was discarded.' })
      await message.waitFor()
      const covered: string[] = []
      try {
        for (const size of SIZES) {
          await page().setViewportSize(size)
          await emergency(page()).click()
          await enter('Canine', '12.4', 'kg')
          await rows(page()).first().waitFor()
          // The browser's scroll bar, which no phone has, may cost the message a line after it has its room.
          await expect.poll(() => page().evaluate(roomLacking)).toBe(0)
          covered.push(
            ...(await page().evaluate(coveredDoses, '.now-row, .now-head')).map(
              (dose) => `${size.width}: ${dose}`,
            ),
          )
          expect(await message.isVisible()).toBe(true)
          await page().goBack()
          await rows(page()).first().waitFor({ state: 'detached' })
        }
      } finally {
        await page().setViewportSize({ width: 1180, height: 820 })
      }
      expect(covered).toEqual([])
      await message.getByRole('button', { name: 'Dismiss' }).click()
    })

    test('a message covers no volume of a sheet, and not EMERGENCY', async () => {
      await page().goto(`${server.url}/new-sheet`)
      await buildSheet(page(), BELLA)
      const injections = page().getByRole('region', { name: 'Injections' })
      await injections.getByRole('button', { name: 'ADD' }).click()
      await page().getByRole('dialog').locator('.picker-row').first().click()
      await page().getByRole('dialog').getByRole('button', { name: 'DONE', exact: true }).click()
      // The message stays until it is dismissed.
      await page().evaluate(() => {
        const real = globalThis.setTimeout
        const held = (then: () => void, ms?: number) => (ms === 10_000 ? 0 : real(then, ms))
        Object.assign(globalThis, { setTimeout: held })
      })
      await injections.getByRole('button', { name: 'RESET', exact: true }).click()
      const message = page()
        .locator('.toast')
        .filter({ has: page().getByRole('button', { name: 'UNDO' }) })
      await message.waitFor()
      const left = (one: Locator) => one.evaluate((shown) => shown.getBoundingClientRect().left)
      const right = (one: Locator) => one.evaluate((shown) => shown.getBoundingClientRect().right)
      const covered: string[] = []
      try {
        for (const size of [...SIZES, { width: 1000, height: 800 }, { width: 1440, height: 900 }]) {
          await page().setViewportSize(size)
          covered.push(
            ...(await page().evaluate(coveredDoses, '.dose, .volumes-head')).map(
              (dose) => `${size.width}: ${dose}`,
            ),
          )
          expect(await right(message)).toBeLessThanOrEqual(await left(emergency(page())))
        }
      } finally {
        await page().setViewportSize({ width: 1180, height: 820 })
      }
      expect(covered).toEqual([])
      await message.getByRole('button', { name: 'Dismiss' }).click()
      await button(page(), 'Return to Home').click()
      await page().getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
      await page().waitForURL(`${server.url}/`)
      // A reload before the sheet was given up would find it again.
      const open = () =>
        page().evaluate(() => Object.keys(sessionStorage).filter((key) => key.endsWith('/draft')))
      await expect.poll(open).toEqual([])
      await page().reload()
    })

    test('species, weight and unit are pressed, and each that is missing is asked for', async () => {
      await emergency(page()).click()
      await button(page(), 'SHOW DOSES').click()
      await page().getByText('Please enter the patient weight.').waitFor()
      await button(page(), 'Canine').click()
      await page().keyboard.type('22')
      await page().keyboard.press('Enter')
      await page().getByText('22 lb (9.98 kg) or 22 kg (48.51 lb)?').waitFor()
      await button(page(), /^lb/).click()
      await button(page(), 'SHOW DOSES').click()
      await page().getByRole('table', { name: 'CPR and Reversals' }).waitFor()
      expect(await page().locator('.now-head').textContent()).toContain('22 lb · 9.98 kg')
      // 22 / 2.205 kg x 0.01 mg/kg / 1 mg/ml = 0.0998 ml, and x 0.04 and 0.05 / 0.54 = 0.739 and 0.924 ml.
      expect((await dosesOf(page())).slice(0, 2)).toEqual([
        'Epinephrine 1:1000, 0.1 ml',
        'Atropine (CPR), 0.74–0.92 ml',
      ])
      await page().getByText('This patient has no open sheet.', { exact: false }).waitFor()
    })

    test('however many were saved today, species, keys and SHOW DOSES are in sight; ALL shows the others', async () => {
      const saved = (await api.records('sheets')).find(({ content }) => content?.['name'] === 'Bella')
      for (const name of ['Ruby', 'Leo', 'Zoe', 'Toby', 'Lola']) {
        const content = { ...saved?.content, name }
        // As a tablet gives it: what was saved lately is found by the time in its id.
        const _id = uuidv7(Date.now(), randomBytes(16))
        await api.push('sheet.save', [{ op: 'create', collection: 'sheets', _id, content }])
      }
      await button(page(), 'OTHER PATIENT').click()
      await button(page(), 'ALL 6').waitFor()
      for (const name of ['Canine', 'Feline', '7', 'SHOW DOSES']) {
        const box = await button(page(), name).boundingBox()
        expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(820)
      }
      expect(await button(page(), /^Bella/).isVisible()).toBe(false)
      await button(page(), 'ALL 6').press('Enter')
      await button(page(), /^Bella/).waitFor()
      const focused = await page().evaluate(() => document.activeElement?.textContent)
      expect(focused).toMatch(/^Lola/)
      await button(page(), /^Bella/).click()
      await page().getByRole('heading', { name: 'Bella' }).waitFor()
    })

    test('the next patient’s unit is pressed anew, and an unusual weight is said but stops nobody', async () => {
      await button(page(), 'OTHER PATIENT').click()
      // Another species is another patient too.
      await button(page(), 'Canine').click()
      await button(page(), /^kg/).click()
      await button(page(), 'Feline').click()
      expect(await number().inputValue()).toBe('')
      for (const unit of ['kg', 'lb'])
        expect(await button(page(), new RegExp(`^${unit}`)).getAttribute('aria-pressed')).toBe('false')
      await number().fill('8.8')
      await button(page(), /^kg/).click()
      await page().getByText('8.8 kg is 19.4 lb, heavy for a cat.', { exact: false }).waitFor()
      await button(page(), 'SHOW DOSES').click()
      await rows(page()).first().waitFor()
      expect(await page().locator('.now-head .guard-line').innerText()).toContain('8.8 lb would be 3.99 kg.')
    })

    test('of several protocols the one that was chosen last on this tablet comes first', async () => {
      await api.push('emergency_protocol.create', [
        protocol(1, 'Arrhythmia', [
          { name: 'Lidocaine (VT/VF)', concentration: 20, dosage_from: 0.25, dosage_to: 0.5 },
        ]),
      ])
      await button(page(), 'Arrhythmia').click()
      expect(await dosesOf(page())).toEqual(['Lidocaine (VT/VF), 0.11–0.22 ml'])
      await page().getByText('Antiarrhythmic for dogs only.').waitFor()
      // Where the drug is recorded it is said too, and a start that was a slip is no code.
      await button(page(), 'CODE').click()
      const code = page().getByRole('dialog', { name: 'Code: Cat' })
      await code.getByRole('button', { name: 'OTHER DRUG' }).click()
      const lidocaine = code.getByRole('button', { name: /^Lidocaine/ })
      expect(await lidocaine.textContent()).toContain('0.11–0.22 ml')
      expect(await lidocaine.textContent()).toContain('Antiarrhythmic for dogs only.')
      await code.getByRole('button', { name: 'BACK' }).click()
      await code.getByRole('button', { name: /^Pressed by mistake: CPR started/ }).click()
      await page().getByRole('alertdialog').getByRole('button', { name: 'YES' }).click()
      await code.getByRole('button', { name: 'START CPR', exact: true }).waitFor()
      await code.getByRole('button', { name: 'CLOSE' }).click()
      await rows(page()).first().waitFor()
      expect(
        await page()
          .getByText(/A code is running|in the last 7 days/)
          .count(),
      ).toBe(0)
      await page().reload()
      await enter('Feline', '8.8', 'kg')
      expect(await dosesOf(page())).toEqual(['Lidocaine (VT/VF), 0.11–0.22 ml'])
      await button(page(), 'CPR and Reversals').click()
      await page().getByRole('table', { name: 'CPR and Reversals' }).waitFor()
    })

    test('without a protocol all emergency drugs of the library are there, and it says so', async () => {
      const all = await api.records('emergency_protocols')
      await api.push(
        'emergency_protocol.delete',
        all
          .filter(({ content }) => content?.['species'] === 1)
          .map(({ _id, version }) => ({
            op: 'delete',
            collection: 'emergency_protocols',
            _id,
            base: version,
          })),
      )
      await page().getByText('Your clinic has no emergency protocol for cats.', { exact: false }).waitFor()
      const names = (await dosesOf(page())).map((label) => label.replace(/, [\d.].*/, ''))
      expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)))
      expect(names).toContain('Ephedrine')
      expect(names).not.toContain('Lidocaine (VT/VF)')
    })
  })

  test('from any other screen it is at most two presses away', async () => {
    await page().setViewportSize({ width: 820, height: 1180 })
    await page().goto(`${server.url}/drugs/canine`)
    await button(page(), /^Signed in as/).click()
    const first = page().getByRole('dialog', { name: 'You' }).getByRole('link').first()
    expect(await first.textContent()).toBe('EMERGENCY')
    await first.click()
    await button(page(), 'SHOW DOSES').waitFor()
    await page().setViewportSize({ width: 390, height: 844 })
    await page().goto(server.url)
    await emergency(page()).click()
    await button(page(), 'SHOW DOSES').waitFor()
    await page().setViewportSize({ width: 1180, height: 820 })
  })

  test('who may not see records is offered none of it', async () => {
    await logOut(page(), server.url)
    await signIn(page(), server.url, 'administrator@demo.test', password).catch(() => undefined)
    await page().waitForURL(`${server.url}/organization`)
    expect(await emergency(page()).count()).toBe(0)
    await page().goto(`${server.url}/emergency-now`)
    await page().waitForURL(`${server.url}/organization`)
  })
})
