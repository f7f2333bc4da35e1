import { exactText, type Volume } from 'sync-protocol/rules/dose'
import { doseWords } from 'sync-protocol/rules/dose-words'
import type { DoseRow } from 'sync-protocol/rules/sheet-guard'
import type { GuardLine } from '../ui/guard-lines.tsx'
import { doseText } from './dose-text.ts'
import { lackingLines } from './lacking-lines.ts'

/** Why a volume asks for a second look; null where it does not. */
export function flagWords(volume: Volume | null): string | null {
  if (volume === null || volume.flag === 'none') return null
  const why = volume.flag === 'too-small' ? doseText.tooSmall : doseText.rounding
  return `${why} · ${doseText.exact(exactText(volume.exact))}`
}

/**
 * What is said of a drug and its dose: that it is not for this species, and of what the guard finds one line for what is red and one
 * for what is amber; what follows from the same slip stands behind it. `tooSmall`: that it cannot be measured is said of the volume already.
 */
export function doseLines({ drug, guard, dogsOnly }: DoseRow, tooSmall: boolean): GuardLine[] {
  const found = guard.findings.filter(({ kind }) => kind !== 'no-limits' && !(tooSmall && kind === 'syringe'))
  const lines = (['red', 'amber'] as const).flatMap((level) => {
    const words = found.filter((finding) => finding.level === level).map((one) => doseWords(one, drug))
    return words.length === 0 ? [] : [{ level, words: words.join(' ') }]
  })
  return dogsOnly === undefined ? lines : [{ level: 'amber', words: doseText.dogsOnly }, ...lines]
}

/** Of which drugs of these rows nobody recorded limits, said once. */
export const lackingLimitLines = (rows: readonly DoseRow[]): GuardLine[] =>
  lackingLines(
    rows.flatMap(({ drug, guard }) =>
      guard.findings.flatMap((finding) =>
        finding.kind === 'no-limits' ? [{ name: drug.name, which: finding.lacks }] : [],
      ),
    ),
  )
