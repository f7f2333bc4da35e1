import {
  verdictOfCall,
  type Needs,
  type Permission,
  type Verdict,
} from 'sync-protocol/testing/permission-table'
import type { WrittenCollection } from './payload-fields.ts'
import type { Section } from './sections.ts'

/** `self` is whose permissions the table is about; `other` a colleague, `stranger` of another clinic. */
export type Person = 'self' | 'other' | 'stranger'
/** One call and what the rules say of it. */
export interface Cell {
  name: string
  verdict: (perms: readonly Permission[]) => Verdict | 'conflict'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object | undefined
  headers?: Record<string, string>
  /** Makes the body right before the call, of the sections that stand then. */
  sections?: (stand: readonly Section[]) => object
  /** Records that are others afterwards, where it is done. */
  changes?: readonly string[]
  /** What the refusal says, where the texts name it. */
  notice?: string
}
/** What a cell is tried on: made before the first call. */
export interface Scene {
  make(person: Person, collection: WrittenCollection | 'draws' | 'balances'): string
  section(person: Person): { _id: string; key: number }
}

export const WHOSE = [
  ['own', 'self'],
  ["another's", 'other'],
  ["another clinic's", 'stranger'],
] as const
export const STATUS: Readonly<Record<Verdict | 'conflict', number>> = {
  done: 200,
  nothing: 200,
  forbidden: 403,
  parked: 403,
  waits: 404,
  unknown_record: 404,
  conflict: 409,
  immutable: 409,
  invalid: 422,
}

export const asCall = (needs: Needs) => (perms: readonly Permission[]) => verdictOfCall(needs, perms)
