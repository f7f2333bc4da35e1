import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CancelledError, makePdf, wantPdf } from './make-pdf.ts'
import type { PaperJob } from './paper-job.ts'
import type { WorkerReply } from './worker-reply.ts'

/** A worker of which the test says what it answers. */
class FakeWorker extends EventTarget {
  jobs: unknown[] = []
  ended = false
  constructor() {
    super()
    workers.push(this)
  }
  postMessage(job: unknown) {
    this.jobs.push(job)
  }
  terminate() {
    this.ended = true
  }
  answer(data: WorkerReply) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  break(message: string) {
    this.dispatchEvent(Object.assign(new Event('error'), { message }))
  }
}
let workers: FakeWorker[] = []
const worker = (nth: number) => {
  const found = workers[nth]
  if (!found) throw new Error(`there is no worker ${nth}`)
  return found
}

const job: PaperJob = {
  kind: 'blanks',
  paper: { drug_name: 'Ketamine', drug_concentration: 100, clinic: '', pages: 2, day: '2026-03-05' },
}
const heard: string[] = []
const make = () => makePdf(job, (page, total) => heard.push(`${page}/${total}`))
const file = () => ({ file: new TextEncoder().encode('%PDF').buffer })

beforeEach(() => {
  workers = []
  heard.length = 0
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => vi.unstubAllGlobals())

it('hears of the pages, gets the file, and keeps the worker for the next one while a form is open', async () => {
  const letGo = wantPdf()
  const making = make()
  expect(workers).toHaveLength(1)
  expect(worker(0).jobs).toStrictEqual([job])
  worker(0).answer({ page: 1, total: 2 })
  worker(0).answer(file())
  const made = await making.file
  expect([made.type, await made.text()]).toStrictEqual(['application/pdf', '%PDF'])
  expect(heard).toStrictEqual(['1/2'])
  making.cancel()
  expect(worker(0).ended).toBe(false)

  const next = make()
  expect(workers).toHaveLength(1)
  worker(0).answer(file())
  await next.file
  letGo()
  expect(worker(0).ended).toBe(true)
})

it('ends the worker at once when it is cancelled; the next file has another', async () => {
  const letGo = wantPdf()
  const making = make()
  making.cancel()
  await expect(making.file).rejects.toBeInstanceOf(CancelledError)
  expect(worker(0).ended).toBe(true)
  worker(0).answer({ page: 2, total: 2 })
  expect(heard).toStrictEqual([])

  const next = make()
  worker(1).answer(file())
  expect((await next.file).size).toBe(4)
  letGo()
})

it('goes on when its form is closed, and is not kept after that', async () => {
  const letGo = wantPdf()
  const making = make()
  letGo()
  expect(worker(0).ended).toBe(false)
  worker(0).answer(file())
  await making.file
  expect(worker(0).ended).toBe(true)
})

it('says why it failed', async () => {
  const drawing = make()
  worker(0).answer({ failed: 'no letters' })
  await expect(drawing.file).rejects.toThrow('no letters')
  const starting = make()
  worker(1).break('not found')
  await expect(starting.file).rejects.toThrow('not found')
})

it('does not wait for a worker that could not be loaded ahead', async () => {
  const letGo = wantPdf()
  worker(0).break('not found')
  const making = make()
  expect(worker(0).jobs).toStrictEqual([])
  worker(1).answer(file())
  expect((await making.file).size).toBe(4)
  letGo()
})
