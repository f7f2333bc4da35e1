import type { DBCore, Dexie } from 'dexie'

/**
 * At most one transaction of a database writes at a time, on this page and all others: each takes `table` too, which nobody who
 * presses something reads (whoever reads it waits for the writes before). Chromium finds all databases of an origin corrupt, and
 * deletes them, where it was killed while two transactions of one database were writing, whatever their tables and however
 * durable (156: ten of ten kills; none with one transaction).
 */
export function oneWriteAtATime(database: Dexie, table: string): void {
  const alone = (core: DBCore): DBCore => ({
    ...core,
    transaction(tables, mode, how) {
      const isWriting = /* @rule one-write */ mode === 'readwrite' && !tables.includes(table)
      return core.transaction(isWriting ? [...tables, table] : tables, mode, how)
    },
  })
  database.use({ stack: 'dbcore', name: 'one-write-at-a-time', create: alone })
}
