import { parsePlPgSQLSync } from 'libpg-query'
import type pg from 'pg'

/** A statement or expression in a function of the database. */
export interface Part {
  text: string
  /** What it may name: the function's arguments and variables, and the rows of a trigger. */
  variables: ReadonlySet<string>
}

export interface Body {
  name: string
  parts: readonly Part[]
  /** Statements that the function puts together itself; they are known only when it runs. */
  composed: readonly string[]
}

/** The functions of a migrated database, read as PostgreSQL reads them. */
export async function functionBodies(client: Pick<pg.ClientBase, 'query'>): Promise<Body[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT proname AS name, pg_get_functiondef(oid) AS definition FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace ORDER BY proname`,
  )
  return rows.map(({ name, definition }) => ({ name, ...bodyOf(definition) }))
}

type Tree = Record<string, unknown>

function bodyOf(definition: string): Omit<Body, 'name'> {
  const tree = parsePlPgSQLSync(definition) as unknown
  const variables = new Set(
    [...found(tree, 'PLpgSQL_var'), ...found(tree, 'PLpgSQL_rec')].map(({ refname }) => String(refname)),
  )
  const dynamic = [...found(tree, 'PLpgSQL_stmt_dynexecute'), ...found(tree, 'PLpgSQL_stmt_dynfors')]
  return {
    parts: found(tree, 'PLpgSQL_expr').map(({ query, parseMode }) => ({
      text: statementOf(String(query), Number(parseMode)),
      variables,
    })),
    composed: dynamic.map(({ query }) => String(found(query, 'PLpgSQL_expr')[0]?.['query'])),
  }
}

/** By the ways in which PL/pgSQL reads a text: whole, as an expression, or as an assignment. */
const statementOf = (query: string, parseMode: number): string => {
  if (parseMode === 0) return query
  return `SELECT ${parseMode === 2 ? query : query.replace(/^.*?:?=/s, '')}`
}

function found(tree: unknown, kind: string): Tree[] {
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === kind ? [value as Tree] : []),
    ...found(value, kind),
  ])
}
