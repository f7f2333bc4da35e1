import { useState } from 'react'
import type { CodePatient } from 'sync-protocol/records/code-event'
import { showToast } from '../../ui/toast-queue.ts'
import { codeText as text } from './code-text.ts'
import { printCode, type CodePrint } from './print-code.ts'
import type { ShownTap } from './use-taps.ts'

/** PRINT of a code, and what became of it. */
export function useCodePrint(taps: readonly ShownTap[], patient: CodePatient | undefined, name: string) {
  const [isPrinting, setPrinting] = useState(false)
  const [paper, setPaper] = useState<{ taps: readonly ShownTap[]; file: string }>()
  const [said, setSaid] = useState<CodePrint>()
  const print = async () => {
    setPrinting(true)
    setSaid(undefined)
    try {
      const made = await printCode(taps, patient, name)
      if (made.lacking.length > 0) setSaid(made)
      if (made.file !== null) setPaper({ taps, file: made.file })
    } catch (error) {
      console.error(error)
      showToast({ text: text.notPrinted, kind: 'harm' })
    } finally {
      setPrinting(false)
    }
  }
  return {
    isPrinting,
    // With the next tap it is an older one.
    printed: paper?.taps === taps ? text.printed(paper.file) : '',
    print,
    /** What its PDF lacks letters of, until it is put away or PRINT is pressed again. */
    said,
    putAway: () => setSaid(undefined),
  }
}
