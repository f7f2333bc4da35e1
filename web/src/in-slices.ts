/** At most so long in one piece: the screen answers in between. */
const PIECE_MS = 8

export interface Slices {
  /** Lets the screen draw. */
  pause(): Promise<void>
  /** The screen is gone: the rest is not read. */
  isOver(): boolean
}

/** To be called after each step of long work: it pauses where a piece is full, and says whether the work is to end. */
export function inSlices({ pause, isOver }: Slices): () => boolean | Promise<boolean> {
  let begun = performance.now()
  return () => {
    if (performance.now() - begun < PIECE_MS) return false
    return pause().then(() => {
      begun = performance.now()
      return isOver()
    })
  }
}

/** Behind what the person did meanwhile; a timer would wait longer than the work takes. */
export const nextTask = () =>
  new Promise<void>((go) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      go()
    })
    port1.start()
    port2.postMessage(null)
  })
