import { useSyncExternalStore } from 'react'

const COARSE = '(pointer: coarse)'

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(COARSE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** True where fingers are the main pointer; changes when a keyboard with a trackpad is attached. */
export const useCoarsePointer = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(COARSE).matches)
