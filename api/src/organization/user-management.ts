import { randomUUID } from 'node:crypto'
import {
  changedPermissions,
  checkChangedUser,
  checkNewUser,
  checkPermissions,
  emailKey,
  KEEP_ONE_MANAGER,
  type UserFormError,
} from 'sync-protocol/rules/user-form'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { NewUserRequest, OrganizationUser } from 'sync-protocol/wire/organization'
import type { Speaker } from 'sync-protocol/wire/store'
import { accountLog } from '../accounts/account-log-text.ts'
import { addUser } from '../accounts/account-store.ts'
import { hashPassword } from '../accounts/passwords.ts'
import type { LockedOrganization, OrganizationStore } from './organization-store.ts'

const MANAGE = 0

function refuse(wrong: UserFormError | null): void {
  if (wrong) throw new ProtocolError('invalid', wrong.message, { field: wrong.field })
}

/** The caller's permission was read before the line was joined: another manager may have taken it since. */
function assertManages({ users }: LockedOrganization, { user_id }: Speaker): void {
  const speaker = users.find((user) => user._id === user_id)
  if (!speaker?.org_perms.includes(MANAGE)) {
    throw new ProtocolError('forbidden', "You don't have access to this page.")
  }
}

function userOf({ users }: LockedOrganization, id: string): OrganizationUser {
  const user = users.find((each) => each._id === id)
  if (!user) throw new ProtocolError('not_found', 'There is no such user.')
  return user
}

/** */
const keepOne = () => new ProtocolError('conflict', KEEP_ONE_MANAGER)

const inOrder = (perms: readonly number[]) => [...new Set(perms)].sort((a, b) => a - b)

export async function createUser(
  store: OrganizationStore,
  speaker: Speaker,
  form: NewUserRequest,
  now: Date,
): Promise<OrganizationUser> {
  refuse(checkNewUser(form))
  const user: OrganizationUser = {
    _id: randomUUID(),
    name: form.name.trim(),
    email: emailKey(form.email),
    org_perms: inOrder(form.org_perms),
  }
  const password_hash = await hashPassword(form.password)
  await store.locked(speaker.org_id, async (organization) => {
    assertManages(organization, speaker)
    if (organization.users.length >= organization.maximum_users) {
      throw new ProtocolError('limit', 'The maximum number of users is reached.')
    }
    await store.log(organization.client, speaker, accountLog.createdUser(user), now)
    const { _id: user_id, name, email, org_perms: perms } = user
    await addUser(
      organization.client,
      { org_id: speaker.org_id, user_id, name, email, password_hash, perms },
      now,
    )
  })
  return user
}

const samePermissions = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && some.every((one) => others.includes(one))

export async function changeUser(
  store: OrganizationStore,
  speaker: Speaker,
  change: { _id: string; org_perms: readonly number[]; was?: readonly number[] | undefined },
  now: Date,
): Promise<OrganizationUser> {
  refuse(checkPermissions(change.org_perms))
  return store.locked(speaker.org_id, async (organization) => {
    assertManages(organization, speaker)
    const user = userOf(organization, change._id)
    const perms = changedPermissions(user.org_perms, change.was ?? user.org_perms, change.org_perms)
    refuse(checkPermissions(perms))
    if (checkChangedUser(perms, user._id === speaker.user_id)) throw keepOne()
    // What changes nothing is no action of anybody.
    if (samePermissions(perms, user.org_perms)) return user
    await store.setPermissions(organization.client, speaker.org_id, user._id, perms)
    const changed = { ...user, org_perms: perms }
    await store.log(organization.client, speaker, accountLog.changedUser(changed, user.org_perms), now)
    return changed
  })
}

export async function removeUser(
  store: OrganizationStore,
  speaker: Speaker,
  id: string,
  now: Date,
): Promise<void> {
  await store.locked(speaker.org_id, async (organization) => {
    assertManages(organization, speaker)
    const user = userOf(organization, id)
    if (user._id === speaker.user_id) throw keepOne()
    await store.log(organization.client, speaker, accountLog.deletedUser(user), now)
    await store.remove(organization.client, speaker.org_id, user._id, now)
  })
}

/** May people sign in on tablets that know them without a network? Written down when it changes. */
export async function changeOfflineSignIn(
  store: OrganizationStore,
  speaker: Speaker,
  allowed: boolean,
  now: Date,
): Promise<void> {
  await store.locked(speaker.org_id, async (organization) => {
    assertManages(organization, speaker)
    if (await store.allowOfflineSignIn(organization.client, speaker.org_id, allowed))
      await store.log(organization.client, speaker, accountLog.offlineSignIn(allowed), now)
  })
}
