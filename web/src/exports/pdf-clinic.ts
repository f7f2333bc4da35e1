import type { PaperClinic } from './clinic-on-paper.ts'
import { fitLine, type Pen } from './pdf-pen.ts'

const GREY = 70

/** At the right end of a paper's first line, in at most this room: the name, and the address below it where there is one. */
export function drawClinic(
  pen: Pen,
  { right, y, room, size }: { right: number; y: number; room: number; size: number },
  { clinic, address }: PaperClinic,
): void {
  const write = (text: string, at: number, most: number) => {
    const fitted = fitLine(pen, text, room, most)
    pen.text(right, at, fitted.line, { size: fitted.size, grey: GREY, align: 'right' })
  }
  write(clinic, address === undefined ? y : y - 7, size)
  if (address !== undefined) write(address, y + 3, size * 0.8)
}
