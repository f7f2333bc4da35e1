import { randomUUID } from 'node:crypto'
import { EDITION } from 'sync-protocol/records/edition'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi, type ApiClient } from './api-client.ts'
import { openTablet, type Tablet } from './browser.ts'
import { add, card, chooseSection, dialog, fillDrug, refused } from './drug-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { docxText, pdfWords } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { choose, chooseUnit, closeAndSave, generate, signIn, syncSays } from './steps.ts'

const LEAD = 'lead@demo.test'
const OPIOIDS = 1000
const NBSP = '\u00a0'

type Limits = Partial<Record<'min' | 'max' | 'cap_mg', number>>
/** Of the library, for both species; named so that it is no other strength of a demonstration drug. */
interface WorkedDrug {
  name: string
  concentration: number
  usual: number
  limits?: Limits
}
const HYDROMORPHONE = {
  name: 'Worked hydromorphone',
  concentration: 2,
  usual: 0.1,
  limits: { min: 0.05, max: 0.15 },
}
const KETAMINE = { name: 'Worked ketamine', concentration: 100, usual: 5, limits: { min: 3, max: 10 } }
const BUPRENORPHINE = { name: 'Worked buprenorphine', concentration: 0.3, usual: 0.02 }
const ACEPROMAZINE = {
  name: 'Worked acepromazine',
  concentration: 10,
  usual: 0.05,
  limits: { min: 0.01, max: 0.05, cap_mg: 3 },
}
const MORPHINE = { name: 'Worked morphine', concentration: 10, usual: 0.2, limits: { max: 0.5 } }
const BUTORPHANOL = {
  name: 'Worked butorphanol',
  concentration: 10,
  usual: 0.4,
  limits: { min: 0.1, max: 0.4 },
}
const LIBRARY: WorkedDrug[] = [HYDROMORPHONE, KETAMINE, BUPRENORPHINE, ACEPROMAZINE, MORPHINE, BUTORPHANOL]

const POINT = 'Is the point in the right place?'
/** A row's name, its volume, and what is said below it: red before amber. */
type Row = [name: string, volume: string, ...said: string[]]

