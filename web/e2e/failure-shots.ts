import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach } from 'vitest'
import type { Tablet } from './browser.ts'

const folder = resolve(import.meta.dirname, '../../test-results')
const PATIENCE_MS = 5000

/** Keeps a picture of the tablet of every test that failed, in test-results/, and says so where its page hangs. */
export function picturesOfFailures(tablet: () => Tablet): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    const { page } = tablet()
    if (!(await inTime(page.evaluate('1'))))
      throw new Error('The page does not answer: its scripts never end.')
    const frame = page.evaluate(
      'new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))',
    )
    if (!(await inTime(frame))) throw new Error('The page answers, but the browser draws no frame of it.')
    mkdirSync(folder, { recursive: true })
    const name = task.name.replaceAll(/[^\w]+/g, '-').slice(0, 80)
    await page.screenshot({ path: join(folder, `${name}.png`) })
  })
}

/** A page that was closed or left meanwhile has answered too. */
const inTime = (act: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    act.then(
      () => true,
      () => true,
    ),
    new Promise<boolean>((late) => {
      setTimeout(() => late(false), PATIENCE_MS)
    }),
  ])
