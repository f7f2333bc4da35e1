import type { FastifyContextConfig } from 'fastify'
import { type ErrorCode, STATUS_OF, UNSEEN } from 'sync-protocol/wire/errors'
import * as z from 'zod'
import type { DocumentedRoute } from './documented-route.ts'

/** What each code of the closed list means to a caller, and a message as it comes. */
export const FAILURES: Readonly<Record<ErrorCode, { means: string; message: string; more?: object }>> = {
  invalid_request: {
    means:
      'the request cannot be read: not JSON, or a field that is missing or of the wrong sort. Mend it; sent again as it is, it fails again.',
    message: 'This field is missing.',
    more: { field: 'email' },
  },
  unauthenticated: {
    means: 'no valid token: it is missing, its session is over, or its user was removed. Sign in again.',
    message: 'Please log in.',
  },
  forbidden: {
    means: 'the caller lacks the permission at this moment, or speaks with a push token.',
    message: "You don't have access to this page.",
  },
  not_found: {
    means:
      'there is no such address, record, section or species; another organization’s record does not exist either.',
    message: 'This record does not exist.',
  },
  gap: {
    means: 'earlier changes of the lane are missing. Send on from `last_n` + 1.',
    message: 'Earlier changes of this lane are missing.',
    more: { last_n: 41 },
  },
  lane_forked: {
    means: 'the lane already has another change under this number or id. Take a new lane, keep the ids.',
    message: 'This lane went two ways.',
  },
  epoch_changed: {
    means:
      'the server was restored from a backup. Load the records anew, take a new lane, send again under the same ids.',
    message: 'The server was restored.',
    more: { epoch: '6d6f1f1e-6f0a-4f5c-9a65-0d1c7a1a3c11' },
  },
  conflict: {
    means:
      'something else stands by now: another version than `If-Match` names, a taken e-mail, a used key. Read again and decide.',
    message: 'This record has changed. Please read it again.',
  },
  immutable: {
    means: 'the record is a fact: it stays as it is and can only be voided.',
    message: 'This record cannot be changed, only voided.',
  },
  limit: {
    means: 'as many as there may be are there already.',
    message: 'The maximum number of users is reached.',
  },
  cursor_expired: {
    means: 'the cursor is older than what is remembered of deletions (180 days). Load the records anew.',
    message: 'This tablet was away too long: its records are loaded again.',
  },
  too_large: {
    means: 'the body has more bytes than the call takes. Send it in smaller pieces.',
    message: 'This request is too large.',
  },
  unsupported_media_type: {
    means: 'the body is not `application/json`.',
    message: 'Please send application/json.',
  },
  invalid: {
    means: 'what was entered breaks a rule; the message is the form’s, `field` names the place.',
    message: 'Drug name is required.',
    more: { field: 'name' },
  },
  protocol_unsupported: {
    means: 'this number of the sync protocol is not served any more. Update the client.',
    message: 'This version of the app is too old: reload to update it.',
  },
  rate_limited: {
    means: 'too many attempts. Wait as many seconds as `retry-after` says.',
    message: 'Too many attempts. Please try again in 30 seconds.',
  },
  internal: {
    means: 'a fault of the server; nothing of it is told here.',
    message: 'An unknown error occured. Please contact customer support.',
  },
  unavailable: {
    means: 'the database does not answer at the moment; nothing was changed. Try again.',
    message: 'The server cannot answer at the moment. Please try again.',
  },
}

/** Every code that a call may answer with, by status. */
export function failuresOf({
  method,
  schema,
  config,
}: DocumentedRoute): [status: number, codes: ErrorCode[]][] {
  const codes = new Set<ErrorCode>(['invalid_request', 'internal', 'unavailable', ...(config.refusals ?? [])])
  if (config.access !== 'guest') codes.add('unauthenticated').add('forbidden')
  if (schema.params !== undefined) codes.add('not_found')
  if (schema.body !== undefined) codes.add('too_large').add('unsupported_media_type')
  if (method !== 'get') codes.add('unsupported_media_type')
  if (isRated(config)) codes.add('rate_limited')
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of Object.keys(STATUS_OF) as ErrorCode[]) {
    if (codes.has(code)) byStatus.set(STATUS_OF[code], [...(byStatus.get(STATUS_OF[code]) ?? []), code])
  }
  if (namesVersion(schema)) byStatus.set(UNSEEN, ['conflict'])
  return [...byStatus].sort(([a], [b]) => a - b)
}

const namesVersion = ({ headers }: DocumentedRoute['schema']) =>
  headers instanceof z.ZodObject && 'if-match' in headers.shape

const isRated = (config: FastifyContextConfig) => 'rateLimit' in config && config.rateLimit !== undefined
