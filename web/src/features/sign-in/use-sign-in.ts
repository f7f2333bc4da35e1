import { useState } from 'react'
import type { SignInResult } from '../../data/sign-in.ts'
import { loginText } from './sign-in-text.ts'

export interface SignInTry {
  failure: string | null
  /** By `performance.now()`; null while no try has to wait. */
  waitUntil: number | null
  clear(): void
  /** Resolves with whether it went well. */
  attempt(work: () => Promise<SignInResult>): Promise<boolean>
}

/** One form's tries to sign in, and what the last one came to. */
export function useSignIn(): SignInTry {
  const [failure, setFailure] = useState<string | null>(null)
  const [waitUntil, setWaitUntil] = useState<number | null>(null)
  return {
    failure,
    waitUntil,
    clear: () => setFailure(null),
    async attempt(work) {
      setFailure(null)
      try {
        const result = await work()
        if (result.ok) return true
        setFailure(result.message)
        setWaitUntil(result.waitMs === undefined ? null : performance.now() + result.waitMs)
      } catch (error) {
        console.error(loginText.unknown, error)
        setFailure(loginText.unknown)
      }
      return false
    },
  }
}
