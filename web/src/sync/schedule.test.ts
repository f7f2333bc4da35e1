import { describe, expect, test } from 'vitest'
import type { RoundFor, RoundResult } from './round.ts'
import { backOff, startSchedule } from './schedule.ts'

/** Timers that only go off when told to. */
function setUp(results: RoundResult[]) {
  const planned: { work: () => void; ms: number }[] = []
  let rounds = 0
  const asked: RoundFor[] = []
  let release: (() => void) | undefined
  const schedule = startSchedule(
    async (what) => {
      rounds++
      asked.push(what)
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return results.shift() ?? { ok: true, reachable: true }
    },
    () => 0.5,
    {
      set(work, ms) {
        const timer = { work, ms }
        planned.push(timer)
        return timer
      },
      clear(timer) {
        const at = planned.findIndex((each) => each === timer)
        if (at >= 0) planned.splice(at, 1)
      },
    },
    () => undefined,
  )
  const finish = async () => {
    release?.()
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return {
    schedule,
    finish,
    rounds: () => rounds,
    asked,
    waits: () => planned.map(({ ms }) => ms),
    fire: () => planned.shift()?.work(),
  }
}
const failed: RoundResult = { ok: false, reachable: false }

describe('when to send', () => {
  test('[T5] full-jitter back-off: a ceiling from 1 s that doubles to 60 s, without end', () => {
    expect([1, 2, 3, 6, 7, 50].map((failures) => backOff(failures, 1))).toEqual([
      1000, 2000, 4000, 32000, 60000, 60000,
    ])
    expect(backOff(50, 0)).toBe(0)
    expect(backOff(3, 0.25)).toBe(1000)
  })

  test('[T5] while the server is only asked whether it answers, it is asked again within five seconds', async () => {
    const results = Array.from({ length: 9 }, () => ({ ...failed, probed: true }))
    const { finish, waits, fire } = setUp([...results, failed])
    const seen: number[] = []
    for (let turn = 0; turn < 10; turn++) {
      await finish()
      seen.push(...waits())
      fire()
    }
    expect(seen).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000, 5000, 5000, 30000])
  })

  test('[T5] at once, after a failure with back-off, and when all is well every minute', async () => {
    const { finish, rounds, waits, fire } = setUp([failed, failed, { ok: true, reachable: true }])
    expect(rounds()).toBe(1)
    await finish()
    expect(waits()).toEqual([500])
    fire()
    await finish()
    expect(waits()).toEqual([1000])
    fire()
    await finish()
    expect(waits()).toEqual([60_000])
    expect(rounds()).toBe(3)
  })

  test('[T5] a save, `online`, becoming visible or a sign-in starts a round at once and cancels the wait', async () => {
    const { schedule, finish, rounds, waits } = setUp([failed])
    await finish()
    schedule.poke()
    expect(rounds()).toBe(2)
    expect(waits()).toEqual([])
    await finish()
    schedule.tryNow()
    expect(rounds()).toBe(3)
  })

  test('[T5] `online` during a round that fails, since it began before: the next one starts at once', async () => {
    const { schedule, finish, rounds, waits } = setUp([failed])
    schedule.tryNow()
    expect(rounds()).toBe(1)
    await finish()
    expect(rounds()).toBe(2)
    expect(waits()).toEqual([])
    await finish()
    expect(rounds()).toBe(2)
    expect(waits()).toEqual([60_000])
  })

  test('[T5] with `online` the back-off begins anew: a first request may still fail, and is no reason to wait long', async () => {
    const { schedule, finish, waits } = setUp(Array.from({ length: 7 }, () => failed))
    await finish()
    for (let save = 2; save <= 6; save++) {
      schedule.poke()
      await finish()
    }
    expect(waits()).toEqual([16_000])
    schedule.tryNow()
    await finish()
    expect(waits()).toEqual([500])
  })

  test('[T5] a save during a round that fails waits with it', async () => {
    const { schedule, finish, rounds, waits } = setUp([failed])
    schedule.poke()
    await finish()
    expect(rounds()).toBe(1)
    expect(waits()).toEqual([500])
  })

  test('[T5] what is saved during a round is sent right after it; never two rounds at once', async () => {
    const { schedule, finish, rounds } = setUp([])
    schedule.poke()
    schedule.poke()
    expect(rounds()).toBe(1)
    await finish()
    expect(rounds()).toBe(2)
    await finish()
    expect(rounds()).toBe(2)
  })

  test('[T5] what a round dealt with by its end is no reason for another; what it did not is', async () => {
    const { schedule, finish, rounds } = setUp([])
    schedule.poke(async () => false)
    await finish()
    expect(rounds()).toBe(1)
    schedule.poke()
    schedule.poke(async () => false)
    schedule.poke(async () => true)
    await finish()
    expect(rounds()).toBe(3)
    await finish()
    expect(rounds()).toBe(3)
  })

  test('[T5] a round for sending alone never puts off the one that reads', async () => {
    const { schedule, finish, asked, waits, fire } = setUp([])
    await finish()
    for (let save = 0; save < 3; save++) {
      schedule.poke(undefined, 'sending')
      await finish()
      expect(waits()).toEqual([60_000])
    }
    // The minute is over while a save leaves.
    schedule.poke(undefined, 'sending')
    fire()
    await finish()
    expect(asked).toEqual(['all', 'sending', 'sending', 'sending', 'sending', 'all'])
    await finish()
    expect(waits()).toEqual([60_000])
  })

  test('[T5] what is to be read during a round for sending is read right after it, whatever is to be sent too', async () => {
    const { schedule, finish, asked, waits } = setUp([])
    await finish()
    schedule.poke(undefined, 'sending')
    schedule.poke(undefined, 'sending')
    schedule.poke()
    schedule.poke(undefined, 'sending')
    await finish()
    expect(asked).toEqual(['all', 'sending', 'all'])
    schedule.poke(undefined, 'sending')
    await finish()
    expect(asked).toEqual(['all', 'sending', 'all', 'sending'])
    expect(waits()).toEqual([60_000])
  })

  test('[T5] after a failure every round reads, as nobody knows what was missed', async () => {
    const { schedule, finish, asked, waits } = setUp([{ ok: true, reachable: true }, failed, failed])
    await finish()
    schedule.poke(undefined, 'sending')
    await finish()
    expect(waits()).toEqual([500])
    schedule.poke(undefined, 'sending')
    await finish()
    expect(waits()).toEqual([1000])
    expect(asked).toEqual(['all', 'sending', 'all'])
  })

  test('429: nothing is sent before the time that the server named', async () => {
    const { schedule, finish, rounds, waits, fire } = setUp([
      { ok: false, reachable: true, retryAfterMs: 30_000 },
    ])
    await finish()
    expect(waits()).toEqual([30_000])
    schedule.poke()
    schedule.tryNow()
    expect(rounds()).toBe(1)
    fire()
    expect(rounds()).toBe(2)
  })

  test.each([3_600_000, 30 * 86_400_000])(
    '[T5] asked to wait for %i ms, by whomever, it asks again after five minutes',
    async (retryAfterMs) => {
      const { finish, rounds, waits, fire } = setUp([{ ok: false, reachable: true, retryAfterMs }])
      await finish()
      expect(waits()).toEqual([300_000])
      fire()
      expect(rounds()).toBe(2)
    },
  )

  test('after the end nothing starts any more', async () => {
    const { schedule, finish, rounds, waits } = setUp([])
    const ended = schedule.stop()
    await finish()
    await ended
    schedule.poke()
    expect(rounds()).toBe(1)
    expect(waits()).toEqual([])
  })
})
