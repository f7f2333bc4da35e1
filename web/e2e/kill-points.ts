import { setTimeout as pause } from 'node:timers/promises'
import type { OwnerClient } from './owner-client.ts'

/** Where a push is when the process that works on it is killed. */
export const KILL_POINTS = [
  'before the lock',
  'after the write',
  'before COMMIT',
  'after COMMIT before the reply',
] as const
export type KillPoint = (typeof KILL_POINTS)[number]

const KEYS: Partial<Record<KillPoint, number>> = { 'after the write': 4711, 'before COMMIT': 4712 }

/**
 * Two triggers in this database alone: a push waits in them while somebody holds their key, and passes else. The product knows
 * nothing of it.
 */
export async function installKillPoints(owner: OwnerClient): Promise<void> {
  for (const key of Object.values(KEYS))
    await owner.query(`CREATE OR REPLACE FUNCTION wait_${key}() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${key}); RETURN NULL; END $$`)
  await owner.query(
    'CREATE TRIGGER waits_written AFTER INSERT ON mutations FOR EACH STATEMENT EXECUTE FUNCTION wait_4711()',
  )
  await owner.query(`CREATE CONSTRAINT TRIGGER waits_commit AFTER INSERT ON mutations DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION wait_4712()`)
}

/** From now on a push stops at the point; lost with the connection, as locks are. */
export async function holdAt(point: KillPoint, owner: OwnerClient): Promise<void> {
  const key = KEYS[point]
  if (key !== undefined) await owner.query(`SELECT pg_advisory_lock(${key})`)
  if (point !== 'before the lock') return
  await owner.query('BEGIN')
  await owner.query('SELECT 1 FROM organizations FOR UPDATE')
}

/** Waits until a push stands at the point where somebody holds it. */
export async function whenStopped(point: KillPoint, owner: OwnerClient): Promise<void> {
  const key = KEYS[point]
  const waiting =
    key === undefined
      ? "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')"
      : `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND objid = ${key}`
  while ((await owner.query(waiting)).length === 0) await pause(5)
}
