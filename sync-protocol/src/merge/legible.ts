import { EDITION } from '../records/edition.ts'
import { MUTATION_OPS_MAX } from '../records/limits.ts'
import { mutation, WITHDRAWN, type Mutation } from '../records/mutation.ts'
import { fieldsOf } from '../records/unchecked.ts'
import { tellFacts, legibleOps } from '../rules/legible-ops.ts'
import { isInCalendar } from '../rules/time.ts'
import type { Pushed } from './push-state.ts'

export const UNREADABLE = 'unreadable'

/**
 * What can be read of a mutation that is not the schema, or that holds what cannot be stored: enough to take its number. Where
 * it creates or voids facts, all that is legible of them, so that each can be completed and approved (sync contract P8); of more than
 * one can hold, see `parkedOps`. An illegible time is the one of its arrival, unconfirmed.
 */
export function legible(each: Pushed, now: string): Mutation {
  const { shape } = mutation
  const { n, id: _id, ops } = each
  const said = fieldsOf<Mutation>(each)
  const at = shape.at.safeParse(said.at)
  const offset = shape.clock_offset_ms.safeParse(said.clock_offset_ms)
  const clock = at.success && { at: at.data, clock_offset_ms: offset.success ? offset.data : null }
  const isTold = clock && isInCalendar(clock.at, clock.clock_offset_ms)
  const bare: Mutation = {
    n,
    id: _id,
    ...(isTold ? clock : { at: now, clock_offset_ms: null }),
    schema: EDITION,
    action: UNREADABLE,
    detail: null,
    ops: [],
  }
  if (!tellFacts(ops) || ops.length > MUTATION_OPS_MAX) return bare
  const action = shape.action.safeParse(said.action)
  const detail = shape.detail.safeParse(said.detail)
  return {
    ...bare,
    action: action.success ? action.data : UNREADABLE,
    detail: detail.success ? detail.data : null,
    ops: legibleOps(ops, _id),
  }
}

/** Whether it tells of a fact that happened, one that is voided too, as far as can be told. */
export const tellsFact = (each: Pushed): boolean => tellFacts(fieldsOf<Mutation>(each).ops)

/** What cannot or shall not be sent any more says no more than that (sync contract P3). */
export function asWithdrawn(each: Pushed, now: string): Mutation | undefined {
  const { action, ops } = each
  return action === WITHDRAWN && Array.isArray(ops) && ops.length === 0
    ? { ...legible(each, now), action: WITHDRAWN }
    : undefined
}
