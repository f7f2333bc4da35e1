import type { FieldLine } from './field-lines.ts'

interface UnderHeading {
  /** '' for what stands by itself. */
  heading: string
  lines: FieldLine[]
}

const STEP = ' · '

/** Lines that follow each other in one place, under its name; each then says only its own field. */
export function underHeadings(lines: readonly FieldLine[]): UnderHeading[] {
  const groups: UnderHeading[] = []
  for (const { label, value } of lines) {
    const end = label.lastIndexOf(STEP)
    const heading = end < 0 ? '' : label.slice(0, end)
    const line = { label: end < 0 ? label : label.slice(end + STEP.length), value }
    const last = groups.at(-1)
    if (last?.heading === heading) last.lines.push(line)
    else groups.push({ heading, lines: [line] })
  }
  return groups
}
