import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Part, Step, Walked } from './counted-walk.ts'

export interface RecordedWalk {
  title: string
  walk: Walked
}

const PARTS: readonly Part[] = ['way', 'name', 'weight']
const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const picture = (walk: number, at: number) => `${walk}-${String(at).padStart(2, '0')}.png`

/** A folder that is begun anew: pictures of each step, and at the end a page and the numbers. */
export function recording(folder: string) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return {
    picturing: (page: Page, walk: number) => async (_: Step, at: number) => {
      await page.screenshot({ path: join(folder, picture(walk, at)) })
    },
    end(walks: readonly RecordedWalk[]): void {
      const numbers = walks.map(({ title, walk }) => ({
        title,
        presses: Object.fromEntries(PARTS.map((part) => [part, walk.presses(part)])),
        /** By a script that makes no pause: what the app takes. */
        seconds: Number(walk.seconds().toFixed(2)),
        steps: walk.steps.map((step) => ({ ...step, ms: Math.round(step.ms) })),
      }))
      writeFileSync(
        join(folder, 'spay-day.json'),
        JSON.stringify({ at: new Date().toISOString(), walks: numbers }, null, 2),
      )
      writeFileSync(join(folder, 'index.html'), pageOf(numbers))
      console.table(
        Object.fromEntries(numbers.map(({ title, presses, seconds }) => [title, { ...presses, seconds }])),
      )
    },
  }
}

interface Numbers {
  title: string
  presses: Record<string, number>
  seconds: number
  steps: Step[]
}

function pageOf(walks: readonly Numbers[]): string {
  const sections = walks.map(({ title, presses, seconds, steps }, walk) => {
    const counted = PARTS.map((part) => `${part}: ${presses[part]}`).join(', ')
    const figures = steps.map(
      (step, index) =>
        `<figure><img src="${picture(walk + 1, index + 1)}" alt="" loading="lazy"><figcaption>${index + 1}. ${safe(step.title)} <small>${step.part}, presses: ${step.presses}, ${step.ms} ms</small></figcaption></figure>`,
    )
    return `<h2>${safe(title)}</h2><p>Presses: ${counted}. ${seconds} s without a pause.</p><div>${figures.join('')}</div>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A spay day</title><style>
body{font:1rem system-ui;margin:2rem;max-width:90rem}div{display:grid;gap:1.5rem;grid-template-columns:repeat(auto-fill,minmax(22rem,1fr))}
figure{margin:0}img{width:100%;border:1px solid #999}small{color:#555}</style><h1>A spay day</h1>${sections.join('')}</html>`
}
