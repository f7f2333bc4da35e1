import { drawBalance } from './draw-balance.ts'
import { drawBlanks } from './draw-blanks.ts'
import { drawCodePaper } from './draw-code.ts'
import { drawEmergency } from './draw-emergency.ts'
import { drawLabels } from './draw-labels.ts'
import { drawSheet } from './draw-sheet.ts'
import type { PaperJob } from './paper-job.ts'
import { loadFonts, type PdfFonts } from './pdf-fonts.ts'
import type { WorkerReply } from './worker-reply.ts'

/** A page for nobody: what has run once runs faster. */
function practise(fonts: PdfFonts): void {
  drawBlanks({ drug_name: '', drug_concentration: 1, clinic: '', pages: 1, day: '' }, fonts).output(
    'arraybuffer',
  )
}

// The letters come with the code, so that the first paper waits for neither; a failure is met again, and said, by the job.
loadFonts()
  .then(practise)
  .catch((cause: unknown) => console.warn(cause))

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

function draw(job: PaperJob, fonts: PdfFonts) {
  if (job.kind === 'sheet') return drawSheet(job.paper, job.options, fonts)
  if (job.kind === 'emergency') return drawEmergency(job.paper, fonts)
  if (job.kind === 'code') return drawCodePaper(job.paper, fonts)
  if (job.kind === 'labels') return drawLabels(job.paper, fonts)
  if (job.kind === 'balance') return drawBalance(job.paper, job.options, fonts, teller())
  return drawBlanks(job.paper, fonts, teller())
}

const make = async (job: PaperJob): Promise<ArrayBuffer> => draw(job, await loadFonts()).output('arraybuffer')

addEventListener('message', ({ data }: MessageEvent<PaperJob>) => {
  make(data).then(
    (file) => reply({ file }, [file]),
    (cause: unknown) => {
      console.error(cause)
      reply({ failed: cause instanceof Error ? cause.message : String(cause) })
    },
  )
})
