/** Words that every part of the controlled substances shares. */
export const substanceText = {
  /** 'Ketamine 100 mg/ml' */
  title: (drug: string, concentration: string) => `${drug} ${substanceText.strength(concentration)}`,
  /** '100 mg/ml' */
  strength: (concentration: string) => `${concentration} mg/ml`,
  forms: { injection: 'Injection' },
  ml: 'ml',
  /** '03/05/2026', or '03/05/2026 - 03/07/2026' where the days differ. */
  days: (start: string, end: string) => (start === end ? start : `${start} - ${end}`),
} as const
