import { serverCall } from '../../data/people/server-call.ts'
import { signIn } from '../../data/people/session.ts'
import type { SetupForm } from './setup-form.ts'

/** Makes the clinic with its first user and signs that user in; false when only the sign-in failed. */
export async function setUpClinic(form: SetupForm): Promise<boolean> {
  const email = form.email.trim()
  await serverCall('POST', '/user/register', {
    ...form,
    email,
    name: form.name.trim(),
    org_name: form.org_name.trim(),
  })
  const result = await signIn(email, form.password)
  return result.ok
}
