import type pg from 'pg'

const HASH_CHECK = `ADD CONSTRAINT ledger_check
  CHECK (hash = encode(sha256(convert_to(entry, 'UTF8')), 'hex')) NOT VALID`

/** Somebody's tampering must not keep a clinic from its records: the ledger is restored as it is, for verification to name. */
export async function admitDamagedLedger(client: pg.PoolClient): Promise<void> {
  await alterLedger(client, 'DROP CONSTRAINT ledger_check', 'DISABLE TRIGGER next_link')
}

/** What is added from now on is checked as ever. */
export async function guardLedger(client: pg.PoolClient): Promise<void> {
  await alterLedger(client, HASH_CHECK, 'ENABLE ALWAYS TRIGGER next_link')
}

/** The backup may be of a version without the ledger, or without its trigger. */
async function alterLedger(client: pg.PoolClient, constraint: string, trigger: string): Promise<void> {
  const { rows } = await client.query<{ ledger: boolean; trigger: boolean }>(
    `SELECT to_regclass('public.ledger') IS NOT NULL AS ledger,
       EXISTS (SELECT FROM pg_trigger WHERE tgname = 'next_link') AS trigger`,
  )
  if (rows[0]?.ledger) await client.query(`ALTER TABLE public.ledger ${constraint}`)
  if (rows[0]?.trigger) await client.query(`ALTER TABLE public.ledger ${trigger}`)
}