describe('the worked numbers of wrong doses and weights, on screen, in the PDF and in the DOCX', () => {
  let server: Server
  let api: ApiClient
  let tablet: Tablet

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    const password = demonstrationPassword(server)
    api = await signInToApi(server.url, LEAD, password)
    const drugs = LIBRARY.map(({ usual, limits = null, ...drug }) => ({
      op: 'create' as const,
      collection: 'drugs' as const,
      _id: randomUUID(),
      content: {
        ...drug,
        dosage: [usual, usual],
        dosage_from: [-1, -1],
        dosage_to: [-1, -1],
        limits: [limits, limits],
        route: ['IM', 'IM'],
        form: 'INJECTION',
        controlled: false,
        species: [0, 1],
        section_key: OPIOIDS,
      },
    }))
    await api.push('drug.create', drugs, new Date(), 'applied', EDITION)
    // As protocols of before there were limits: their copies carry none, so the sheet is judged by the library.
    const copy = ({ name, concentration }: WorkedDrug, dosage: number) => ({
      name,
      concentration,
      dosage,
      dosage_from: -1,
      dosage_to: -1,
      route: 'IM',
      form: 'INJECTION',
      controlled: false,
    })
    const protocol = (name: string, species: 0 | 1, copies: ReturnType<typeof copy>[]) => ({
      op: 'create' as const,
      collection: 'anesthesia_protocols' as const,
      _id: randomUUID(),
      content: {
        species,
        name,
        sections: [{ key: OPIOIDS, title_s: 'Opioid', title_p: 'Opioids', drugs: copies }],
      },
    })
    await api.push('anesthesia_protocol.create', [
      protocol('Worked cat', 1, [
        copy(HYDROMORPHONE, 1),
        copy(HYDROMORPHONE, 0.1),
        copy(HYDROMORPHONE, 0.01),
        copy(MORPHINE, 1.5),
        copy(BUTORPHANOL, 0.4),
      ]),
      protocol('Heavy cat', 1, [copy(BUPRENORPHINE, 0.02)]),
      protocol('Worked dog', 0, [copy(KETAMINE, 50), copy(KETAMINE, 5), copy(ACEPROMAZINE, 0.05)]),
    ])
    tablet = await openTablet()
    await signIn(tablet.page, server.url, LEAD, password)
    await syncSays(tablet.page, 'All sent')
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  async function build(species: 'Canine' | 'Feline', protocol: string, { page } = tablet): Promise<void> {
    await page.goto(`${server.url}/new-sheet`)
    for (let presses = 0; presses < (species === 'Canine' ? 1 : 2); presses++)
      await page.getByRole('button', { name: /^Species: / }).click()
    await page.getByRole('button', { name: `Species: ${species}` }).waitFor()
    await choose(page, 'Procedure', 'Castration')
    await choose(page, 'Anesthesia Protocol', protocol)
    await dialog(page).getByRole('button', { name: 'ADD', exact: true }).click()
  }
  async function weigh(name: string, weight: string, unit: 'kg' | 'lb'): Promise<void> {
    const { page } = tablet
    await page.getByLabel('Patient Name').fill(name)
    await page.getByLabel('Patient Weight').fill(weight)
    await chooseUnit(page, unit)
  }
  /** What is said of the weight at its field. */
  const weightLine = () => tablet.page.locator('.weight-note .guard-line > span:last-child')

  async function shows(expected: Row[]): Promise<void> {
    await expect.poll(openRows).toEqual(expected)
  }
  /** The rows of the open sheet. The display writes some names with capitals. */
  const openRows = () =>
    tablet.page.locator('tr.dose').evaluateAll((rows) =>
      rows.map((row) => {
        const said: string[] = []
        for (
          let below = row.nextElementSibling;
          below !== null && !below.classList.contains('dose');
          below = below.nextElementSibling
        )
          said.push(
            ...[...below.querySelectorAll('.guard-line > span:last-child')].map(
              ({ textContent }) => textContent ?? '',
            ),
          )
        const name = row.querySelector('.drug-name')?.textContent?.toLowerCase() ?? ''
        return [name, row.querySelector('.volume')?.textContent ?? '', ...said]
      }),
    )
  /** What is said below the rows of the saved sheet that is shown, with the words at its head first. */
  const savedLines = () =>
    dialog(tablet.page)
      .locator('.guard-line > span:last-child')
      .evaluateAll((all) => all.map(({ textContent }) => textContent ?? ''))

  async function openExport(unexplained: boolean): Promise<void> {
    const { page } = tablet
    const press = (name: string) =>
      page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
    await page.getByRole('button', { name: 'EXPORT', exact: true }).click()
    if (unexplained) await press('EXPORT ANYWAY')
    await press('NO')
    await page.getByRole('dialog', { name: 'Saved Anesthesia Sheet' }).waitFor()
  }
  /** The words of both papers of the sheet whose export window is shown. */
  async function papers(): Promise<string[]> {
    const docx = await generate(tablet.page, 'DOCX')
    const pdf = await generate(tablet.page, 'PDF')
    return [docxText(docx.path).replaceAll(/\s+/g, ' '), pdfWords(pdf.path)].map((text) =>
      text.replaceAll(NBSP, ' '),
    )
  }
  /** All that `papers` have to say, and what none of them may. */
  async function print(unexplained: boolean, says: string[], never: string[] = []): Promise<void> {
    await openExport(unexplained)
    for (const text of await papers()) {
      for (const words of says) expect(text).toContain(words)
      for (const words of never) expect(text).not.toContain(words)
      expect(text).not.toContain('?')
    }
  }
  async function openSaved(species: 'canine' | 'feline', name: string, nth = 0): Promise<void> {
    const { page } = tablet
    await page.goto(`${server.url}/patients/${species}`)
    await page.locator('.card', { hasText: name }).nth(nth).locator('[data-item-focus]').click()
    await page.getByRole('dialog', { name: `Anesthesia Sheet for ${name}` }).waitFor()
  }

  const TENFOLD = 'Ten times the usual 0.1 mg/kg. 6.67 times the highest, 0.15 mg/kg.'
  const TENTH = 'A tenth of the usual 0.1 mg/kg. 20 % of the lowest, 0.05 mg/kg.'
  const THRICE = '3 times the highest, 0.5 mg/kg.'
  const NOBODY = 'No reason entered.'
  const ANA = 'Vet’s order (entered by Lee Lead)'

  test('a cat of 4 kg: ten times, a tenth and three times too much; what is usual is quiet', async () => {
    const { page } = tablet
    await build('Feline', 'Worked cat')
    await weigh('Luna', '4', 'kg')
    await shows([
      [
        'worked hydromorphone',
        '2 ml',
        `Ten times the usual 0.1 mg/kg. ${POINT} 6.67 times the highest, 0.15 mg/kg.`,
      ],
      ['worked hydromorphone', '0.2 ml'],
      [
        'worked hydromorphone',
        '0.02 ml',
        `A tenth of the usual 0.1 mg/kg. ${POINT} 20${NBSP}% of the lowest, 0.05 mg/kg.`,
        'So little is hard to draw up exactly. Dilute it?',
      ],
      ['worked morphine', '0.6 ml', THRICE],
      ['worked butorphanol', '0.16 ml'],
    ])
    expect(await weightLine().count()).toBe(0)

    await page.getByRole('button', { name: 'Explain the dose of Worked hydromorphone' }).first().click()
    const reason = page.getByRole('textbox', { name: 'Reason for the dose of Worked hydromorphone' })
    await reason.fill('      ')
    await page.getByRole('button', { name: 'KEEP REASON', exact: true }).click()
    await page.getByText('Please enter at least 3 letters.').waitFor()
    await page.getByRole('button', { name: 'Vet’s order', exact: true }).click()
    await page.getByText(ANA).waitFor()

    const said = [
      `${TENFOLD} ${ANA}`,
      `${TENTH} So little is hard to draw up exactly. ${NOBODY}`,
      `${THRICE} ${NOBODY}`,
    ]
    await print(true, ['Dose without a reason: check it before you draw it', ...said], ['eight times'])
    const [docx = '', pdf = ''] = await papers()
    for (const text of [docx, pdf]) {
      expect(text.match(/Unusual dose, see Reasons/g)).toHaveLength(3)
      const reasons = text.slice(text.indexOf('Reasons for Doses'))
      expect(reasons).not.toContain('Worked butorphanol')
      expect(reasons.match(/Worked hydromorphone/g)).toHaveLength(2)
    }
    await closeAndSave(page, 'YES')
    await syncSays(page, 'All sent')
  })

  test('its saved sheet says the same, whatever the library says by then', async () => {
    const { page } = tablet
    const changed = [HYDROMORPHONE.name, MORPHINE.name]
    const library = (await api.records('drugs')).filter(({ content }) =>
      changed.includes(String(content?.['name'])),
    )
    const wide = { min: 0.0001, max: 9999, cap_mg: 9999 }
    const updates = library.map(({ _id, version }) => ({
      op: 'update' as const,
      collection: 'drugs' as const,
      _id,
      base: version,
      set: { dosage: [1, 1], limits: [wide, wide] },
      was: {},
    }))
    expect(updates).toHaveLength(changed.length)
    await api.push('drug.update', updates, new Date(), 'applied', EDITION)
    await page.goto(`${server.url}/drugs/feline`)
    await chooseSection(page, 'Opioids')
    await card(page, HYDROMORPHONE.name).getByText('1 mg/kg', { exact: true }).waitFor()
    await openSaved('feline', 'Luna')
    const lines = [
      `${TENFOLD} ${ANA}`,
      `${TENTH.replace(' %', `${NBSP}%`)} ${NOBODY}`,
      'So little is hard to draw up exactly.',
      `${THRICE} ${NOBODY}`,
    ]
    await expect.poll(savedLines).toEqual(lines)
    await page.getByText('Its row says what is unusual.', { exact: false }).waitFor()
  })

  test('a cat of “8.8 kg”: the weight offers 8.8 lb, which makes the volume 0.27 ml, not 0.59 ml', async () => {
    const { page } = tablet
    const heavy = '8.8 kg is 19.4 lb, heavy for a cat. 8.8 lb would be 3.99 kg.'
    await build('Feline', 'Heavy cat')
    await weigh('Mia', '8.8', 'kg')
    await shows([['worked buprenorphine', '0.59 ml']])
    await expect.poll(() => weightLine().textContent()).toBe(heavy)
    await print(false, [heavy, '0.59'])
    await closeAndSave(page, 'NO')
    await chooseUnit(page, 'lb')
    await shows([['worked buprenorphine', '0.27 ml']])
    expect(await weightLine().count()).toBe(0)
    await print(false, ['8.8 lb', '3.99 kg', '0.27'], ['heavy', 'would be'])
    await closeAndSave(page, 'NO')
    await chooseUnit(page, 'kg')
    await openExport(false)
    await closeAndSave(page, 'YES')
    await openSaved('feline', 'Mia')
    await expect.poll(savedLines).toEqual([heavy])
  })

  test('an unusual weight is said once the field is left or a unit is pressed, without a pause, and in the room view too', async () => {
    const own = await openTablet()
    const { page } = own
    // The pause of who still types never ends here: what is said is said at once.
    await page.addInitScript(() => {
      const real = globalThis.setTimeout
      const held = (then: () => void, ms?: number) => (ms === 700 ? 0 : real(then, ms))
      Object.assign(globalThis, { setTimeout: held })
    })
    try {
      await signIn(page, server.url, LEAD, demonstrationPassword(server))
      await syncSays(page, 'All sent')
      await build('Feline', 'Heavy cat', own)
      // Nobody of that name was weighed before: that would be said too, as soon as it is known.
      await page.getByLabel('Patient Name').fill('Nala')
      await chooseUnit(page, 'kg')
      const line = page.locator('.weight-note .guard-line > span:last-child')
      const field = page.getByLabel('Patient Weight')
      const volume = (ml: string) => page.locator('tr.dose .volume', { hasText: `${ml} ml` }).waitFor()
      const type = async (weight: string, ml: string) => {
        await field.fill('')
        await page.keyboard.press('Tab')
        await field.focus()
        await field.pressSequentially(weight)
        await volume(ml)
      }
      const tooHeavy = '44 kg is 97.02 lb, too heavy for a cat.'

      await type('44', '2.9')
      expect(await line.count()).toBe(0)
      await page.keyboard.press('Tab')
      expect(await line.textContent()).toBe(tooHeavy)

      await type('44', '2.9')
      expect(await line.count()).toBe(0)
      await page.getByRole('button', { name: 'ROOM VIEW' }).click()
      await page.locator('.room .guard-line', { hasText: tooHeavy }).waitFor({ timeout: 5000 })
      await page.keyboard.press('Escape')

      await field.fill('')
      await page.getByRole('button', { name: 'Open keypad' }).click()
      const pad = page.getByRole('dialog')
      for (const _ of [1, 2]) await pad.getByRole('button', { name: '4', exact: true }).click({ delay: 200 })
      await pad.getByText('44 kg · 97.02 lb').waitFor()
      await pad.locator('.keypad-unit-choice', { hasText: 'lb' }).first().click()
      await pad.getByText('too heavy for a cat').waitFor({ timeout: 5000 })
    } finally {
      await own.close()
    }
  })

  test('a cat of 4.1 kg last time: 4.6 kg is quiet, 9 kg looks like pounds', async () => {
    const { page } = tablet
    const drugs = [{ name: 'Ketamine', concentration: 100, dosage: 5, volume: 0.21, route: 'IM' }]
    await api.post('/sheets/', {
      species: 1,
      name: 'Oscar',
      weight: 4.1,
      weight_units: 'kg',
      procedure: { name: 'Castration' },
      anesthesia_protocol: { name: 'Routine', sections: [{ title: 'Induction Agents', drugs }] },
    })
    await openSaved('feline', 'Oscar')
    await page.keyboard.press('Escape')
    await build('Feline', 'Heavy cat')
    await weigh('Oscar', '4.6', 'kg')
    await shows([['worked buprenorphine', '0.31 ml']])
    await print(false, ['4.6 kg'], ['Last weighed', 'heavy', 'would be'])
    await closeAndSave(page, 'NO')
    expect(await weightLine().count()).toBe(0)

    await page.getByLabel('Patient Weight').fill('9')
    const said =
      /^9 kg is 19\.85 lb, heavy for a cat\. Last weighed 4\.1 kg on \d\d\/\d\d \(same name, no ID\)\. This is 2\.2 times that: pounds or kilograms\? 9 lb would be 4\.08 kg\.$/
    await expect.poll(() => weightLine().textContent()).toMatch(said)
    const slip = 'This is 2.2 times that, as if pounds and kilograms were exchanged. 9 lb would be 4.08 kg.'
    await print(false, ['9 kg is 19.85 lb, heavy for a cat. Last weighed 4.1 kg on', slip])
    await closeAndSave(page, 'YES')
    await syncSays(page, 'All sent')

    // Of each saved sheet, the one before it is the earlier one.
    await openSaved('feline', 'Oscar', 0)
    await expect.poll(savedLines).toEqual([expect.stringContaining(slip)])
    await openSaved('feline', 'Oscar', 1)
    await page.getByText('4.1 kg · 9.04 lb').waitFor()
    expect(await savedLines()).toEqual([])
  })

  test('dogs: ten times the ketamine, the cap of acepromazine in kg, and below it in lb', async () => {
    const { page } = tablet
    const ketamine = 'Ten times the usual 5 mg/kg.'
    const beyond = '5 times the highest, 10 mg/kg.'
    const cap = 'Above the cap of 3 mg: 3 mg is 0.3 ml.'
    await build('Canine', 'Worked dog')
    await weigh('Rex', '20', 'kg')
    await shows([
      ['worked ketamine', '10 ml', `${ketamine} ${POINT} ${beyond}`],
      ['worked ketamine', '1 ml'],
      ['worked acepromazine', '0.1 ml'],
    ])
    await print(true, [`${ketamine} ${beyond} ${NOBODY}`], ['Above the cap'])
    await closeAndSave(page, 'NO')

    await weigh('Rex', '120', 'lb')
    await expect.poll(async () => (await openRows()).at(-1)).toEqual(['worked acepromazine', '0.27 ml'])
    // What is red of it was looked at already.
    await print(false, ['120 lb', '0.27'], ['Above the cap', 'for a dog'])
    await closeAndSave(page, 'NO')

    await weigh('Rex', '70', 'kg')
    await expect.poll(async () => (await openRows()).at(-1)).toEqual(['worked acepromazine', '0.35 ml', cap])
    await print(true, [`${cap} ${NOBODY}`], ['for a dog'])
    await closeAndSave(page, 'YES')
    await openSaved('canine', 'Rex')
    await expect.poll(savedLines).toContain(`${cap} ${NOBODY}`)
  })

  test('a lidocaine infusion for a dog of 20 kg', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/calculator`)
    await page.getByRole('button', { name: 'Canine', exact: true }).click()
    await page.getByRole('textbox', { name: 'Weight' }).fill('20')
    await page.getByRole('button', { name: /^kg/ }).click()
    await page.getByRole('button', { name: 'CALCULATE', exact: true }).click()
    await page.getByLabel('Concentration', { exact: true }).fill('20')
    await page.getByLabel('Dose', { exact: true }).fill('30')
    await page.getByRole('button', { name: 'mcg/kg/min', exact: true }).click()
    await page.getByRole('img', { name: 'Rate 1.8 ml/h', exact: true }).waitFor()
    await page.getByText('20 kg x 30 mcg/kg/min x 60 / 1000 / 20 mg/ml = 1.8 ml/h', { exact: true }).waitFor()
  })

  test('bad input is refused at the form', async () => {
    const { page } = tablet
    await page.goto(`${server.url}/drugs/canine`)
    await chooseSection(page, 'Opioids')
    await add(page)
    await fillDrug(page, { 'Drug name': 'Refused', 'Drug concentration': '10', 'Canine dosage': '1' })
    const lowest = (value: string) => dialog(page).getByLabel('Lowest usual dosage').fill(value)
    await dialog(page).getByLabel('Highest usual dosage').fill('2')
    for (const [value, message, end] of [
      ['3', 'Canine highest usual dosage must not be below the lowest.', 'to'],
      ['0', 'Canine lowest usual dosage must be greater than zero.', 'from'],
      ['a little', 'Canine lowest usual dosage must be a valid number.', 'from'],
      ['100001', 'Canine lowest usual dosage is too large.', 'from'],
    ] as const) {
      await lowest(value)
      await refused(page, message, `range_${end}.0`)
    }
    await lowest('1')
    const infusion = (end: string, value: string) => dialog(page).getByLabel(end).fill(value)
    await infusion('Highest infusion dose', '10')
    await dialog(page).getByRole('button', { name: 'SAVE', exact: true }).click()
    const unit = dialog(page).locator('[data-field="infusion_unit.0"]')
    await unit.getByText('Canine unit of the infusion dose is required.', { exact: true }).waitFor()
    await unit.locator('button:focus').waitFor()
    await dialog(page).getByRole('button', { name: 'Unit of the infusion dose' }).click()
    await page.getByRole('option', { name: 'mcg/kg/h', exact: true }).click()
    for (const [value, message, end] of [
      ['11', 'Canine highest infusion dose must not be below the lowest.', 'to'],
      ['0', 'Canine lowest infusion dose must be greater than zero.', 'from'],
      ['a little', 'Canine lowest infusion dose must be a valid number.', 'from'],
      ['100001', 'Canine lowest infusion dose is too large.', 'from'],
    ] as const) {
      await infusion('Lowest infusion dose', value)
      await refused(page, message, `infusion_${end}.0`)
    }
  })
})
