import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTablet, type Tablet } from './browser.ts'
import { chooseSection } from './drug-steps.ts'
import { picturesOfFailures } from './failure-shots.ts'
import { docxText, pdfText } from './read-paper.ts'
import { demonstrationPassword, startServer, type Server } from './server.ts'
import { buildSheet, closeAndSave, generate, openExport, signIn, syncSays } from './steps.ts'

describe('how a drug is named', () => {
  let server: Server
  let tablet: Tablet
  let page: Page

  picturesOfFailures(() => tablet)

  beforeAll(async () => {
    server = await startServer()
    tablet = await openTablet()
    page = tablet.page
    await signIn(page, server.url, 'technician@demo.test', demonstrationPassword(server))
    await syncSays(page, 'All sent')
    await page.goto(`${server.url}/new-sheet`)
    await buildSheet(page, {
      name: 'Bella',
      weight: '10',
      unit: 'kg',
      procedure: 'Castration',
      protocol: 'Spay/Neuter A (Ace-Hydro, Ket-Midaz)',
    })
    await page.locator('.volumes .volume').first().waitFor()
  })
  afterAll(async () => {
    await tablet.close()
    await server.stop()
  })

  const name = () => page.locator('.volumes .drug-name', { hasText: 'Hydromorphone' })
  const shown = () => name().innerText()

  /** What a screen reader is handed of a drug's name: the browser's own tree, of which what is inside an image is not read. */
  async function spoken(): Promise<string[]> {
    const devtools = await tablet.context.newCDPSession(page)
    const { nodes } = await devtools.send('Accessibility.getFullAXTree')
    await devtools.detach()
    const byId = new Map(nodes.map((node) => [node.nodeId, node]))
    const said: string[] = []
    const hear = (id: string) => {
      const node = byId.get(id)
      if (node === undefined) return
      const words = node.name?.value
      if (!node.ignored && typeof words === 'string') said.push(words)
      if (node.role?.value !== 'image') node.childIds?.forEach(hear)
    }
    hear(nodes[0]?.nodeId ?? '')
    return said.filter((words) => /hydro.*morphone/i.test(words) || /^(hydro|morphone)$/i.test(words))
  }

  async function setTallMan(choice: 'On' | 'Off'): Promise<void> {
    await page.getByRole('button', { name: /^Signed in as/ }).click()
    const group = page.getByRole('group', { name: /^Tall-man letters/ })
    await group.getByText(choice, { exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'You' }).waitFor({ state: 'hidden' })
  }

  test('it stands in tall-man letters, and is typed, found and read out as it was typed', async () => {
    expect(await shown()).toBe('HYDROmorphone')
    expect(await name().textContent()).toBe('Hydromorphone')
    const heard = await spoken()
    expect(heard.length).toBeGreaterThan(1)
    expect(heard.filter((words) => !words.includes('Hydromorphone'))).toEqual([])
    expect(await page.getByRole('rowheader', { name: /^Hydromorphone/ }).count()).toBe(1)
    // Not listed.
    expect(await page.locator('.volumes .drug-name', { hasText: 'Ketamine' }).innerText()).toBe('Ketamine')
  })

  test('the switch of this tablet turns them off for good, and on again', async () => {
    await setTallMan('Off')
    expect(await shown()).toBe('Hydromorphone')
    await page.reload()
    await name().waitFor()
    expect(await shown()).toBe('Hydromorphone')
    await setTallMan('On')
    expect(await shown()).toBe('HYDROmorphone')
  })

  test('papers and what is saved have it as it was typed; its class stands beside it', async () => {
    const row = page.locator('.volumes .dose', { hasText: 'Midazolam' })
    await row.getByText('Benzodiazepine').waitFor()
    await openExport(page)
    for (const [format, read] of [
      ['PDF', pdfText],
      ['DOCX', docxText],
    ] as const) {
      const { path } = await generate(page, format)
      const text = read(path)
      expect(text).toContain('Hydromorphone')
      expect(text).not.toContain('HYDRO')
      expect(text).toContain('Benzodiazepine')
    }
    await closeAndSave(page, 'YES')
    await page.goto(`${server.url}/patients/canine`)
    await page.locator('.card [data-item-focus]', { hasText: 'Bella' }).click()
    const sheet = page.getByRole('dialog', { name: 'Anesthesia Sheet for Bella' })
    await sheet.getByText('Benzodiazepine').waitFor()
    expect(await sheet.locator('.tall-man').first().innerText()).toBe('HYDROmorphone')
  })

  test('the lists of protocols and drugs have tall-man letters too; a drug’s strength is the first of its facts', async () => {
    await page.goto(`${server.url}/anesthesia/canine`)
    expect(await page.locator('.card', { hasText: 'ASA III-V' }).locator('.tall-man').innerText()).toBe(
      'fentaNYL',
    )
    await page.goto(`${server.url}/drugs/canine`)
    await chooseSection(page, 'Opioids')
    const drug = page.locator('.card', { hasText: 'Hydromorphone' })
    expect(await drug.locator('.tall-man').innerText()).toBe('HYDROmorphone')
    expect(await drug.locator('.drug-facts > *').first().innerText()).toBe('2 mg/ml')
  })

  test('a reversal agent is striped over the colour of what it reverses', async () => {
    await page.goto(`${server.url}/drugs/canine`)
    await chooseSection(page, 'Emergency Medications')
    const swatchOf = (drug: string) =>
      page
        .locator('.card', { hasText: drug })
        .locator('.swatch')
        .evaluate((one) => ({
          image: getComputedStyle(one).backgroundImage,
          words: one.parentElement?.innerText,
        }))
    const opioid = /repeating-linear-gradient\(135deg, rgb\(106, 169, 220\)/
    const benzodiazepine = /repeating-linear-gradient\(135deg, rgb\(240, 138, 36\)/
    await page.emulateMedia({ colorScheme: 'light' })
    const naloxone = await swatchOf('Naloxone')
    expect(naloxone.image).toMatch(opioid)
    expect(naloxone.words).toBe('Opioid antagonist')
    const flumazenil = await swatchOf('Flumazenil')
    expect(flumazenil.image).toMatch(benzodiazepine)
    expect(flumazenil.words).toBe('Benzodiazepine antagonist')
    const epinephrine = await swatchOf('Epinephrine')
    expect(epinephrine).toEqual({ image: 'none', words: 'Vasopressor' })
  })
})
