import type { Locator, Page } from 'playwright-core'

/** What a press belongs to: the way itself, the patient's name, or the weight with its unit. */
export type Part = 'way' | 'name' | 'weight'

export interface Step {
  title: string
  part: Part
  /** Clicks as the page saw them. */
  presses: number
  ms: number
}

declare global {
  interface Window {
    pressesSeen?: number
  }
}

/** Counts the presses in each page that is opened from now on, before anything there can hide one. */
export const countPresses = (page: Page) =>
  page.addInitScript(() => {
    window.pressesSeen = 0
    const count = (event: Event) => {
      if (event.isTrusted) window.pressesSeen = (window.pressesSeen ?? 0) + 1
    }
    window.addEventListener('click', count, { capture: true })
  })

/** Walks through the app by presses alone, in a page that counts them. */
export function countedWalk(page: Page, onStep?: (step: Step, at: number) => Promise<void>) {
  const steps: Step[] = []
  const seen = () => pressesSeen(page)

  return {
    ...told(steps),
    /** Presses these one after the other; ends when `until` is in sight. */
    async step(title: string, part: Part, presses: readonly Locator[], until?: Locator, type?: string) {
      const before = await seen()
      const start = performance.now()
      for (const press of presses) await press.tap()
      if (type !== undefined) await page.keyboard.type(type)
      await until?.waitFor()
      const ms = performance.now() - start
      const step = { title, part, presses: (await seen()) - before, ms }
      // A page that loaded anew would have forgotten presses.
      if (step.presses !== presses.length)
        throw new Error(`${title}: ${presses.length} presses were made, and ${step.presses} seen.`)
      steps.push(step)
      await onStep?.(step, steps.length)
    },
  }
}

const pressesSeen = (page: Page) => page.evaluate(() => window.pressesSeen ?? 0)

const told = (steps: Step[]) => ({
  steps,
  presses: (part: Part) => steps.reduce((sum, step) => sum + (step.part === part ? step.presses : 0), 0),
  seconds: () => steps.reduce((sum, step) => sum + step.ms, 0) / 1000,
})

/** Watches what is done otherwise, in a page that counts its presses. */
export function watchedWalk(page: Page, onStep?: (step: Step, at: number) => Promise<void>) {
  const steps: Step[] = []
  return {
    ...told(steps),
    async step(title: string, part: Part, act: () => Promise<void>): Promise<void> {
      const before = await pressesSeen(page)
      const start = performance.now()
      await act()
      const after = await pressesSeen(page)
      // A page that is loaded anew counts from the beginning.
      const presses = after < before ? after : after - before
      const step = { title, part, presses, ms: performance.now() - start }
      steps.push(step)
      await onStep?.(step, steps.length)
    },
  }
}

/** What was walked, and its presses. */
export type Walked = ReturnType<typeof told>
export type CountedWalk = ReturnType<typeof countedWalk>
