import * as z from 'zod/mini'
import { id, instant } from '../records/fields.ts'
import { permission } from './accounts.ts'

/** A program that may only ask, or also write. */
export const programAccess = z.enum(['reads', 'writes'])

/** Another program of the clinic, which calls with a key of its own. */
export const program = z.object({
  _id: id,
  name: z.string(),
  access: programAccess,
  org_perms: z.array(permission),
  created_at: instant,
  /** To the minute; null where its key was never used. */
  last_used: z.nullable(instant),
})
export type Program = z.infer<typeof program>

export const programsReply = z.object({ success: z.literal(true), programs: z.array(program) })

/** 1, personal records, is every program's; 0 is nobody's but a person's. */
export const newProgramRequest = z.object({
  name: z.string().check(z.maxLength(1000)),
  access: programAccess,
  org_perms: z.array(z.int().check(z.minimum(1), z.maximum(3))).check(z.maxLength(20)),
})
export type NewProgramRequest = z.infer<typeof newProgramRequest>

/** The key is told here and never again. */
export const newProgramReply = z.object({ success: z.literal(true), program, key: z.string() })
export const endProgramRequest = z.object({ _id: id })
