import * as z from 'zod/mini'
import { instant } from '../records/fields.ts'

/** Whether the server's database answers, and how its backups stand, for whoever watches it. */
export const healthReply = z.object({
  success: z.literal(true),
  backup: z.object({
    last_made_at: z.nullable(instant),
    /** Whole hours since then. */
    age_hours: z.nullable(z.int().check(z.nonnegative())),
    /** One was tried since, and could not be made. */
    failed: z.boolean(),
  }),
})

export const backupsReply = z.object({
  success: z.literal(true),
  backups: z.object({
    /** The next one by itself; null where whoever runs the server wants none. */
    next_at: z.nullable(instant),
    /** How many are kept. */
    keep: z.int(),
    /** Only a passphrase opens them. */
    sealed: z.boolean(),
    /** The last one. */
    made: z.nullable(
      z.object({
        at: instant,
        bytes: z.int(),
        /** It was restored into a database of its own, and every row arrived. */
        proven: z.boolean(),
      }),
    ),
    /** What failed after it. */
    failed: z.nullable(z.object({ at: instant, why: z.string() })),
  }),
})
export type Backups = z.infer<typeof backupsReply>['backups']
