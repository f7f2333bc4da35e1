import * as z from 'zod/mini'
import { id, instant } from '../records/fields.ts'
import { permission } from './accounts.ts'

const typed = z.string().check(z.maxLength(1000))

/** `spec 1 §3`: name, key, maximum_users, next_key. */
export const organization = z.object({
  _id: id,
  name: z.string(),
  key: z.string(),
  maximum_users: z.int(),
  next_key: z.int(),
  /** IANA name. */
  time_zone: z.string(),
  demo: z.boolean(),
  /** May people sign in without a network on tablets that know them? */
  offline_sign_in: z.optional(z.boolean()),
})
export const organizationReply = z.object({ success: z.literal(true), organization })
export type Organization = z.infer<typeof organization>

export const organizationUser = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  org_perms: z.array(permission),
})
export type OrganizationUser = z.infer<typeof organizationUser>
export const usersReply = z.object({ success: z.literal(true), users: z.array(organizationUser) })
export const userReply = z.object({ success: z.literal(true), user: organizationUser })

/** The organization comes from the token; the documented `org_key` and `org_name` are taken and not looked at. */
export const newUserRequest = z.object({
  name: typed,
  email: typed,
  password: typed,
  confirm_password: typed,
  org_key: z.optional(typed),
  org_name: z.optional(typed),
  org_perms: z.array(permission).check(z.maxLength(20)),
})
export type NewUserRequest = z.infer<typeof newUserRequest>

/** Name and e-mail cannot be edited (`spec 1 §2`). */
const permissions = z.array(permission).check(z.maxLength(20))
export const changeUserRequest = z.object({
  _id: id,
  org_perms: permissions,
  /** Those that the caller had seen: only what differs from them is changed, whatever another manager changed meanwhile. */
  was: z.optional(permissions),
})
export const removeUserRequest = z.object({ _id: id })

export const userLinkRequest = z.object({ _id: id })
/** A link with which a user chooses a new password, once: its end, to go behind `/reset-password/` of the caller's address. */
export const userLinkReply = z.object({
  success: z.literal(true),
  link: z.object({ id: z.string(), expires_at: instant }),
})
export type UserLink = z.infer<typeof userLinkReply>['link']

export const organizationSettings = z.object({ offline_sign_in: z.boolean() })
