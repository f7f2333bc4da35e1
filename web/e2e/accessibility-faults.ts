import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What is half faded in has colours that nobody is meant to read; what turns for ever is not waited for. */
const stillness = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  )

async function run(page: Page, options: string): Promise<string[]> {
  await stillness(page)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'], ${options} }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, target }) => id + ': ' + target + ' ' + html)))`)
}

/**
 * What an accessibility checker finds wrong, by the rules of WCAG 2.2 AA and its own of good practice. Rows that have scrolled
 * under a bar count as small to it: sizes are measured beside it.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Behind a dialog nothing is there for a screen reader, the heading of the screen neither.
  const behind = await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()
  const off = ['target-size', ...(behind > 0 ? ['page-has-heading-one', 'landmark-one-main'] : [])]
  const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]))
  return run(page, `runOnly: ${JSON.stringify(RULES)}, rules: ${JSON.stringify(rules)}`)
}

/** Only what depends on the theme. */
export const contrastFaults = (page: Page): Promise<string[]> => run(page, "runOnly: ['color-contrast']")
