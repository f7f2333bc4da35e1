import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReviewDue, reviewDueOn } from './review-due.ts'

describe('the review of a drug', () => {
  it.each([
    ['2025-03-05', undefined, '2026-03-05'],
    ['2025-03-05', 6, '2025-09-05'],
    ['2025-08-31', 6, '2026-02-28'],
    ['2023-08-31', 6, '2024-02-29'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2025-12-31', 1, '2026-01-31'],
    ['2025-11-30', 120, '2035-11-30'],
  ])('of %s after %s months is due on %s', (reviewed, review_months, due) => {
    expect(reviewDueOn(review_months === undefined ? { reviewed } : { reviewed, review_months })).toBe(due)
  })

  it('is due from its day on, and never for a drug that nobody reviewed', () => {
    const drug = { reviewed: '2025-03-05' }
    expect(['2026-03-04', '2026-03-05', '2026-03-06'].map((today) => isReviewDue(drug, today))).toEqual([
      false,
      true,
      true,
    ])
    expect(isReviewDue({ review_months: 1 }, '2999-01-01')).toBe(false)
  })

  it('is in the month that the calendar counts, and on a day that there is', () => {
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 120 }), (date, review_months) => {
        const reviewed = date.toISOString().slice(0, 10)
        const due = reviewDueOn({ reviewed, review_months }) ?? ''
        // An independent count: months stepped one by one from the first of the month.
        const first = new Date(`${reviewed.slice(0, 7)}-01T00:00:00Z`)
        for (let nth = 0; nth < review_months; nth++) first.setUTCMonth(first.getUTCMonth() + 1)
        expect(due.slice(0, 7)).toBe(first.toISOString().slice(0, 7))
        expect(new Date(`${due}T00:00:00Z`).toISOString().slice(0, 10)).toBe(due)
        const [had, has] = [reviewed, due].map((day) => Number(day.slice(8)))
        expect(has === had || (has ?? 0) < (had ?? 0)).toBe(true)
      }),
    )
  })
})
