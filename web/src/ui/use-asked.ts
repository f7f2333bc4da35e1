import { useCallback, useEffect, useRef, useState } from 'react'

/** What is asked of a server; one object for as long as it is asked. */
export interface Question<Answer> {
  ask: () => Promise<Answer>
  /** The last answer that was kept here. */
  kept: () => Promise<Answer | undefined>
  failureOf: (error: unknown) => 'unreachable' | 'failed'
  /** Calls whenever there is a reason to ask again; gives what ends it. */
  onReasonToAsk: (again: () => void) => () => void
  /** What the console says beside an error. */
  failed: string
}

export interface Asked<Answer> {
  seen: Answer | null
  /** Only `fresh` may be changed. */
  state: 'reading' | 'fresh' | 'unreachable' | 'failed'
}

/** An answer as it is now, asked again whenever it may have changed; else as it was seen last. */
export function useAsked<Answer>(question: Question<Answer>) {
  const [shown, setShown] = useState<Asked<Answer>>({ seen: null, state: 'reading' })
  const asked = useRef(0)

  const reload = useCallback(async () => {
    const turn = ++asked.current
    // An answer that a later question overtook is old.
    const show = (next: (now: Asked<Answer>) => Asked<Answer>) => {
      if (turn === asked.current) setShown(next)
    }
    try {
      const seen = await question.ask()
      show(() => ({ seen, state: 'fresh' }))
    } catch (error) {
      console.error(question.failed, error)
      const kept = await question.kept().catch((fault: unknown) => {
        console.error(fault)
        return undefined
      })
      const state = question.failureOf(error)
      show((now) => ({ seen: now.seen ?? kept ?? null, state }))
    }
  }, [question])

  useEffect(() => {
    void reload()
    return question.onReasonToAsk(() => void reload())
  }, [question, reload])
  return { ...shown, reload }
}
