import { expect, test, vi } from 'vitest'
import { CONFIRM_MS, confirmSoon } from './confirm-soon.ts'

function setUp(answers: (boolean | Error)[]) {
  let planned: { work: () => void; ms: number }[] = []
  const timers = {
    set(work: () => void, ms: number) {
      const timer = { work, ms }
      planned.push(timer)
      return timer
    },
    clear(timer: unknown) {
      planned = planned.filter((each) => each !== timer)
    },
  }
  const ask = vi.fn()
  const confirming = confirmSoon(
    timers,
    async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer === true
    },
    ask,
  )
  const pass = async () => {
    for (const { work } of planned.splice(0)) work()
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { confirming, planned: () => planned, pass, ask }
}

test('[T7] what was sent and does not come back as an event is asked for, soon and once', async () => {
  const { confirming, planned, pass, ask } = setUp([true, false])
  for (let saves = 0; saves < 3; saves++) confirming.expect()
  expect(planned()).toEqual([{ work: expect.any(Function) as () => void, ms: CONFIRM_MS }])
  await pass()
  expect(ask).toHaveBeenCalledTimes(1)
  confirming.expect()
  await pass()
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a look that fails is told to the console, and the next one is made', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue()
  const { confirming, pass, ask } = setUp([new Error('closed'), true])
  confirming.expect()
  await pass()
  expect(told).toHaveBeenCalledTimes(1)
  confirming.expect()
  await pass()
  expect(ask).toHaveBeenCalledTimes(1)
  confirming.expect()
  confirming.stop()
  await pass()
  expect(ask).toHaveBeenCalledTimes(1)
})
