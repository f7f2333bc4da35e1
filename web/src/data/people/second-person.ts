import { deviceDatabase } from '../device/device-database.ts'
import { recognise } from './known-person.ts'
import { waitWords } from './sign-in-text.ts'
import { secondPersonText as text } from './second-person-text.ts'

export type SecondPerson =
  | { ok: true; _id: string; name: string }
  /** What is said, and at which field. */
  | { ok: false; field: 'email' | 'password'; message: string }

const refused = (field: 'email' | 'password', message: string): SecondPerson => ({
  ok: false,
  field,
  message,
})

/**
 * Is this somebody else of the same clinic, with the right password? Asked on the tablet alone, so it works without a network,
 * and wrong passwords wait as those of a sign-in do. Nobody is signed in or out by it.
 */
export async function secondPerson(
  typed: string,
  password: string,
  first: { _id: string; org_id: string },
): Promise<SecondPerson> {
  const email = typed.trim().toLowerCase()
  if (email === '') return refused('email', text.noEmail)
  const person = await deviceDatabase().people.get(email)
  // @rule second-person
  if (person?.user_id === first._id) return refused('email', text.samePerson)
  if (person?.org_id !== first.org_id) return refused('email', text.unknown)
  if (password === '') return refused('password', text.noPassword)
  const found = await recognise(email, password)
  if (!found.known) return refused('email', text.unknown)
  if (found.opened) {
    const { _id, name, org_id } = found.value.user
    return _id === first._id || org_id !== first.org_id
      ? refused('email', text.unknown)
      : { ok: true, _id, name }
  }
  if (found.why === 'not-allowed') return refused('password', text.notAllowed)
  const wait = waitWords(found.wait_ms)
  if (found.why === 'waiting') return refused('password', text.waiting(wait))
  return refused('password', found.wait_ms === 0 ? text.wrong : text.wrongWait(wait))
}
