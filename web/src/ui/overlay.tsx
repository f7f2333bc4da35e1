import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component in a chunk of its own. Once `fetchAhead` has it, it is there with its first rendering; until then it suspends.
 */
export function fetched<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let found: ComponentType<Props> | undefined
  const fetchAhead = async () => {
    found ??= await load()
    return found
  }
  const Later: ComponentType<Props> = lazy(async () => ({ default: await fetchAhead() }))

  function Fetched(props: Props) {
    // Chosen once: another component in its place would lose the state and the focus inside.
    const [Shown] = useState(() => found ?? Later)
    return <Shown {...props} />
  }
  return Object.assign(Fetched, { fetchAhead })
}

/** The same with something in its place; React's `lazy` alone would show that first and hold the content back for 300 ms more. */
export function overlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
) {
  const Overlay = fetched(load)
  function Awaited(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Overlay {...props} />
      </Suspense>
    )
  }
  return Object.assign(Awaited, { fetchAhead: Overlay.fetchAhead })
}
