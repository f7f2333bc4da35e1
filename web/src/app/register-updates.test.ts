import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerUpdates } from './register-updates.ts'

/** The browser's side, as the service worker specification has it: a container, one registration, its workers. */
class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
  readonly messages: unknown[] = []
  postMessage(message: unknown): void {
    this.messages.push(message)
  }
  becomes(state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null
  installing: FakeWorker | null = null
  readonly update = vi.fn(() => Promise.resolve())
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null
  readonly registration = new FakeRegistration()
  readonly register = vi.fn(() => Promise.resolve(this.registration))
  constructor(controlled: boolean) {
    super()
    this.controller = controlled ? new FakeWorker() : null
  }
  /** A worker takes this tab over. */
  claims(worker: FakeWorker): void {
    this.controller = worker
    this.dispatchEvent(new Event('controllerchange'))
  }
  finds(): FakeWorker {
    const worker = new FakeWorker()
    this.registration.installing = worker
    this.registration.dispatchEvent(new Event('updatefound'))
    worker.becomes('installed')
    return worker
  }
}

let stop: (() => void) | undefined

async function tab({ controlled = true, mayReload = true } = {}) {
  const open = { mayReload }
  let required: () => void = () => undefined
  const container = new FakeContainer(controlled)
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const reload = vi.fn<() => void>()
  const onReady = vi.fn<(apply: () => void) => void>()
  const whenRequired = (tell: () => void) => {
    required = tell
    return () => (required = () => undefined)
  }
  stop = registerUpdates({ mayReload: () => open.mayReload, onReady, whenRequired }, {
    container,
    page,
    reload,
  } as unknown as Parameters<typeof registerUpdates>[1])
  await vi.advanceTimersByTimeAsync(0)
  return { container, page, reload, onReady, open, require: () => required() }
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  stop?.()
  vi.useRealTimers()
})

test('the first worker that takes over is no update', async () => {
  const { container, reload, onReady } = await tab({ controlled: false })
  container.claims(container.finds())
  expect(reload).not.toHaveBeenCalled()
  expect(onReady).not.toHaveBeenCalled()
})

test('a tab open since the first visit follows a later update', async () => {
  const { container, reload } = await tab({ controlled: false })
  container.claims(container.finds())
  container.claims(container.finds())
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a new version waits until it is asked for, then this tab loads it', async () => {
  const { container, reload, onReady } = await tab({ mayReload: false })
  const worker = container.finds()
  expect(worker.messages).toEqual([])
  const [[apply]] = onReady.mock.calls as [[() => void]]
  apply()
  expect(worker.messages).toEqual([{ type: 'skip-waiting' }])
  // A message would start the old one, which then keeps the new one out.
  expect(container.controller?.messages).toEqual([])
  expect(reload).not.toHaveBeenCalled()
  container.claims(worker)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a new version that the browser does not let in is let in again, until it is', async () => {
  const { container, reload, onReady } = await tab({ mayReload: false })
  const worker = container.finds()
  onReady.mock.lastCall?.[0]()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(worker.messages).toEqual([{ type: 'skip-waiting' }, { type: 'skip-waiting' }])
  worker.becomes('activated')
  container.claims(worker)
  // Who answered the browser's question by staying is not asked again.
  await vi.advanceTimersByTimeAsync(30_000)
  expect(worker.messages).toHaveLength(2)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('who stayed when the browser asked is offered the version that another tab brings in later', async () => {
  const { container, reload, onReady } = await tab({ mayReload: false })
  const worker = container.finds()
  onReady.mock.lastCall?.[0]()
  container.claims(worker)
  expect(reload).toHaveBeenCalledTimes(1)
  container.claims(container.finds())
  expect(reload).toHaveBeenCalledTimes(1)
  onReady.mock.lastCall?.[0]()
  expect(reload).toHaveBeenCalledTimes(2)
})

test('a version that waited since an earlier visit is offered', async () => {
  const container = new FakeContainer(true)
  container.registration.waiting = new FakeWorker()
  container.registration.waiting.state = 'installed'
  const onReady = vi.fn<(apply: () => void) => void>()
  const around = { container, page: new EventTarget(), reload: () => undefined }
  stop = registerUpdates(
    { mayReload: () => true, onReady },
    around as unknown as Parameters<typeof registerUpdates>[1],
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(onReady).toHaveBeenCalledTimes(1)
})

test('a version that was on its way before this tab listened is offered once it is there', async () => {
  const container = new FakeContainer(true)
  const worker = new FakeWorker()
  container.registration.installing = worker
  const onReady = vi.fn<(apply: () => void) => void>()
  const around = { container, page: new EventTarget(), reload: () => undefined }
  stop = registerUpdates(
    { mayReload: () => true, onReady },
    around as unknown as Parameters<typeof registerUpdates>[1],
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(onReady).not.toHaveBeenCalled()
  worker.becomes('installed')
  expect(onReady).toHaveBeenCalledTimes(1)
})

test('each version that a tab finds in weeks is offered, the last one is taken', async () => {
  const { container, onReady } = await tab({ mayReload: false })
  const first = container.finds()
  await vi.advanceTimersByTimeAsync(7 * 24 * 3_600_000)
  first.becomes('redundant')
  const second = container.finds()
  expect(onReady).toHaveBeenCalledTimes(2)
  onReady.mock.lastCall?.[0]()
  expect([first.messages, second.messages]).toEqual([[], [{ type: 'skip-waiting' }]])
})

test("an open sheet is not reloaded by another tab's update; its own button still works", async () => {
  const { container, reload, onReady } = await tab({ mayReload: false })
  const worker = container.finds()
  worker.becomes('activated')
  container.claims(worker)
  expect(reload).not.toHaveBeenCalled()
  const apply = onReady.mock.lastCall?.[0]
  apply?.()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('[W1] a version that the server refuses looks for the next one and takes it, but not over an open form', async () => {
  const { container, open, require, reload } = await tab({ mayReload: false })
  require()
  expect(container.registration.update).toHaveBeenCalledTimes(1)
  const worker = container.finds()
  require()
  expect(worker.messages).toEqual([])
  open.mayReload = true
  require()
  expect(worker.messages).toEqual([{ type: 'skip-waiting' }])
  container.claims(worker)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('[W1] the version that comes after the refusal is taken at once where nothing is open', async () => {
  const { container, require, reload } = await tab()
  require()
  const worker = container.finds()
  expect(worker.messages).toEqual([{ type: 'skip-waiting' }])
  container.claims(worker)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('[W1] a version that is required is looked for until it is there, and taken when the form is closed', async () => {
  const { container, open, require } = await tab({ mayReload: false })
  require()
  expect(container.registration.update).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(container.registration.update).toHaveBeenCalledTimes(2)
  const worker = container.finds()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(worker.messages).toEqual([])
  open.mayReload = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(worker.messages).toEqual([{ type: 'skip-waiting' }])
})

test('[W1] a version that the server refuses does not load itself anew while there is no other', async () => {
  const { container, require, reload } = await tab()
  require()
  require()
  expect(container.registration.update).toHaveBeenCalledTimes(2)
  expect(reload).not.toHaveBeenCalled()
})

test('looks for a new version each hour and on coming back', async () => {
  const { container, page } = await tab()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(container.registration.update).toHaveBeenCalledTimes(1)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(container.registration.update).toHaveBeenCalledTimes(2)
})

test('stops watching', async () => {
  const { container, reload, onReady } = await tab()
  stop?.()
  container.claims(container.finds())
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(reload).not.toHaveBeenCalled()
  expect(onReady).not.toHaveBeenCalled()
  expect(container.registration.update).not.toHaveBeenCalled()
})
