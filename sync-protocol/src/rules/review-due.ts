import type { DrugContent } from '../records/drug.ts'

/** Months after which a drug's dosages are looked at again where nobody said otherwise. */
export const REVIEW_MONTHS = 12

type Reviewed = Pick<DrugContent, 'reviewed' | 'review_months'>

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * The day, YYYY-MM-DD, from which the review of a drug is due: so many months after the day of the last one, or the last day of
 * that month where it has no such day. Undefined for a drug without a day of review: nobody promised one.
 */
export function reviewDueOn({ reviewed, review_months = REVIEW_MONTHS }: Reviewed): string | undefined {
  if (reviewed === undefined) return undefined
  const [year = 0, month = 1, date = 1] = reviewed.split('-').map(Number)
  const months = year * 12 + month - 1 + review_months
  const [dueYear, dueMonth] = [Math.floor(months / 12), (months % 12) + 1]
  const dueDate = Math.min(date, lastDayOf(dueYear, dueMonth))
  return [
    String(dueYear).padStart(4, '0'),
    ...[dueMonth, dueDate].map((n) => String(n).padStart(2, '0')),
  ].join('-')
}

/** True from the day on which the review is due. `today` is the clinic's local day, YYYY-MM-DD. */
export function isReviewDue(drug: Reviewed, today: string): boolean {
  const due = reviewDueOn(drug)
  return due !== undefined && due <= today
}
