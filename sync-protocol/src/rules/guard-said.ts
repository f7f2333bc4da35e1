import type { SheetGuard } from '../records/dose-reason.ts'
import type { DoseFindingKind } from './dose-findings.ts'

/** What a saved sheet says of each kind of finding; the numbers stand beside it, or have gone with the library of then. */
const KINDS: Readonly<Record<Exclude<DoseFindingKind, 'no-limits'>, string>> = {
  never: 'never for this species',
  'ten-times': 'eight times the usual dosage or more',
  tenth: 'an eighth of the usual dosage or less',
  cap: 'above the cap',
  'lb-kg': 'perhaps per lb',
  over: 'above the highest dosage',
  under: 'below the lowest dosage',
  'low-above-high': 'low dosage above the high one',
  strength: 'another strength in the library',
  syringe: 'more than 20 ml or less than 0.03 ml',
}
const isKnown = (kind: string): kind is keyof typeof KINDS => Object.hasOwn(KINDS, kind)
const OTHER = 'unusual dose'

/** 'Above the cap. Vet’s order (Ana)': what was pointed out about a dose of a saved sheet, and why it was given where it was red. */
export function guardSaid({ level, kinds, reason, by }: SheetGuard): string {
  const words = [...new Set(kinds.map((kind) => (isKnown(kind) ? KINDS[kind] : OTHER)))].join(', ')
  const found = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  if (level !== 'red') return found
  if (reason === undefined) return `${found} No reason entered.`
  return `${found} ${reason}${by === undefined ? '' : ` (${by})`}`
}
