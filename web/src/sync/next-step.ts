import type { ErrorCode } from 'sync-protocol/wire/errors'

/** What the engine does about an answer that is not a 200. */
export type NextStep =
  /** Later, with jitter. */
  | 'back-off'
  /** After the time that the server names. */
  | 'wait'
  /** This identity may not send: the session ends, or the lane is shut out. */
  | 'drop-identity'
  /** This lane is not ours: a new one, ids kept. */
  | 'new-lane'
  | 'fill-gap'
  | 'new-epoch'
  /** Records are loaded anew, the outbox stays. */
  | 'reload'
  /** Half the batch; a single mutation is withdrawn. */
  | 'split'
  /** The app must update itself; everything stays. */
  | 'update'
  /** This tablet was revoked: it sends what it has, reads nothing, and its records go. */
  | 'revoked'

/** One next step for each failure of the closed list (sync contract, section 10). */
export const NEXT_STEP: Record<ErrorCode, NextStep> = {
  invalid_request: 'back-off',
  unauthenticated: 'drop-identity',
  forbidden: 'new-lane',
  not_found: 'back-off',
  gap: 'fill-gap',
  lane_forked: 'new-lane',
  epoch_changed: 'new-epoch',
  conflict: 'back-off',
  immutable: 'back-off',
  limit: 'back-off',
  cursor_expired: 'reload',
  too_large: 'split',
  unsupported_media_type: 'back-off',
  invalid: 'back-off',
  protocol_unsupported: 'update',
  rate_limited: 'wait',
  internal: 'back-off',
  unavailable: 'back-off',
}
