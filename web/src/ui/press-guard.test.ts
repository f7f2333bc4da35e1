import { expect, test } from 'vitest'
import { guardPresses } from './press-guard.ts'

const ALL = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']
const BELOW = 'below'

/** A page, and what a press at a place and a time reaches on it. */
function pageOf() {
  const page = new EventTarget()
  const guard = guardPresses(page)
  const reached: string[] = []
  for (const type of ALL) page.addEventListener(type, () => reached.push(type))
  const event = (type: string, more: object) =>
    page.dispatchEvent(
      Object.defineProperties(
        new Event(type, { cancelable: true }),
        Object.fromEntries(Object.entries(more).map(([name, value]) => [name, { value }])),
      ),
    )
  const press = (
    x: number,
    y: number,
    at: number,
    { held = 60, on = BELOW }: { held?: number; on?: unknown } = {},
  ): string[] => {
    reached.length = 0
    const place = { clientX: x, clientY: y, detail: 1, target: on }
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
  /** Something that holds these controls, and the list beside it. Gives what to call when it goes. */
  const stands = (controls: string | readonly string[], beside?: readonly string[]) => {
    const box = (held: readonly unknown[]) => ({ contains: (on: unknown) => held.includes(on) }) as Element
    const element = box(typeof controls === 'string' ? [controls] : controls)
    return guard.stands({ element, ...(beside && { beside: box(beside) }) })
  }
  return { press, key, step, stands, guard }
}

test('the second half of a double press reaches nothing once the first one made what it was inside of go', () => {
  const { press, stands } = pageOf()
  const gone = stands('dialog')
  expect(press(100, 100, 1000, { on: 'dialog' })).toEqual(ALL)
  gone()
  expect(press(104, 98, 1200)).toEqual([])
  expect(press(104, 98, 1300)).toEqual([])
})

test('what a press was inside of goes by it though the pressed control itself went before', () => {
  const { press, stands } = pageOf()
  const controls = ['YES']
  const gone = stands(controls)
  press(100, 100, 1000, { on: 'YES' })
  controls.length = 0
  gone()
  expect(press(100, 100, 1200)).toEqual([])
})

test('its release is swallowed however late it comes', () => {
  const { press, stands } = pageOf()
  const gone = stands('dialog')
  press(100, 100, 1000, { on: 'dialog' })
  gone()
  expect(press(100, 100, 1340, { held: 2000 })).toEqual([])
})

test('of a run of quick presses none is lost but for the second half: the time runs from the press that made it go', () => {
  const { press, stands } = pageOf()
  const gone = stands('dialog')
  press(100, 100, 1000, { on: 'dialog' })
  gone()
  expect(press(100, 100, 1200)).toEqual([])
  for (const at of [1400, 1600, 1800]) expect(press(100, 100, at)).toEqual(ALL)
})

test('five presses, each of which removes its own row, are five, though messages come and the oldest go meanwhile', () => {
  const { press, stands } = pageOf()
  const list = ['toast 1', 'toast 2', 'toast 3', 'toast 4', 'toast 5']
  const messages: (() => void)[] = []
  for (const row of [1, 2, 3, 4, 5]) {
    expect(press(100, 100, 1000 + row * 200, { on: `row ${row}` })).toEqual(ALL)
    messages.push(stands(`toast ${row}`, list))
    if (messages.length > 3) messages.shift()?.()
  }
})

test('UNDO of one message after the other: each press is one, and only what lies below is kept from a second half', () => {
  const { press, stands } = pageOf()
  const list = ['toast 1', 'toast 2', 'toast 3']
  const gone = list.map((name) => stands(name, list))
  expect(press(100, 700, 1000, { on: 'toast 3' })).toEqual(ALL)
  gone[2]?.()
  expect(press(100, 700, 1200, { on: 'toast 2' })).toEqual(ALL)
  gone[1]?.()
  expect(press(100, 700, 1400)).toEqual([])
})

test('a dialog below another was not in sight: a second half does not answer its question', () => {
  const { press, stands } = pageOf()
  stands('question')
  const gone = stands('dialog')
  press(100, 100, 1000, { on: 'dialog' })
  gone()
  expect(press(100, 100, 1200, { on: 'question' })).toEqual([])
})

test('large keys that a press made come are not pressed by its second half, and by any other press', () => {
  const { press, guard } = pageOf()
  press(100, 100, 1000)
  guard.came()
  expect(press(104, 98, 1200)).toEqual([])
  press(100, 100, 3000)
  guard.came()
  expect(press(180, 100, 3150)).toEqual(ALL)
  expect(press(180, 100, 3300)).toEqual(ALL)
})

test('a later press, one elsewhere, and a key are not swallowed', () => {
  const { press, key, stands } = pageOf()
  const gone = stands('dialog')
  press(100, 100, 1000, { on: 'dialog' })
  gone()
  expect(press(300, 100, 1100)).toEqual(ALL)
  expect(press(100, 100, 1360)).toEqual(ALL)
  const next = stands('dialog')
  press(100, 100, 2000, { on: 'dialog' })
  next()
  expect(key(2100)).toEqual(['click'])
})

test('two quick presses of one key are two, also when a message goes by itself between them', () => {
  const { press, stands } = pageOf()
  const gone = stands('toast', ['toast'])
  expect(press(100, 100, 1000)).toEqual(ALL)
  gone()
  expect(press(100, 100, 1100)).toEqual(ALL)
})

test('presses with another one between them, or with a step back, are no double press', () => {
  const { press, step, stands } = pageOf()
  const first = stands('dialog')
  press(100, 100, 1000, { on: 'dialog' })
  first()
  expect(press(300, 100, 1100)).toEqual(ALL)
  expect(press(100, 100, 1200)).toEqual(ALL)
  for (const [between, at] of [
    ['popstate', 2000],
    ['keydown', 3000],
  ] as const) {
    const gone = stands('dialog')
    press(100, 100, at, { on: 'dialog' })
    gone()
    step(between)
    expect(press(100, 100, at + 100)).toEqual(ALL)
    // What the press ended takes a moment to go.
    const later = stands('dialog')
    press(100, 100, at + 500, { on: 'dialog' })
    step(between)
    later()
    expect(press(100, 100, at + 600)).toEqual(ALL)
  }
})

test('two presses on what stays reach it both', () => {
  const { press, stands } = pageOf()
  stands('dialog')
  expect(press(100, 100, 1000, { on: 'dialog' })).toEqual(ALL)
  expect(press(100, 100, 1100, { on: 'dialog' })).toEqual(ALL)
})
