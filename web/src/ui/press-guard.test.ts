import { expect, test } from 'vitest'
import { guardPresses } from './press-guard.ts'

/** A page, and what a press at a place and a time reaches on it. */
function pageOf() {
  const page = new EventTarget()
  const guard = guardPresses(page)
  const reached: string[] = []
  for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'])
    page.addEventListener(type, () => reached.push(type))
  const event = (type: string, more: object) =>
    page.dispatchEvent(
      Object.defineProperties(
        new Event(type, { cancelable: true }),
        Object.fromEntries(Object.entries(more).map(([name, value]) => [name, { value }])),
      ),
    )
  /** Pressed where there is something that goes with the dialog, unless it `stays`. */
  const press = (x: number, y: number, at: number, { held = 60, stays = false } = {}): string[] => {
    reached.length = 0
    const place = { clientX: x, clientY: y, detail: 1, target: { isConnected: stays } }
    for (const type of ['pointerdown', 'mousedown']) event(type, { ...place, timeStamp: at })
    for (const type of ['pointerup', 'mouseup', 'click']) event(type, { ...place, timeStamp: at + held })
    return [...reached]
  }
  const key = (at: number) => {
    reached.length = 0
    event('click', { clientX: 0, clientY: 0, detail: 0, timeStamp: at })
    return [...reached]
  }
  const step = (type: 'popstate' | 'keydown') => event(type, {})
  return { press, key, step, guard }
}

const ALL = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']

test('the second half of a double press reaches nothing once the first one made a dialog go, nor does a third', () => {
  const { press, guard } = pageOf()
  expect(press(100, 100, 1000)).toEqual(ALL)
  guard.gone()
  expect(press(104, 98, 1200)).toEqual([])
  expect(press(104, 98, 1500)).toEqual([])
  expect(press(104, 98, 1900)).toEqual(ALL)
})

test('its release is swallowed however late it comes', () => {
  const { press, guard } = pageOf()
  press(100, 100, 1000)
  guard.gone()
  expect(press(100, 100, 1340, { held: 2000 })).toEqual([])
})

test('large keys that a press made come are not pressed by its second half, and by any other press', () => {
  const { press, guard } = pageOf()
  press(100, 100, 1000, { stays: true })
  guard.came()
  expect(press(104, 98, 1200)).toEqual([])
  press(100, 100, 3000, { stays: true })
  guard.came()
  expect(press(180, 100, 3150)).toEqual(ALL)
  expect(press(180, 100, 3300)).toEqual(ALL)
})

test('a later press, one elsewhere, and a key are not swallowed', () => {
  const { press, key, guard } = pageOf()
  press(100, 100, 1000)
  guard.gone()
  expect(press(300, 100, 1100)).toEqual(ALL)
  expect(press(100, 100, 1360)).toEqual(ALL)
  press(100, 100, 2000)
  guard.gone()
  expect(key(2100)).toEqual(['click'])
})

test('two quick presses of one key are two, also when a message goes by itself between them', () => {
  const { press, guard } = pageOf()
  expect(press(100, 100, 1000, { stays: true })).toEqual(ALL)
  guard.gone()
  expect(press(100, 100, 1100, { stays: true })).toEqual(ALL)
})

test('presses with another one between them, or with a step back, are no double press', () => {
  const { press, step, guard } = pageOf()
  press(100, 100, 1000)
  guard.gone()
  expect(press(300, 100, 1100)).toEqual(ALL)
  expect(press(100, 100, 1200)).toEqual(ALL)
  for (const [between, at] of [
    ['popstate', 2000],
    ['keydown', 3000],
  ] as const) {
    press(100, 100, at)
    guard.gone()
    step(between)
    expect(press(100, 100, at + 100)).toEqual(ALL)
    // What the press ended takes a moment to go.
    press(100, 100, at + 500)
    step(between)
    guard.gone()
    expect(press(100, 100, at + 600)).toEqual(ALL)
  }
})

test('two presses on what stays reach it both', () => {
  const { press } = pageOf()
  expect(press(100, 100, 1000)).toEqual(ALL)
  expect(press(100, 100, 1100)).toEqual(ALL)
})
