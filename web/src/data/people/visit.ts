import { visitReply } from 'sync-protocol/wire/accounts'
import { errorBody } from 'sync-protocol/wire/errors'
import { callServer, OfflineError } from './server-call.ts'
import { signIn } from './session.ts'
import type { SignInResult } from './sign-in.ts'
import { signInText } from './sign-in-text.ts'

const failed = (reason: 'offline' | 'unknown', message: string): SignInResult => ({
  ok: false,
  reason,
  message,
})

/** Signs in to the demonstration as its visitor: the server says with what. */
export async function tryDemonstration(): Promise<SignInResult> {
  try {
    const { body } = await callServer({ method: 'POST', path: '/demonstration/visit', token: null })
    const reply = visitReply.safeParse(body)
    if (reply.success) return await signIn(reply.data.email, reply.data.password)
    console.error(signInText.unknown, body)
    const said = errorBody.safeParse(body)
    return failed('unknown', said.success ? said.data.message : signInText.unknown)
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error
    return failed('offline', signInText.tryOffline)
  }
}
