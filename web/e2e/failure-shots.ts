import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach } from 'vitest'
import type { Tablet } from './browser.ts'

const folder = resolve(import.meta.dirname, '../../test-results')

/** Keeps a picture of the tablet of every test that failed, in test-results/. */
export function picturesOfFailures(tablet: () => Tablet): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    mkdirSync(folder, { recursive: true })
    const name = task.name.replaceAll(/[^\w]+/g, '-').slice(0, 80)
    await tablet().page.screenshot({ path: join(folder, `${name}.png`) })
  })
}
