/** Open bottles in a sentence; '' stands for those without a known number. */
function bottles(open: readonly string[]): string {
  const known = open.filter((number) => number !== '')
  const named = known.length < open.length ? [...known, 'the other bottles'] : known
  return `${known.length > 1 ? 'bottles' : 'bottle'} ${new Intl.ListFormat('en').format(named)}`
}

/** Words that every part of the controlled substances shares. */
export const substanceText = {
  /** 'Ketamine 100 mg/ml' */
  title: (drug: string, concentration: string) => `${drug} ${substanceText.strength(concentration)}`,
  /** '100 mg/ml' */
  strength: (concentration: string) => `${concentration} mg/ml`,
  forms: { injection: 'Injection' },
  ml: 'ml',
  bottles,
  /** '03/05/2026', or '03/05/2026 - 03/07/2026' where the days differ. */
  days: (start: string, end: string) => (start === end ? start : `${start} - ${end}`),
} as const
