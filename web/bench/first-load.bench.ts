import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openTablet } from '../e2e/browser.ts'
import { startServer } from '../e2e/server.ts'
import { newReport } from './report.ts'

const report = newReport('first-load')
afterAll(() => report.end())

test('the scripts that stand before the first screen', () => {
  const sizes = resolve(import.meta.dirname, '../../.scripts/web-size.mjs')
  const { total, limit } = JSON.parse(
    execFileSync(process.execPath, [sizes, '--json'], { encoding: 'utf8' }),
  ) as { total: number; limit: number }
  report.add('first-load scripts, gzip, no export code', 'KB', [total], limit)
  expect(total).toBeLessThanOrEqual(limit)
})

test('what a new browser fetches until it can sign in, as the server sends it', async () => {
  const server = await startServer()
  const tablet = await openTablet()
  await tablet.page.goto(`${server.url}/login`)
  await tablet.page.getByLabel('Email').waitFor()
  const fetched = await tablet.page.evaluate(() => ({
    ms: performance.now(),
    scripts: performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  }))
  expect(fetched.scripts).toBeGreaterThan(0)
  report.add('scripts fetched until the log-in screen, as sent', 'KB', [fetched.scripts / 1024])
  report.add('first visit until the log-in screen', 'ms', [fetched.ms])
  await tablet.close()
  await server.stop()
})
