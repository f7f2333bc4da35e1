import { backupsReply } from 'sync-protocol/wire/backups'
import {
  organizationReply,
  userLinkReply,
  userReply,
  usersReply,
  type NewUserRequest,
  type OrganizationUser,
} from 'sync-protocol/wire/organization'
import { noteDemonstrationGone } from '../../data/people/revocation.ts'
import { keepSeenOrganization, type SeenOrganization } from '../../data/people/seen-organization.ts'
import { serverCall } from '../../data/people/server-call.ts'

/** The organization and its users as they are now; kept for when the server is out of reach. */
export async function askOrganization(): Promise<SeenOrganization> {
  const [information, list, backups] = await Promise.all([
    serverCall('GET', '/organization/information'),
    serverCall('GET', '/organization/users'),
    serverCall('GET', '/organization/backups'),
  ])
  const { organization } = organizationReply.parse(information)
  const seen = {
    organization,
    users: usersReply.parse(list).users,
    backups: backupsReply.parse(backups).backups,
    at: new Date().toISOString(),
  }
  await keepSeenOrganization(seen).catch((error: unknown) => console.error(error))
  return seen
}

export async function createUser(request: NewUserRequest): Promise<OrganizationUser> {
  return userReply.parse(await serverCall('POST', '/organization/users/create', request)).user
}

/** Only what differs from what was seen is changed: another manager may have changed the rest meanwhile. */
export async function changeUser(
  { _id, org_perms: was }: OrganizationUser,
  org_perms: readonly number[],
): Promise<OrganizationUser> {
  return userReply.parse(await serverCall('POST', '/organization/users/update', { _id, org_perms, was })).user
}

export async function allowOfflineSignIn(offline_sign_in: boolean): Promise<void> {
  organizationReply.parse(await serverCall('POST', '/organization/settings', { offline_sign_in }))
}

/** Removes the whole organization from the server, where it is the demonstration, and then from this tablet. */
export async function removeDemonstration(orgId: string): Promise<void> {
  await serverCall('POST', '/organization/demonstration/remove')
  await noteDemonstrationGone(orgId)
}

/** The whole address with which this user chooses a new password, and when it ends; the one before does not hold any more. */
export async function makeUserLink(_id: string): Promise<{ address: string; until: string }> {
  const { link } = userLinkReply.parse(await serverCall('POST', '/organization/users/link', { _id }))
  return { address: `${location.origin}/reset-password/${link.id}`, until: link.expires_at }
}

export async function deleteUser(_id: string): Promise<void> {
  await serverCall('POST', '/organization/users/delete', { _id })
}
