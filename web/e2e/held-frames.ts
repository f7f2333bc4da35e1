import type { Page } from 'playwright-core'

/** Frames come only with `stepFrame()` in the page, as on a tablet that has much to draw, until `letFramesGo()`. */
export const holdFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const paint = requestAnimationFrame.bind(window)
    const held = new Map<number, FrameRequestCallback>()
    let last = 0
    Object.assign(window, {
      requestAnimationFrame: (then: FrameRequestCallback) => held.set((last += 1), then) && last,
      cancelAnimationFrame: (id: number) => held.delete(id),
      stepFrame: () => {
        const now = [...held.values()]
        held.clear()
        for (const then of now) then(performance.now())
      },
      letFramesGo: () => {
        Object.assign(window, { requestAnimationFrame: paint })
        for (const then of held.values()) paint(then)
        held.clear()
      },
    })
  })
