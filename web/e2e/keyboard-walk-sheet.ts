import type { Page } from 'playwright-core'
import { focused, focusReturns } from './keyboard-steps.ts'

interface Walked {
  /** Every key that went down but for those of the patient's name and weight, and of what is signed in with; Ctrl and Shift too. */
  keys: number
  file: string
}

/** From the login to the PDF of a sheet by the keyboard alone, as one who knows the keys. */
export async function sheetByFewKeys(
  page: Page,
  url: string,
  [email, password]: readonly [string, string],
): Promise<Walked> {
  let keys = 0
  /** Each key, and where it leads. */
  const press = async (...presses: readonly [key: string, to: RegExp][]) => {
    for (const [key, to] of presses) {
      keys += key.split('+').length
      await page.keyboard.press(key)
      await focusReturns(page, to)
      const { name, seen } = await focused(page)
      // A dialog or a screen that has just come has the focus without a frame.
      if (key.endsWith('Tab') && !seen) throw new Error(`${name} has the focus, and nobody sees it.`)
    }
  }
  const name = (text: string) => page.keyboard.type(text)
  const rows = (title: string) =>
    page.getByRole('dialog', { name: title }).locator('.picker-row').first().waitFor()
  const word = async (text: string) => {
    keys += text.length
    await page.keyboard.type(text)
  }

  await page.goto(`${url}/login`)
  await focusReturns(page, /^Email/)
  await name(email)
  await press(['Tab', /^Password/])
  await name(password)
  keys++
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/`)
  await press(['n', /^New Anesthesia Sheet/])
  await page.getByRole('button', { name: /^Species/ }).waitFor()
  await press(['Tab', /^Species/], ['Enter', /^Species: Canine/])
  await press(['Tab', /^Procedure/], ['Enter', /^Search/])
  await rows('Select Procedure')
  await word('castr')
  await press(['Enter', /^Procedure Castration/], ['Tab', /^Anesthesia Protocol/], ['Enter', /^Search/])
  await rows('Select Anesthesia Protocol')
  await word('spay')
  await press(['Enter', /^Spay/], ['Shift+Tab', /^ADD$/], ['Enter', /^Anesthesia Protocol Spay/])
  await press(['Tab', /^Emergency Protocol/], ['Tab', /^Patient Name/])
  await name('Bella')
  await press(['Tab', /^Patient Weight/])
  await name('22')
  await press(['Tab', /^Open keypad/], ['Tab', /^kg/], ['Space', /^kg/])
  await press(['Control+Shift+Enter', /^YES$/], ['Shift+Tab', /^NO$/], ['Enter', /^Saved Anesthesia Sheet/])
  await press(['Shift+Tab', /^GENERATE/])
  const download = page.waitForEvent('download')
  keys++
  await page.keyboard.press('Enter')
  return { keys, file: (await download).suggestedFilename() }
}
