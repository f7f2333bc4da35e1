import { expect, test } from 'vitest'
import { doseReason, typedDoseReason } from './dose-reason.ts'

const said = (reason: string) => typedDoseReason.safeParse(reason).error?.issues[0]?.message ?? ''

test('[Q-15] a reason that is typed has at least 3 letters, of any alphabet', () => {
  for (const reason of ['vet', 'Vet’s order', 'Überdosis', 'по весу', '  to effect ', 'x'.repeat(120)])
    expect(said(reason)).toBe('')
  for (const reason of [
    '',
    '      ',
    'ab',
    ' ab ',
    '...',
    '123',
    '1:10',
    '\u200b\u200b\u200b',
    '\u2060 ab \u2060',
  ])
    expect(said(reason)).toBe('Please enter at least 3 letters.')
  expect(said('x'.repeat(121))).toBe('Reason is too long.')
})

test('[Q-15] one that is stored is taken as before: what an older app has saved is never refused', () => {
  for (const reason of ['...', '123', '1:10']) expect(doseReason.safeParse(reason).success).toBe(true)
  for (const reason of ['   ', 'ab', 'x'.repeat(121)])
    expect(doseReason.safeParse(reason).success).toBe(false)
})
