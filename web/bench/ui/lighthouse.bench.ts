import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTablet, type Tablet } from '../../e2e/browser.ts'
import { drugOps } from './clinic-ops.ts'
import { newReport } from './report.ts'
import { seededTablet, type SeededTablet } from './seeded-tablet.ts'

const AT_LEAST = 95
const RUNS = 3
/** Now and then it finds no navigation in its own recording, and asks to be run again. */
const TRIES = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const cli = join(process.env['BENCH_OUT'] ?? '', 'lighthouse/node_modules/lighthouse/cli/index.js')

interface Found {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

const report = newReport('lighthouse')
let clinic: SeededTablet
let stranger: Tablet
beforeAll(async () => {
  if (!existsSync(cli)) throw new Error('Start this with: npm run bench:ui -- lighthouse')
  clinic = await seededTablet((section) => drugOps(10_000, section))
  stranger = await openTablet()
})
afterAll(async () => {
  report.end()
  await stranger.close()
  await clinic.tablet.close()
  await clinic.server.stop()
})

/** Lighthouse's own emulation: a phone or tablet four times as slow, on fast 3G; in this browser, with who is signed in. */
async function lighthouse(tablet: Tablet, path: string, tries = TRIES): Promise<Found> {
  const [port] = readFileSync(join(tablet.profile, 'DevToolsActivePort'), 'utf8').split('\n')
  const found = join(mkdtempSync(join(tmpdir(), 'lighthouse-')), 'found.json')
  const child = spawn(
    process.execPath,
    [
      cli,
      clinic.server.url + path,
      `--port=${port}`,
      '--disable-storage-reset',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--output=json',
      `--output-path=${found}`,
      '--quiet',
      '--no-enable-error-reporting',
    ],
    { stdio: 'inherit' },
  )
  const [code] = await once(child, 'exit')
  if (code !== 0 && tries > 1) return lighthouse(tablet, path, tries - 1)
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}.`)
  return JSON.parse(readFileSync(found, 'utf8')) as Found
}

const SCREENS = [
  { screen: 'login', path: '/login', who: () => stranger },
  { screen: 'home', path: '/', who: () => clinic.tablet },
  { screen: 'new sheet', path: '/new-sheet', who: () => clinic.tablet },
  { screen: 'library of 10,000 drugs', path: '/drugs/canine', who: () => clinic.tablet },
]

test.each(SCREENS)('Lighthouse: $screen', async ({ screen, path, who }) => {
  const scores: Record<string, number[]> = {}
  let last: Found | undefined
  for (let run = 0; run < RUNS; run++) {
    last = await lighthouse(who(), path)
    for (const name of CATEGORIES)
      (scores[name] ??= []).push(Math.round((last.categories[name]?.score ?? 0) * 100))
  }
  const wrong = Object.entries(last?.audits ?? {}).filter(([, { score }]) => score !== null && score < 0.9)
  console.log(
    wrong
      .map(([id, { score, displayValue }]) => `${screen}: ${id} ${score} ${displayValue ?? ''}`)
      .join('\n'),
  )
  for (const name of CATEGORIES)
    report.add(`Lighthouse ${name}: ${screen}`, '/100', scores[name] ?? [], { p50AtLeast: AT_LEAST })
  expect(last).toBeDefined()
})
