import { useEffect } from 'react'
import type { UserForm } from 'sync-protocol/rules/user-form'
import { unsavedUser } from '../../data/people/unsaved-typed.ts'

const logged = (error: unknown) => console.error(error)

export const forgetTyped = () => void unsavedUser.keep(null).catch(logged)

/** Keeps what is typed for a new user while the form is open, but its passwords: those never reach the disk. */
export function useKeptUser({ name, email, org_perms }: UserForm, keeps: boolean): void {
  useEffect(() => {
    if (keeps) unsavedUser.keep({ name, email, org_perms }).catch(logged)
  }, [keeps, name, email, org_perms])
}
