import type { OwnPasswordRequest } from 'sync-protocol/wire/own-account'
import { readyForPassword } from './known-person.ts'
import { serverCall, ServerError } from './server-call.ts'
import { currentUser } from './session.ts'

/**
 * Changes the password of who is signed in: on the server, and what lets them in here without a network. `again`: an attempt
 * with this new password was not answered, so it may be the present one already.
 */
export async function changeOwnPassword(form: OwnPasswordRequest, again: boolean): Promise<void> {
  const { _id } = currentUser()
  const change = (typed: OwnPasswordRequest) => serverCall('POST', '/user/password', typed)
  // Before: the longer this takes after the answer, the likelier a tablet that goes out keeps the old one.
  const changeHere = await readyForPassword(_id, form.old_password, form.password)
  try {
    await change(form)
  } catch (error) {
    if (!again || !isWrongOld(error)) throw error
    await change({ ...form, old_password: form.password }).catch((second: unknown) => {
      throw isWrongOld(second) ? error : second
    })
  }
  await changeHere().catch((error: unknown) =>
    console.error('The new password does not open this tablet without a network yet.', error),
  )
}

const isWrongOld = (error: unknown): error is ServerError =>
  error instanceof ServerError && error.status === 422 && error.field === 'old_password'
