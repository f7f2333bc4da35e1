import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { documentDesk, holdDocument } from './open-document.ts'
import { inTurn } from './write-line.ts'

/** The drafts that are claimed by now; `grant` gives the next one that is asked for. */
function slowLocks() {
  const claimed = new Set<string>()
  const asked: (() => Promise<void>)[] = []
  const request = (name: string, _options: LockOptions, work: (lock: object) => Promise<void>) =>
    new Promise<void>((resolve) =>
      asked.push(async () => {
        claimed.add(name)
        await work({})
        claimed.delete(name)
        resolve()
      }),
    )
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return {
    request,
    claimed: () => [...claimed],
    async grant() {
      void asked.shift()?.()
      await settle()
    },
    settle,
  }
}

let locks: ReturnType<typeof slowLocks>
const opened = { keep: vi.fn(), losesOnLeave: () => false, close: () => Promise.resolve() }
beforeEach(() => {
  locks = slowLocks()
  opened.keep.mockClear()
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }))
})
afterEach(() => vi.unstubAllGlobals())

test('is stored when the page hides and when it goes, until its end', async () => {
  const held = holdDocument(opened, null)
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('pagehide'))
  window.dispatchEvent(new Event('beforeunload'))
  expect(opened.keep).toHaveBeenCalledTimes(3)
  await held.end()
  window.dispatchEvent(new Event('pagehide'))
  expect(opened.keep).toHaveBeenCalledTimes(3)
})

test('has the draft that it moved to last, and no other, whichever is granted late', async () => {
  const held = holdDocument(opened, null)
  held.movedTo('first')
  held.movedTo('second')
  await locks.grant()
  await locks.grant()
  expect(locks.claimed()).toEqual(['sheet-draft/second'])
  await held.end()
  await locks.settle()
  expect(locks.claimed()).toEqual([])
})

test('a claim that is granted after the end is given back', async () => {
  const held = holdDocument(opened, null)
  held.movedTo('late')
  await held.end()
  await locks.grant()
  await locks.settle()
  expect(locks.claimed()).toEqual([])
})

test('the next one is opened when the last is put away, and not at all where the screen was left before', async () => {
  const done: string[] = []
  const desk = documentDesk(inTurn())
  desk.begun(async () => {
    await Promise.resolve()
    done.push('put away')
  })
  desk.putAway()
  await desk.open(async () => void done.push('opened'))
  expect(done).toEqual(['put away', 'opened'])
  const opening = desk.open(async (isWanted) => void done.push(`wanted ${isWanted()}`))
  desk.leave()
  await opening
  expect(done).toEqual(['put away', 'opened'])
})
