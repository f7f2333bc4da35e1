import { expect, test } from 'vitest'
import { formKeeper } from './form-keeper.ts'

/** A store whose writes end when they are told to. */
function slowStore() {
  const done: string[] = []
  const ends: (() => void)[] = []
  const said: boolean[] = []
  let fails = false
  const one = (what: string) =>
    new Promise<void>((resolve, reject) =>
      ends.push(() => {
        if (fails) return reject(new Error('full'))
        done.push(what)
        resolve()
      }),
    )
  const keeper = formKeeper<string>({
    write: (form) => one(form),
    drop: () => one('dropped'),
    onKept: (kept) => said.push(kept),
  })
  const end = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { keeper, done, end, said, fail: (now: boolean) => (fails = now) }
}

test('writes at once, one at a time, and of what is typed meanwhile only the last', async () => {
  const { keeper, done, end } = slowStore()
  for (const form of ['C', 'Ce', 'Cer']) keeper.keep(form)
  await end()
  await end()
  expect(done).toEqual(['C', 'Cer'])
  keeper.keep(null)
  await end()
  expect(done).toEqual(['C', 'Cer', 'dropped'])
})

test('after it was stopped it writes nothing, and the end is after the last write', async () => {
  const { keeper, done, end } = slowStore()
  keeper.keep('C')
  keeper.keep('Ce')
  let over = false
  const stopped = keeper.stop().then(() => (over = true))
  keeper.keep('Cer')
  expect(over).toBe(false)
  await end()
  await stopped
  expect(done).toEqual(['C'])
})

test('says when keeping fails, and when it works again', async () => {
  const { keeper, end, said, fail } = slowStore()
  fail(true)
  keeper.keep('C')
  await end()
  fail(false)
  keeper.keep('Ce')
  await end()
  expect(said).toEqual([false, true])
})
