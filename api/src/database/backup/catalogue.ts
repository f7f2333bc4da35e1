import type pg from 'pg'
import { bookkeeping } from '../migrate.ts'
import type { BackupHeader } from './backup-format.ts'

type Table = BackupHeader['tables'][number]

/**
 * The tables whose rows make up the installation, each after those that its foreign keys point to. What a crash may lose does not
 * belong to it.
 */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relpersistence = 'p' AND NOT c.relispartition
       AND c.relname <> ALL ($1) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`,
    [bookkeeping],
  )
  const { rows: references } = await client.query<{ name: string; needs: string }>(
    `SELECT t.relname AS name, r.relname AS needs
     FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
     WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace`,
  )
  const ordered = new Set<Table>()
  const visiting = new Set<string>()
  const visit = (name: string): void => {
    const table = tables.find((each) => each.name === name)
    if (!table || visiting.has(name)) return
    visiting.add(name)
    for (const reference of references) if (reference.name === name) visit(reference.needs)
    ordered.add(table)
  }
  for (const { name } of tables) visit(name)
  return [...ordered]
}

export async function sequencesOf(client: pg.ClientBase): Promise<BackupHeader['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`,
  )
  return rows
}
