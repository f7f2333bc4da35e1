import { expect, it } from 'vitest'
import { clicksUntil } from './metronome.ts'

it('clicks 110 times in each minute, however its pieces are asked for', () => {
  let next = 0
  const all: number[] = []
  for (let until = 0.5; until <= 60; until += 0.125) {
    const piece = clicksUntil(next, until)
    next = piece.next
    all.push(...piece.due)
  }
  expect(all).toHaveLength(110)
  for (const [place, at] of all.entries()) expect(at).toBeCloseTo((place * 60) / 110, 6)
})
