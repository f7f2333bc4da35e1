import type { Pool, PoolClient } from 'pg'
import { derivedId } from 'sync-protocol/records/mutation-hash'
import { queriesOn } from '../database/queries.ts'
import type { Message } from './message.ts'

const DAY = 24 * 3_600_000
/** How long one process may take to send one before another tries. */
const LEASE = 10 * 60_000
const SENT_STAYS = 2 * DAY
const NAMESPACE = '5a1d2c52-2f4e-4a55-9f0b-0f6f6f1c7a11'

export interface Warning extends Message {
  id: string
  writtenAt: Date
  /** How often it was tried, this time too. */
  tries: number
}

/**
 * Keeps a warning for each of these people until it is sent: in the transaction of `client` where it is one. The same `about` is
 * told the same person once.
 */
export async function keepWarnings(
  client: Pick<PoolClient, 'query'>,
  about: string,
  messages: readonly Message[],
  now: Date,
): Promise<void> {
  if (messages.length === 0) return
  await queriesOn(client)
    .insertInto('warnings')
    .values(
      messages.map(({ to, subject, text, html }) => ({
        warning_id: derivedId(NAMESPACE, `${about}/${to}`),
        recipient: to,
        subject,
        body: text,
        html,
        written_at: now,
        due_at: now,
      })),
    )
    .onConflict((on) => on.column('warning_id').doNothing())
    .execute()
}

export type WarningsStore = ReturnType<typeof warningsStore>

export function warningsStore(pool: Pool) {
  const db = queriesOn(pool)
  return {
    /** One that is due, which no other process takes for ten minutes. */
    async take(now: Date): Promise<Warning | undefined> {
      const due = db
        .selectFrom('warnings')
        .select('warning_id')
        .where('sent_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
      const row = await db
        .updateTable('warnings')
        .set(({ eb }) => ({ due_at: new Date(now.getTime() + LEASE), tries: eb('tries', '+', 1) }))
        .where('warning_id', '=', due)
        .returning(['warning_id', 'recipient', 'subject', 'body', 'html', 'written_at', 'tries'])
        .executeTakeFirst()
      if (!row) return undefined
      const { warning_id, recipient, subject, body, html, written_at, tries } = row
      return { id: warning_id, to: recipient, subject, text: body, html, writtenAt: written_at, tries }
    },

    async sent(id: string, now: Date): Promise<void> {
      await db.updateTable('warnings').set({ sent_at: now }).where('warning_id', '=', id).execute()
    },

    async again(id: string, due: Date): Promise<void> {
      await db.updateTable('warnings').set({ due_at: due }).where('warning_id', '=', id).execute()
    },

    async giveUp(id: string): Promise<void> {
      await db.deleteFrom('warnings').where('warning_id', '=', id).execute()
    },

    /** Removes what was sent long enough ago. */
    async forget(now: Date): Promise<void> {
      await db
        .deleteFrom('warnings')
        .where('sent_at', '<', new Date(now.getTime() - SENT_STAYS))
        .execute()
    },
  }
}
