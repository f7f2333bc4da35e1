import type { PaperJob } from './paper-job.ts'
import type { WorkerReply } from './worker-reply.ts'

/** A PDF in the making. */
export interface Making {
  file: Promise<Blob>
  /** Ends it at once; `file` is then a CancelledError. Without effect once there is a file. */
  cancel(): void
}

export class CancelledError extends Error {
  constructor() {
    super('cancelled')
    this.name = 'CancelledError'
  }
}

/** Started, and waiting for a job. */
let idle: Worker | undefined
/** How many forms are open that may want the next paper. */
let wanted = 0

function newWorker(): Worker {
  const worker = new Worker(new URL('./paper-worker.ts', import.meta.url), { type: 'module' })
  // One that could not be loaded answers nothing: the next job starts another.
  worker.addEventListener('error', () => {
    if (idle === worker) idle = undefined
  })
  return worker
}

/** Starts the worker with its code and letters ahead of the first job; what is returned lets it go. */
export function wantPdf(): () => void {
  wanted += 1
  idle ??= newWorker()
  return () => {
    wanted -= 1
    if (wanted > 0) return
    idle?.terminate()
    idle = undefined
  }
}

function release(worker: Worker): void {
  if (wanted > 0 && idle === undefined) idle = worker
  else worker.terminate()
}

/**
 * Makes the PDF in a worker, so that the screen goes on meanwhile; `onPage` hears of the pages drawn. Nothing is fetched but
 * what the app keeps for offline work.
 */
export function makePdf(
  job: PaperJob,
  onPage: (page: number, total: number) => void = () => undefined,
): Making {
  const worker = idle ?? newWorker()
  idle = undefined
  const ended = new AbortController()
  const { signal } = ended
  let fail: (cause: Error) => void = () => undefined
  const file = new Promise<Blob>((resolve, reject) => {
    fail = (cause) => {
      if (signal.aborted) return
      ended.abort()
      worker.terminate()
      reject(cause)
    }
    const hear = ({ data }: MessageEvent<WorkerReply>) => {
      if ('page' in data) return onPage(data.page, data.total)
      if ('failed' in data) return fail(new Error(data.failed))
      ended.abort()
      release(worker)
      resolve(new Blob([data.file], { type: 'application/pdf' }))
    }
    worker.addEventListener('message', hear, { signal })
    worker.addEventListener('error', ({ message }) => fail(new Error(message || 'no worker')), { signal })
  })
  worker.postMessage(job)
  return { file, cancel: () => fail(new CancelledError()) }
}
