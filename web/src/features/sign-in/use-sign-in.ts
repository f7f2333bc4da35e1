import { useState } from 'react'
import type { SignInResult } from '../../data/people/sign-in.ts'
import { loginText } from './sign-in-text.ts'

export interface SignInTry {
  failure: string | null
  /** By `performance.now()`; null while no try has to wait. */
  waitUntil: number | null
  /** What is not typed yet, with what is said at its field. */
  lacking: { field: 'email' | 'password'; message: string } | null
  /** What of the form has to be typed before there is anything to try; null where all is there. */
  findLacking(email: string, password: string): 'email' | 'password' | null
  clear(): void
  /** Resolves with whether it went well. */
  attempt(work: () => Promise<SignInResult>): Promise<boolean>
}

/** One form's tries to sign in, and what the last one came to. */
export function useSignIn(): SignInTry {
  const [failure, setFailure] = useState<string | null>(null)
  const [waitUntil, setWaitUntil] = useState<number | null>(null)
  const [lacking, setLacking] = useState<SignInTry['lacking']>(null)
  return {
    failure,
    waitUntil,
    lacking,
    findLacking(email, password) {
      const field = email.trim() === '' ? 'email' : password === '' ? 'password' : null
      setLacking(field && { field, message: loginText.lacking[field] })
      if (field !== null) setFailure(null)
      return field
    },
    clear() {
      setFailure(null)
      setLacking(null)
    },
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
