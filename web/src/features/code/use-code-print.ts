import { useState } from 'react'
import { showToast } from '../../ui/toast-queue.ts'
import { codeText as text } from './code-text.ts'
import { printCode, type CodePrint, type PrintedCode } from './print-code.ts'

/** PRINT of a code, and what became of it. */
export function useCodePrint(code: PrintedCode) {
  const [isPrinting, setPrinting] = useState(false)
  const [paper, setPaper] = useState<PrintedCode & { file: string }>()
  const [said, setSaid] = useState<CodePrint>()
  const print = async () => {
    setPrinting(true)
    setSaid(undefined)
    try {
      const made = await printCode(code)
      if (made.lacking.length > 0) setSaid(made)
      if (made.file !== null) setPaper({ ...code, file: made.file })
    } catch (error) {
      console.error(error)
      showToast({ text: text.notPrinted, kind: 'harm' })
    } finally {
      setPrinting(false)
    }
  }
  return {
    isPrinting,
    // With the next tap, or another word of the sheet, it is an older one.
    printed: paper?.taps === code.taps && paper.says === code.says ? text.printed(paper.file) : '',
    print,
    /** What its PDF lacks letters of, until it is put away or PRINT is pressed again. */
    said,
    putAway: () => setSaid(undefined),
  }
}
