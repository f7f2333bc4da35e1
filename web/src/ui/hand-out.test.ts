import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handOut, shareFile, waysOut } from './hand-out.ts'

const PDF = new Blob(['%PDF'], { type: 'application/pdf' })
const DOCX = new Blob(['PK'], {
  type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
})
const saved: string[] = []

function browser(over: { pdfViewerEnabled?: boolean; touch?: boolean; share?: () => Promise<void> }): void {
  const { share, pdfViewerEnabled = false, touch = false } = over
  vi.stubGlobal('navigator', {
    pdfViewerEnabled,
    ...(share && { share, canShare: ({ files }: { files: File[] }) => files.length === 1 }),
  })
  vi.stubGlobal('matchMedia', () => ({ matches: touch }))
}

beforeEach(() => {
  saved.length = 0
  vi.stubGlobal('document', {
    createElement: () => {
      const link = { click: () => saved.push(link.download), remove: () => undefined, download: '' }
      return link
    },
    body: { append: () => undefined },
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a page prints a PDF where the browser shows one and a pointer presses; a DOCX never', () => {
  browser({ pdfViewerEnabled: true })
  expect(waysOut(PDF, 'a.pdf')).toEqual({ print: true, share: false })
  expect(waysOut(DOCX, 'a.docx').print).toBe(false)
  browser({ pdfViewerEnabled: true, touch: true, share: async () => undefined })
  expect(waysOut(PDF, 'a.pdf')).toEqual({ print: false, share: true })
})

test('PRINT of a touch tablet opens the share sheet; who closes it has nothing else', async () => {
  browser({ touch: true, share: async () => undefined })
  expect(await handOut(PDF, 'a.pdf')).toBe('shared')
  browser({
    touch: true,
    share: async () => {
      throw new DOMException('closed', 'AbortError')
    },
  })
  expect(await handOut(PDF, 'a.pdf')).toBe('cancelled')
  expect(saved).toEqual([])
})

test('what cannot be printed nor shared is downloaded, also where the browser says so too late', async () => {
  browser({})
  expect(await handOut(PDF, 'a.pdf')).toBe('downloaded')
  const refuse = async () => {
    throw new DOMException('too late', 'NotAllowedError')
  }
  vi.spyOn(console, 'warn').mockReturnValue()
  browser({ touch: true, share: refuse })
  expect(await handOut(PDF, 'b.pdf')).toBe('downloaded')
  expect(saved).toEqual(['a.pdf', 'b.pdf'])
  await expect(shareFile(PDF, 'c.pdf')).rejects.toThrow('too late')
})
