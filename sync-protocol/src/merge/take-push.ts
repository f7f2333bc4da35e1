import { WITHDRAWN, type Mutation } from '../records/mutation.ts'
import { canonicalOfSent, type Written } from '../records/json.ts'
import { fieldsOf } from '../records/unchecked.ts'
import { mutationHash, sha256Hex } from '../records/mutation-hash.ts'
import type { Actor } from './merge-state.ts'
import type { Pushed, PushRefusal, PushState, PushTaken } from './push-state.ts'
import { onBehalf } from './on-behalf.ts'
import type { PresentAuthor } from './present-author.ts'
import type { SharedDevice } from '../records/saved-order.ts'
import { savedAt } from './beside.ts'
import {
  authorOf,
  isWord,
  receiptSubject,
  refusedAuthorOf,
  withoutMarks,
  type ResubmissionMark,
} from './resubmission.ts'
import { PushSession } from './push-session.ts'

const UNPROVEN = 'The server cannot tell whether it accepted this before, or from whom.'

const isWithdrawn = (each: Pushed) => fieldsOf<Mutation>(each).action === WITHDRAWN

/** A mutation's operations as text, where they are a list. */
function writtenOps(each: Pushed): Written | undefined {
  const { ops } = each
  return Array.isArray(ops) ? { part: ops, text: canonicalOfSent(ops) } : undefined
}

/** The hash by which a pushed mutation is known again; one that is not the schema is known by all that it says. */
function hashOf(each: Pushed, hex: (text: string) => string, known: Written | undefined): string {
  const { at, action, detail, ops } = each as Partial<Mutation>
  const said = { at: at ?? '', action: action ?? '', detail: detail ?? null, ops: ops ?? [] }
  return mutationHash(said, hex, known)
}

/**
 * Takes a lane's mutations in order: each gets its number and its outcome once (sync contract P1 to P4). Pure; the store
 * loads `state` under the organization's lock, calls this, and keeps `effects` in the same transaction. `faulty` names
 * mutations whose effects the store could not keep: they are parked. `authors` are the users that mutations which come back
 * after a restore name (sync contract L6); the whole of a `receipt` is of the present epoch, and proves, for a mutation
 * that is not here, that this epoch went back; `shared` is what a tablet of several people says. `hex` is a SHA-256 of a text, where the host has a faster one than `sha256Hex`.
 */
export function takePush(
  state: PushState,
  pushed: readonly Pushed[],
  actor: Actor,
  now: string,
  receipt: (userId: string, id: string, hash: string) => string,
  faulty: ReadonlySet<string> = new Set(),
  authors: ReadonlyMap<string, PresentAuthor> = new Map(),
  hex: (text: string) => string = sha256Hex,
  shared?: SharedDevice,
): PushTaken | PushRefusal {
  const { mutations, marks, behalf } = withoutMarks(pushed)
  const beside = new Set(shared?.lanes)
  const owner = state.laneUser(actor.lane)
  // @rule lane-owner
  if (owner !== undefined && owner !== actor.user_id) return { code: 'forbidden' }
  const start = mutations[0]?.n ?? 1
  // @rule order
  if (mutations.some((each, index) => each.n !== start + index)) return { code: 'invalid_request' }
  const written = mutations.map(writtenOps)
  const hashes = mutations.map((each, index) => hashOf(each, hex, written[index]))
  // Before the numbers are looked at: a tablet that only shows what it has sends under one that nothing is taken under.
  const isLost = ({ id }: Pushed, mark: ResubmissionMark | undefined, hash: string) =>
    mark !== undefined &&
    state.outcomeOf(id) === undefined &&
    [false, true].some(
      (refused) =>
        /* @rule present-history */ receipt(mark.user_id, id, receiptSubject(hash, refused)) === mark.receipt,
    )
  // @rule went-back
  if (mutations.some((each, index) => isLost(each, marks.get(each.id), hashes[index] ?? '')))
    return { code: 'went_back' }
  const lastN = state.lastN(actor.lane)
  // @rule gap
  if (start > lastN + 1) return { code: 'gap', last_n: lastN }

  const seen = new Map<string, string>()
  for (const [index, each] of mutations.entries()) {
    const hash = hashes[index] ?? ''
    const known = seen.get(each.id) ?? state.outcomeOf(each.id)?.hash
    // @rule hash-guard
    if (known !== undefined && known !== hash && !isWithdrawn(each)) return { code: 'lane_forked' }
    // @rule number-guard
    if (each.n <= lastN && state.idAt(actor.lane, each.n) !== each.id) return { code: 'lane_forked' }
    seen.set(each.id, hash)
  }

  const session = new PushSession(state, actor, now, receipt, faulty)
  for (const [index, each] of mutations.entries()) {
    const hash = hashes[index] ?? ''
    const mark = marks.get(each.id)
    const sentFor = behalf.get(each.id)
    if (sentFor && sentFor.user_id !== actor.user_id) {
      const { actor: author, refused } = onBehalf(actor, sentFor, authors.get(sentFor.user_id))
      session.take(each, hash, lastN, author, { refusal: refused })
      continue
    }
    const proves = (refused: boolean) =>
      mark &&
      /* @rule receipt-proves */ isWord(
        receipt(mark.user_id, each.id, receiptSubject(hash, refused)),
        mark.receipt,
      )
    if (mark && proves(false))
      session.take(each, hash, lastN, authorOf(mark, actor, authors.get(mark.user_id)), { wasTaken: true })
    else if (mark && proves(true))
      session.take(each, hash, lastN, refusedAuthorOf(mark, actor, authors.get(mark.user_id)))
    else {
      const maker = mark || !shared ? actor : { ...actor, ...savedAt(shared, beside, each.n) }
      const refusal = mark && mark.user_id !== actor.user_id ? UNPROVEN : undefined
      session.take(each, hash, lastN, maker, { refusal })
    }
  }
  const last = Math.max(lastN, start + mutations.length - 1)
  return { ...session.taken, waits: session.waits, written, last_n: last, head: session.head() }
}
