import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { doneReply } from 'sync-protocol/wire/accounts'
import { backupsReply, type Backups } from 'sync-protocol/wire/backups'
import { ProtocolError } from 'sync-protocol/wire/errors'
import {
  changeUserRequest,
  newUserRequest,
  organizationReply,
  organizationSettings,
  removeUserRequest,
  userLinkReply,
  userLinkRequest,
  userReply,
  usersReply,
  type UserLink,
} from 'sync-protocol/wire/organization'
import type { Speaker } from 'sync-protocol/wire/store'
import type { OrganizationStore } from './organization-store.ts'
import { changeOfflineSignIn, changeUser, createUser, removeUser } from './user-management.ts'

export interface OrganizationDependencies {
  organizations: OrganizationStore
  /** How many rows went; undefined where it is not the demonstration. */
  removeDemonstration(orgId: string): Promise<number | undefined>
  backups(): Promise<Backups>
  linkForUser(speaker: Speaker, email: string | undefined, at: Date): Promise<UserLink>
  now(): Date
}

const config = { permission: 0 } as const
const tags = ['Organization']

export function organizationRoutes(
  scope: FastifyInstance,
  { organizations, removeDemonstration, backups, linkForUser, now }: OrganizationDependencies,
): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/organization/information',
    {
      config: { ...config, refusals: ['not_found'] },
      schema: { tags, summary: 'The organization', response: { 200: organizationReply } },
    },
    async ({ speaker }) => {
      const organization = await organizations.information(speaker.org_id)
      if (!organization) throw new ProtocolError('not_found', 'There is no such organization.')
      return { success: true, organization } as const
    },
  )

  app.post(
    '/organization/settings',
    {
      config: { ...config, refusals: ['not_found'] },
      schema: {
        tags,
        summary: 'Change the settings',
        description:
          'May people sign in without a network on tablets that know them? Where not, each tablet forgets at its next contact how to.',
        body: organizationSettings,
        response: { 200: organizationReply },
      },
    },
    async ({ speaker, body }) => {
      await changeOfflineSignIn(organizations, speaker, body.offline_sign_in, now())
      const organization = await organizations.information(speaker.org_id)
      if (!organization) throw new ProtocolError('not_found', 'There is no such organization.')
      return { success: true, organization } as const
    },
  )

  app.get(
    '/organization/backups',
    {
      config,
      schema: {
        tags,
        summary: 'The backups of the server',
        description: 'When the last one was made, and why one failed since.',
        response: { 200: backupsReply },
      },
    },
    async () => ({ success: true, backups: await backups() }) as const,
  )

  app.post(
    '/organization/demonstration/remove',
    {
      config: { ...config, refusals: ['forbidden'] },
      schema: {
        tags,
        summary: 'Remove the demonstration',
        description:
          'The whole organization of the caller with its users, records, ledger and action log, for good. Every tablet of it is ' +
          'signed out, and the server never makes it again. 403 `forbidden` for any organization but the demonstration.',
        response: { 200: doneReply },
      },
    },
    async ({ speaker, log }) => {
      const removed = await removeDemonstration(speaker.org_id)
      if (removed === undefined)
        throw new ProtocolError('forbidden', 'Only the demonstration can be removed.')
      log.warn(`The demonstration was removed by its user ${speaker.user_id}: ${removed} rows.`)
      return { success: true } as const
    },
  )

  app.get(
    '/organization/users',
    {
      config,
      schema: { tags, summary: 'The users', description: 'By name.', response: { 200: usersReply } },
    },
    async ({ speaker }) => ({ success: true, users: await organizations.users(speaker.org_id) }) as const,
  )

  app.post(
    '/organization/users/create',
    {
      config: { ...config, refusals: ['conflict', 'limit', 'invalid'] },
      schema: {
        tags,
        summary: 'Create a user',
        description:
          'In the organization of the caller; `org_key` and `org_name` are taken and not looked at. 409 `conflict` when the ' +
          'e-mail is taken, `limit` when there are as many users as there may be.',
        body: newUserRequest,
        response: { 200: userReply },
      },
    },
    async ({ speaker, body }) =>
      ({ success: true, user: await createUser(organizations, speaker, body, now()) }) as const,
  )

  app.post(
    '/organization/users/update',
    {
      config: { ...config, refusals: ['not_found', 'conflict', 'invalid'] },
      schema: {
        tags,
        summary: "Change a user's permissions",
        description:
          'With `was`, the permissions that the caller had seen, only what differs from them is changed. Nobody takes ' +
          'permission 0 from themselves: 409 `conflict`.',
        body: changeUserRequest,
        response: { 200: userReply },
      },
    },
    async ({ speaker, body }) =>
      ({ success: true, user: await changeUser(organizations, speaker, body, now()) }) as const,
  )

  app.post(
    '/organization/users/link',
    {
      config: { ...config, refusals: ['not_found'] },
      schema: {
        tags,
        summary: 'A link for a new password',
        description:
          'Goes behind `/reset-password/`, for a user who forgot theirs. It holds for an hour, once, and no other link of theirs does.',
        body: userLinkRequest,
        response: { 200: userLinkReply },
      },
    },
    async ({ speaker, body }) => {
      const users = await organizations.users(speaker.org_id)
      const email = users.find(({ _id }) => _id === body._id)?.email
      return { success: true, link: await linkForUser(speaker, email, now()) } as const
    },
  )

  app.post(
    '/organization/users/delete',
    {
      config: { ...config, refusals: ['not_found', 'conflict'] },
      schema: {
        tags,
        summary: 'Delete a user',
        description: 'Their records stay. Nobody deletes themselves: 409 `conflict`.',
        body: removeUserRequest,
        response: { 200: doneReply },
      },
    },
    async ({ speaker, body }) => {
      await removeUser(organizations, speaker, body._id, now())
      return { success: true } as const
    },
  )
}
