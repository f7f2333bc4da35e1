import { Check, Printer, Share } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from './button.tsx'
import { printPdf, shareFile, waysOut } from './hand-out.ts'
import './made-file.css'
import { showToast } from './toast-queue.ts'

export interface MadeFileWords {
  generated: (name: string) => string
  print: string
  share: string
  /** Neither worked. */
  notHandedOut: string
}

interface MadeFileProps {
  /** What was made last; null before. */
  file: { name: string; blob: Blob } | null
  words: MadeFileWords
}

/** A file that was made and lies in the downloads, and what else this browser can do with it. */
export function MadeFile({ file, words }: MadeFileProps) {
  const ways = useMemo(() => file && waysOut(file.blob, file.name), [file])
  const attempt = (out: () => Promise<unknown>) => () => {
    out().catch((error: unknown) => {
      console.error(error)
      showToast({ text: words.notHandedOut, kind: 'attention' })
    })
  }
  return (
    <div className="made-file">
      <output className="made-file-name">
        {file !== null && (
          <>
            <Check aria-hidden /> {words.generated(file.name)}
          </>
        )}
      </output>
      {file !== null && ways?.print === true && (
        <Button icon={<Printer aria-hidden />} onClick={attempt(() => printPdf(file.blob))}>
          {words.print}
        </Button>
      )}
      {file !== null && ways?.share === true && (
        <Button icon={<Share aria-hidden />} onClick={attempt(() => shareFile(file.blob, file.name))}>
          {words.share}
        </Button>
      )}
    </div>
  )
}
