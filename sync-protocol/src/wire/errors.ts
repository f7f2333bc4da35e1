import * as z from 'zod/mini'

/** The closed list of expected failures and their HTTP status (sync contract, section 10). */
export const STATUS_OF = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  gap: 409,
  lane_forked: 409,
  epoch_changed: 409,
  conflict: 409,
  immutable: 409,
  limit: 409,
  cursor_expired: 410,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  protocol_unsupported: 426,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof STATUS_OF
/** A `conflict` that `If-Match` found: what stands is not what the caller saw (RFC 9110). */
export const UNSEEN = 412

export const errorBody = z.object({
  success: z.literal(false),
  code: z.enum(Object.keys(STATUS_OF) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  field: z.optional(z.string()),
  /** With `gap`: the last number of the lane that the server has. */
  last_n: z.optional(z.int()),
  /** With `epoch_changed`: the server's epoch. */
  epoch: z.optional(z.string()),
  /** With `forbidden`: this tablet was revoked. It may still push; then it removes its records. */
  revoked: z.optional(z.literal(true)),
  /** With `internal`: what whoever runs the server finds in its log. */
  request_id: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof errorBody>

/** An expected failure; anything else thrown on the server is a bug and answers 500 without detail. */
export class ProtocolError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly extra: { last_n?: number; epoch?: string; revoked?: true }
  constructor(
    code: ErrorCode,
    message: string,
    more: { field?: string; last_n?: number; epoch?: string; revoked?: true } = {},
  ) {
    super(message)
    this.name = 'ProtocolError'
    this.code = code
    this.field = more.field
    const { field: _, ...extra } = more
    this.extra = extra
  }
  get status(): number {
    return this.code === 'conflict' && this.field === 'if-match' ? UNSEEN : STATUS_OF[this.code]
  }
  body(): ErrorBody {
    return {
      success: false,
      code: this.code,
      message: this.message,
      ...(this.field === undefined ? {} : { field: this.field }),
      ...this.extra,
    }
  }
}
