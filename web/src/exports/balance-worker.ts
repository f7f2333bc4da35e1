import type { BalanceJob } from './balance-paper.ts'
import { drawBalance } from './draw-balance.ts'
import { drawBlanks } from './draw-blanks.ts'
import { loadFonts } from './pdf-fonts.ts'
import type { WorkerReply } from './worker-reply.ts'

// The letters come with the code, so that the first paper waits for neither; a failure is met again, and said, by the job.
loadFonts().catch((cause: unknown) => console.warn(cause))

/** Between two words of progress, in ms. */
const TELL_EVERY = 50

const reply = (message: WorkerReply, transfer: Transferable[] = []) => postMessage(message, { transfer })

function teller(): (page: number, total: number) => void {
  let told = performance.now()
  return (page, total) => {
    if (page < total && performance.now() - told < TELL_EVERY) return
    told = performance.now()
    reply({ page, total })
  }
}

async function make(job: BalanceJob): Promise<ArrayBuffer> {
  const fonts = await loadFonts()
  const tell = teller()
  const doc =
    job.kind === 'sheet'
      ? drawBalance(job.paper, job.options, fonts, tell)
      : drawBlanks(job.paper, fonts, tell)
  return doc.output('arraybuffer')
}

addEventListener('message', ({ data }: MessageEvent<BalanceJob>) => {
  make(data).then(
    (file) => reply({ file }, [file]),
    (cause: unknown) => {
      console.error(cause)
      reply({ failed: cause instanceof Error ? cause.message : String(cause) })
    },
  )
})
