/** So long nothing was pressed or typed: no finger is on its way to what a new line would move (ms). */
const CALM_MS = 3_000

/** Calls back once nothing was pressed or typed for a while; gives what ends the waiting. */
export function whenCalm(page: EventTarget, then: () => void): () => void {
  let waiting = setTimeout(calm, CALM_MS)
  const again = () => {
    clearTimeout(waiting)
    waiting = setTimeout(calm, CALM_MS)
  }
  const types = ['pointerdown', 'pointerup', 'keydown'] as const
  for (const type of types) page.addEventListener(type, again, { capture: true })
  function end() {
    clearTimeout(waiting)
    for (const type of types) page.removeEventListener(type, again, { capture: true })
  }
  function calm() {
    end()
    then()
  }
  return end
}
