const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

export const labelText = {
  ml: (volume: string) => `${volume} ml`,
  who: (line: string, patient: string) => (line === '' ? patient : `${line} · ${patient}`),
  initials: 'Initials',
  weight: 'Weight',
  /** Of the first print, nothing. */
  print: (nth: number) => (nth <= 1 ? '' : `${nth}${ENDINGS[ordinals.select(nth)] ?? 'th'} print`),
  nameless: 'A PDF cannot print every name on these labels.',
} as const
