import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

test('at most so many run at once; the others follow in order, after failures too', async () => {
  const slots = new Slots(2)
  const started: number[] = []
  const ends: (() => void)[] = []
  const work = (number: number) =>
    slots.run(() => {
      started.push(number)
      return new Promise<number>((resolve, reject) => {
        ends[number] = () => (number === 0 ? reject(new Error('failed')) : resolve(number))
      })
    })
  const all = Promise.allSettled([0, 1, 2, 3].map(work))
  expect(started).toEqual([0, 1])
  ends[0]?.()
  await expect.poll(() => started).toEqual([0, 1, 2])
  ends[2]?.()
  await expect.poll(() => started).toEqual([0, 1, 2, 3])
  ends[1]?.()
  ends[3]?.()
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})
