import { useWakeLock } from './use-wake-lock.ts'

/** Keeps the screen on while it is shown, where the browser can; shows nothing. */
export function KeepAwake() {
  useWakeLock()
  return null
}
