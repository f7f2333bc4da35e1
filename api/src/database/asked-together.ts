interface Asking<Question, Answer> {
  question: Question
  answered: (answer: Answer) => void
  failed: (reason: unknown) => void
}

/** How many questions are under way at once; the next waits, and is asked with all that came meanwhile. */
const AT_ONCE = 2

/**
 * Asks the database once for all who ask in the same turn of the loop, or while earlier questions are under way. Each answer
 * is as of a moment after its question came. `ask` answers in the order of the questions; when it fails, it fails for all.
 */
export function askedTogether<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Asking<Question, Answer>[] = []
  let asking = 0
  let soon: NodeJS.Immediate | undefined

  const next = () => {
    soon = undefined
    if (waiting.length === 0 || asking === AT_ONCE) return
    const asked = waiting
    waiting = []
    asking += 1
    ask(asked.map(({ question }) => question))
      .then(
        (answers) => asked.forEach(({ answered }, index) => answered(answers[index] as Answer)),
        (reason: unknown) => asked.forEach(({ failed }) => failed(reason)),
      )
      .finally(() => {
        asking -= 1
        next()
      })
  }
  return (question) =>
    new Promise((answered, failed) => {
      waiting.push({ question, answered, failed })
      soon ??= setImmediate(next)
    })
}
