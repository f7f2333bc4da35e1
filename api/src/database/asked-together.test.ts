import { expect, test } from 'vitest'
import { askedTogether } from './asked-together.ts'

const turn = () => new Promise((next) => setImmediate(next))

/** Answers each question with itself, when it is told to. */
function database() {
  const asked: { questions: readonly number[]; answer: () => void; fail: (reason: Error) => void }[] = []
  const ask = askedTogether<number, string>(
    (questions) =>
      new Promise((answered, fail) =>
        asked.push({ questions, answer: () => answered(questions.map(String)), fail }),
      ),
  )
  return { asked, ask }
}

test('who asks in one turn is answered by one question, each with the own answer', async () => {
  const { asked, ask } = database()
  const answers = Promise.all([ask(1), ask(2), ask(1)])
  await turn()
  expect(asked.map(({ questions }) => questions)).toEqual([[1, 2, 1]])
  asked[0]?.answer()
  expect(await answers).toEqual(['1', '2', '1'])
})

test('no answer is older than its question: who asks later is not given what is under way', async () => {
  const { asked, ask } = database()
  const first = ask(1)
  await turn()
  const again = ask(1)
  await turn()
  expect(asked).toHaveLength(2)
  const late = [ask(2), ask(3)]
  await turn()
  expect(asked).toHaveLength(2)
  asked[0]?.answer()
  expect(await first).toBe('1')
  await turn()
  expect(asked.map(({ questions }) => questions)).toEqual([[1], [1], [2, 3]])
  for (const { answer } of asked) answer()
  expect(await Promise.all([again, ...late])).toEqual(['1', '2', '3'])
})

test('a failure is told to those who asked, and the next are answered', async () => {
  const { asked, ask } = database()
  const lost = Promise.allSettled([ask(1), ask(2)])
  await turn()
  asked[0]?.fail(new Error('lost'))
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const later = ask(3)
  await turn()
  asked[1]?.answer()
  expect(await later).toBe('3')
})
