// Imported before anything else by the soak: what Node offers in place of a browser, made cheaper and no different. The order of
// tasks and microtasks stays as it is, so a seed goes as it goes without this; the tests of every day do without it.
import { plainCopy } from './plain-copy.ts'

/** Node's own copies over a message port; what the tablets store is plain. */
const whole = globalThis.structuredClone
globalThis.structuredClone = (value: unknown, options?: StructuredSerializeOptions): unknown => {
  try {
    return plainCopy(value)
  } catch {
    return whole(value, options)
  }
}

/** Node's own keeps an async context for each; a reaction of a settled promise is one microtask too, in the same place. */
const settled = Promise.resolve()
const then = settled.then.bind(settled)
globalThis.queueMicrotask = (work) => void then(work)

/** Dexie tells other tabs of the same browser by it of every change; there are none, each tablet is an object here. */
Reflect.deleteProperty(globalThis, 'BroadcastChannel')
