import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What an accessibility checker finds wrong, by the rules of WCAG 2.2 AA; rows that have scrolled under a bar count as small to it. */
export const accessibilityFaults = (page: Page): Promise<string[]> =>
  page.evaluate(`${axe}; axe.run({
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    rules: { 'target-size': { enabled: false } },
  }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`)
