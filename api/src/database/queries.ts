import {
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Selectable,
  sql,
} from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables.ts'

export type Queries = Kysely<Tables>
/** A row of a table as it is read: what a statement by hand answers is made of these. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

const known = new WeakMap<object, Queries>()

/** Kysely on a pool, or on the connection of a transaction that runs; a transaction begun on that is part of it. */
export function queriesOn(client: Pick<pg.ClientBase, 'query'>): Queries {
  const made = known.get(client) ?? queriesThrough(client)
  known.set(client, made)
  return made
}

function queriesThrough(client: Pick<pg.ClientBase, 'query'>): Queries {
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined } as unknown as pg.Pool
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PartOfTransaction({ pool }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

class PartOfTransaction extends PostgresDriver {
  override async beginTransaction(): Promise<void> {}
  override async commitTransaction(): Promise<void> {}
  override async rollbackTransaction(): Promise<void> {}
}

/** On the right of an `=`: any of these ids, which may be none. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`

const FIRST_INSTANT = '0001-01-01T00:00:00.000Z'
/** As it is, or the first instant of all where it lies before: the database knows no year 0. */
export const readableInstant = (text: string) => (/^(0000|-)/.test(text) ? FIRST_INSTANT : text)

/** An instant as the database reads it, to the microsecond, which a `Date` has no room for. */
export const instant = (text: string) => sql<Date>`${readableInstant(text)}::timestamptz`

/** An instant as JSON has it, since the database's own text of one is another: to the millisecond, or the microsecond. */
export const instantText = <T extends Date | null>(column: Expression<T>, to: 'MS' | 'US' = 'MS') =>
  sql<null extends T ? string | null : string>`
    to_char(${column} at time zone 'UTC', ${sql.lit(`YYYY-MM-DD"T"HH24:MI:SS.${to}"Z"`)})`
