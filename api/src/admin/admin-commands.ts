import { randomBytes, randomUUID } from 'node:crypto'
import { checkNewUser, checkPermissions, emailKey } from 'sync-protocol/rules/user-form'
import type { ListedDevice } from 'sync-protocol/wire/device-list'
import { accountLog } from '../accounts/account-log-text.ts'
import { accountStore, addUser } from '../accounts/account-store.ts'
import { newDemonstration } from '../accounts/demonstration.ts'
import { resetDemonstration } from '../accounts/demonstration-store.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { readSecrets } from '../accounts/secrets.ts'
import { writeLibraries } from '../accounts/starting-library.ts'
import { logAction } from '../action-log/action-log-store.ts'
import { CannotStart } from '../cannot-start.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { queriesOn } from '../database/queries.ts'
import { called } from '../devices/device-name.ts'
import { listDevices, setRevoked } from '../devices/device-list-store.ts'
import { safeErrorText } from '../logging/safe-error.ts'
import { organizationStore } from '../organization/organization-store.ts'
import { passwordResetStore } from '../password-reset/password-reset-store.ts'
import { makeLink } from '../password-reset/user-link.ts'
import { postgresStore } from '../sync/sync-store.ts'
import { adminText as text } from './admin-text.ts'
import { clinicOfKey, listClinics, type ListedClinic } from './clinics-store.ts'
import { operatorOf } from './operator.ts'

const MOST_USERS = 10_000
const SHORTEST_ID = 4

export interface Operation {
  database: Database
  config: Pick<Config, 'publicUrl' | 'dataFolder' | 'demonstration'>
  now: Date
}

async function clinicOf({ database }: Operation, key: string): Promise<ListedClinic> {
  const clinic = await clinicOfKey(database.pool, key.trim().toUpperCase())
  if (!clinic) throw new CannotStart(text.noClinic(key))
  return clinic
}

export async function clinics({ database }: Operation): Promise<string[]> {
  const all = await listClinics(database.pool)
  return all.length === 0 ? [text.noClinics] : all.map(text.clinic)
}

/** What each night does of itself, now, and whoever works in it. */
export async function resetDemonstrationNow({ database, config, now }: Operation): Promise<string[]> {
  const anew = await newDemonstration(config.dataFolder)
  if (!(await resetDemonstration(database.pool, anew, now))) throw new CannotStart(text.noReset)
  const { receipt } = await readSecrets(config.dataFolder)
  const store = postgresStore(database, receipt, (error) => console.error(safeErrorText(error)))
  const week = config.demonstration === 'week'
  await writeLibraries({ accounts: accountStore(database), store, now: () => now, week })
  return [text.reset]
}

export async function users(operation: Operation, key: string): Promise<string[]> {
  const { org_id } = await clinicOf(operation, key)
  return (await organizationStore(operation.database).users(org_id)).map(text.user)
}

/** A link for the user of this e-mail, in the action log under the operator's name; the only one that holds from now on. */
export async function resetPassword(operation: Operation, typed: string): Promise<string[]> {
  const { database, config, now } = operation
  const made = await makeLink(
    passwordResetStore(database),
    emailKey(typed),
    ({ org_id, org_name }) => operatorOf({ org_id, name: org_name }),
    now,
  )
  if (!made) throw new CannotStart(text.noUser(typed))
  const link = `${config.publicUrl}/reset-password/${made.link.id}`
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(link).hostname)
  return [text.link(made.person.user_name, link), ...(isHere ? [text.notAddress] : [])]
}

export async function createUser(
  operation: Operation,
  key: string,
  typedEmail: string,
  typedName: string,
  actions: string,
): Promise<string[]> {
  const { database, now } = operation
  const clinic = await clinicOf(operation, key)
  if (!/^[0-3](,[0-3])*$/.test(actions)) throw new CannotStart(text.badActions(actions))
  const perms = [...new Set(actions.split(',').map(Number))].sort((a, b) => a - b)
  // Nobody knows it: the link brings the first one.
  const password = randomBytes(24).toString('base64url')
  const form = { name: typedName, email: typedEmail, password, confirm_password: password, org_perms: perms }
  const wrong = checkNewUser(form) ?? checkPermissions(perms)
  if (wrong) throw new CannotStart(wrong.message)
  const user = { _id: randomUUID(), name: typedName.trim(), email: emailKey(typedEmail), org_perms: perms }
  const password_hash = await hashPassword(password)
  const store = organizationStore(database)
  await store.locked(clinic.org_id, async ({ client, maximum_users, users: present }) => {
    if (present.length >= maximum_users) throw new CannotStart(text.full(maximum_users))
    const { _id: user_id, name, email } = user
    await addUser(client, { org_id: clinic.org_id, user_id, name, email, password_hash, perms }, now)
    await logAction(client, operatorOf(clinic), accountLog.createdUser(user), now)
  })
  return [text.created(user.name, clinic.name), ...(await resetPassword(operation, user.email))]
}

export async function maximumUsers(operation: Operation, key: string, typed: string): Promise<string[]> {
  const { database, now } = operation
  const most = Number(typed)
  if (!/^[1-9]\d{0,4}$/.test(typed) || most > MOST_USERS) throw new CannotStart(text.badNumber(typed))
  const clinic = await clinicOf(operation, key)
  await organizationStore(database).locked(
    clinic.org_id,
    async ({ client, maximum_users, users: present }) => {
      if (present.length > most) throw new CannotStart(text.belowUsers(clinic.name, present.length))
      if (maximum_users === most) return
      await queriesOn(client)
        .updateTable('organizations')
        .set({ maximum_users: most })
        .where('org_id', '=', clinic.org_id)
        .execute()
      await logAction(client, operatorOf(clinic), text.log.maximum(maximum_users, most), now)
    },
  )
  return [text.maximum(clinic.name, most)]
}

const tabletLine = (one: ListedDevice) =>
  text.tablet(one._id, called(one), one.last_seen, one.revoked_at !== null)

export async function tablets(operation: Operation, key: string): Promise<string[]> {
  const clinic = await clinicOf(operation, key)
  const all = await listDevices(operation.database.pool, clinic.org_id)
  return all.length === 0 ? [text.noTablets(clinic.name)] : all.map(tabletLine)
}

export async function revokeTablet(operation: Operation, key: string, typed: string): Promise<string[]> {
  const { database, now } = operation
  const clinic = await clinicOf(operation, key)
  const end = typed.trim().toLowerCase()
  const all = await listDevices(database.pool, clinic.org_id)
  const found = end.length < SHORTEST_ID ? [] : all.filter(({ _id }) => _id.endsWith(end))
  const [tablet] = found
  if (!tablet) throw new CannotStart(text.noTablet(typed))
  if (found.length > 1) throw new CannotStart(text.severalTablets(typed))
  if (tablet.revoked_at !== null) return [text.alreadyRevoked(called(tablet))]
  await setRevoked(database.pool, operatorOf(clinic), tablet._id, true, now)
  return [text.revoked(called(tablet))]
}
