import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { doneReply } from 'sync-protocol/wire/accounts'
import { ProtocolError } from 'sync-protocol/wire/errors'
import {
  changeUserRequest,
  newUserRequest,
  organizationReply,
  removeUserRequest,
  userReply,
  usersReply,
} from 'sync-protocol/wire/organization'
import type { OrganizationStore } from './organization-store.ts'
import { changeUser, createUser, removeUser } from './user-management.ts'

export interface OrganizationDependencies {
  organizations: OrganizationStore
  now(): Date
}

const config = { permission: 0 } as const

export function organizationRoutes(
  scope: FastifyInstance,
  { organizations, now }: OrganizationDependencies,
): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/organization/information',
    { config, schema: { response: { 200: organizationReply } } },
    async ({ speaker }) => {
      const organization = await organizations.information(speaker.org_id)
      if (!organization) throw new ProtocolError('not_found', 'There is no such organization.')
      return { success: true, organization } as const
    },
  )

  app.get(
    '/organization/users',
    { config, schema: { response: { 200: usersReply } } },
    async ({ speaker }) => ({ success: true, users: await organizations.users(speaker.org_id) }) as const,
  )

  app.post(
    '/organization/users/create',
    { config, schema: { body: newUserRequest, response: { 200: userReply } } },
    async ({ speaker, body }) =>
      ({ success: true, user: await createUser(organizations, speaker, body, now()) }) as const,
  )

  app.post(
    '/organization/users/update',
    { config, schema: { body: changeUserRequest, response: { 200: userReply } } },
    async ({ speaker, body }) =>
      ({ success: true, user: await changeUser(organizations, speaker, body, now()) }) as const,
  )

  app.post(
    '/organization/users/delete',
    { config, schema: { body: removeUserRequest, response: { 200: doneReply } } },
    async ({ speaker, body }) => {
      await removeUser(organizations, speaker, body._id, now())
      return { success: true } as const
    },
  )
}
