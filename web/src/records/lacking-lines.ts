import type { LackingLimits } from 'sync-protocol/rules/dose-findings'
import { lackingWords } from 'sync-protocol/rules/dose-words'
import type { GuardLine } from '../ui/guard-lines.tsx'

/** Of which drugs nobody recorded limits, each named once: nobody knows whether their doses are right. */
export const lackingLines = (lacks: readonly { name: string; which: LackingLimits }[]): GuardLine[] =>
  (['both', 'lowest', 'highest'] as const).flatMap((which) => {
    const names = new Set(lacks.flatMap((one) => (one.which === which ? [one.name] : [])))
    return names.size === 0 ? [] : [{ level: 'quiet' as const, words: lackingWords(which, [...names]) }]
  })
