import * as z from 'zod/mini'
import { id, isStorableText } from '../records/fields.ts'
import { mayActForOthers } from '../rules/permissions.ts'
import type { Actor } from './merge-state.ts'
import type { PresentAuthor } from './present-author.ts'

/**
 * What travels beside a mutation that its author cannot send any more, and that a holder of 2 sends under its own id (sync
 * contract D3): who made it, and in which lane.
 */
export const behalfMark = z.strictObject({
  user_id: id,
  user_name: z.string().check(z.minLength(1), z.maxLength(200), z.refine(isStorableText)),
  lane: id,
})
export type BehalfMark = z.infer<typeof behalfMark>

export interface OnBehalf {
  actor: Actor
  /** Why it is not done; it is kept under the name that it says, where that is known, for a holder of 2 to look at. */
  refused?: string
}

/**
 * Who acts in a mutation that somebody sends for another: its author, with the sender's permissions of this moment. Only a
 * holder of 1 and 2 may send it, and only for a user of the organization who was removed, or whose right to send from that
 * lane was revoked. `author` is undefined for somebody whom the organization does not know: nothing takes such a name.
 */
export function onBehalf(sender: Actor, mark: BehalfMark, author: PresentAuthor | undefined): OnBehalf {
  if (!author || author.foreign_lanes?.includes(mark.lane))
    return { actor: sender, refused: 'The person this is sent for is not known here.' }
  const actor = {
    ...sender,
    user_id: mark.user_id,
    user_name: author.user_name,
    // What they made there before is their own, and a table that was kept apart is gone on with.
    lane: mark.lane,
    sent_by: sender.user_name,
  }
  if (!mayActForOthers(sender))
    return { actor, refused: "You don't have permission to send another person’s changes." }
  if (!author.removed && !author.revoked_lanes?.includes(mark.lane))
    return { actor, refused: 'This person can still send their own changes, by logging in.' }
  return { actor }
}
