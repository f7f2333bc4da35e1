import * as z from 'zod/mini'
import { id, isStorableText } from '../records/fields.ts'
import { PERMISSION } from '../rules/permissions.ts'
import type { Actor } from './merge-state.ts'
import { behalfMark, type BehalfMark } from './on-behalf.ts'
import type { PresentAuthor } from './present-author.ts'
import type { Pushed } from './push-state.ts'

/**
 * What travels beside a mutation that the server once took, and lost with a restore from backup: whose it is, and the
 * server's own word for having taken it (sync contract L6). Any tablet of the organization may bring it back.
 */
export const resubmissionMark = z.strictObject({
  user_id: id,
  user_name: z.string().check(z.minLength(1), z.maxLength(200), z.refine(isStorableText)),
  receipt: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type ResubmissionMark = z.infer<typeof resubmissionMark>

/** What a receipt is made over, besides organization and author: a refused mutation's says only that it was seen. */
export const receiptSubject = (hash: string, refused: boolean) => (refused ? `refused/${hash}` : hash)

/** The part of a receipt that says what was taken from whom; the rest says in which epoch of the server. */
const WORD = 32

/** Whether a receipt is the server's word, of whatever epoch. */
export const isWord = (given: string, own: string): boolean => given.slice(0, WORD) === own.slice(0, WORD)

/** A receipt of one epoch, out of two digests in hex of 32 bytes each. */
export const receiptOf = (word: string, ofEpoch: string): string =>
  word.slice(0, WORD) + ofEpoch.slice(0, WORD)

/** The mutations as they were made, and what travels beside them. What is no mark stays, and is no mutation. */
export function withoutMarks(mutations: readonly Pushed[]): {
  mutations: Pushed[]
  marks: ReadonlyMap<string, ResubmissionMark>
  /** Of those that somebody sends for another. */
  behalf: ReadonlyMap<string, BehalfMark>
} {
  const marks = new Map<string, ResubmissionMark>()
  const behalf = new Map<string, BehalfMark>()
  const plain = mutations.map((each): Pushed => {
    if ('returned' in each) {
      const { returned, ...mutation } = each
      const mark = resubmissionMark.safeParse(returned)
      if (!mark.success) return each
      marks.set(each.id, mark.data)
      return mutation
    }
    if (!('on_behalf_of' in each)) return each
    const { on_behalf_of, ...mutation } = each
    const mark = behalfMark.safeParse(on_behalf_of)
    if (!mark.success) return each
    behalf.set(each.id, mark.data)
    return mutation
  })
  return { mutations: plain, marks, behalf }
}

/**
 * Who acts in a mutation that comes back: its author, who may what they may now, what its resubmitter may, and what making
 * records takes, since it was taken once.
 */
export function authorOf(
  mark: ResubmissionMark,
  resubmitter: Actor,
  present: PresentAuthor | undefined,
): Actor {
  const perms = new Set([...resubmitter.perms, ...(present?.perms ?? []), PERMISSION.records])
  return {
    ...resubmitter,
    user_id: mark.user_id,
    user_name: present?.user_name ?? mark.user_name,
    perms: [...perms],
  }
}

/**
 * Who acts in a refused mutation that comes back: its author, so that it waits under their name again, with nobody's
 * permissions but their own of now: that the server saw it says nothing for it.
 */
export const refusedAuthorOf = (
  mark: ResubmissionMark,
  resubmitter: Actor,
  present: PresentAuthor | undefined,
): Actor => ({
  ...resubmitter,
  user_id: mark.user_id,
  user_name: present?.user_name ?? mark.user_name,
  perms: present?.perms ?? [],
})
