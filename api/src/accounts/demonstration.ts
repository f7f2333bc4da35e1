import { randomUUID } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccountStore, Clinics, NewOrganization, NewUser } from './account-store.ts'
import { hashPassword } from './passwords.ts'
import { newOrganizationKey, newPassword } from './registration.ts'
import { createOnce } from './secrets.ts'

export const DEMONSTRATION_CLINIC = 'Demonstration Clinic'

/** A user of each kind; all have the one password. */
export const DEMONSTRATION_USERS = [
  { name: 'Ada Administrator', email: 'administrator@demo.test', perms: [0] },
  { name: 'Tom Technician', email: 'technician@demo.test', perms: [1] },
  { name: 'Vera Veterinarian', email: 'veterinarian@demo.test', perms: [1, 2] },
  { name: 'Lee Lead', email: 'lead@demo.test', perms: [0, 1, 2, 3] },
  { name: 'Sam Sections', email: 'sections@demo.test', perms: [1, 3] },
  { name: 'Nora Nothing', email: 'nothing@demo.test', perms: [2] },
] as const

export interface Demonstration {
  password: string
  /** Where the password is kept. */
  file: string
}

export const passwordFile = (dataFolder: string) => join(dataFolder, 'demonstration-password.txt')

/** Makes the demonstration clinic in a database without any organization; undefined where there is one, or it was removed. */
export async function foundDemonstration(
  accounts: AccountStore,
  dataFolder: string,
  now: Date,
): Promise<Demonstration | undefined> {
  const none = ({ demo, real, demoRemoved }: Clinics) => demo + real === 0 && !demoRemoved
  if (!none(await accounts.clinics())) return undefined
  const { organization, users, ...demonstration } = await newDemonstration(dataFolder)
  return (await accounts.found(organization, users, now, none)) ? demonstration : undefined
}

/** As the first start founds it, with the password that is kept in the data folder. */
export async function newDemonstration(
  dataFolder: string,
): Promise<Demonstration & { organization: NewOrganization; users: NewUser[] }> {
  // On disk before the accounts exist: a crash in between must not leave a password that nobody knows.
  const file = passwordFile(dataFolder)
  await mkdir(dataFolder, { recursive: true })
  await createOnce(file, `${newPassword()}\n`)
  const password = (await readFile(file, 'utf8')).trim()
  const organization = {
    org_id: randomUUID(),
    name: DEMONSTRATION_CLINIC,
    key: newOrganizationKey(),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    demo: true,
    library_due: true,
  }
  const users = await Promise.all(
    DEMONSTRATION_USERS.map(async ({ name, email, perms }) => ({
      org_id: organization.org_id,
      user_id: randomUUID(),
      name,
      email,
      password_hash: await hashPassword(password),
      perms,
    })),
  )
  return { password, file, organization, users }
}

/** What is told to whoever started the server for the first time. */
export function demonstrationLines({ password, file }: Demonstration): string[] {
  return [
    `Made the ${DEMONSTRATION_CLINIC}, not for patient care. Everyone in it has the password ${password}`,
    `(kept in ${file}).`,
    ...DEMONSTRATION_USERS.map(({ email, perms }) => `  ${email}  permissions ${perms.join(', ')}`),
  ]
}
