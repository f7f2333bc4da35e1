import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { readable } from 'sync-protocol/log/readable'
import type { Speaker } from 'sync-protocol/wire/store'
import type { LoggedAction, SectionTitles } from './log-entries.ts'

/** A year that PostgreSQL can hold; a clock beyond that says nothing. */
const isDatable = (at: string) => /^\d{4}-/.test(at) && at >= '0001'

type Organization = { org_id: string; name: string }

/**
 * Adds entries to the organization's action log, in the caller's transaction where there is one. An id that is taken hides
 * nothing: only an entry that may have been told of before is left out then, any other gets an id of its own.
 */
export async function logActions(
  client: Pick<pg.ClientBase, 'query'>,
  org: Organization,
  entries: readonly LoggedAction[],
  receivedAt: string,
): Promise<void> {
  if (entries.length === 0) return
  const added = await insert(client, org, entries, receivedAt)
  if (added.size === entries.length) return
  const hidden = entries.filter(({ entry_id, once = false }) => !once && !added.has(entry_id))
  const renamed = hidden.map((entry) => ({ ...entry, entry_id: randomUUID() }))
  if (renamed.length > 0) await insert(client, org, renamed, receivedAt)
}

/** The ids of the entries that were added: those that were not there yet. */
async function insert(
  client: Pick<pg.ClientBase, 'query'>,
  org: Organization,
  entries: readonly LoggedAction[],
  receivedAt: string,
): Promise<Set<string>> {
  const { rows } = await client.query<{ entry_id: string }>({
    name: 'log-actions',
    text: `INSERT INTO "logged-actions" (org_id, entry_id, at, received_at, user_id, user_name, org_name, message)
           SELECT $1, entry_id, at, $2, user_id, user_name, $3, message
           FROM unnest($4::uuid[], $5::timestamptz[], $6::uuid[], $7::text[], $8::text[])
             AS e (entry_id, at, user_id, user_name, message)
           ON CONFLICT (org_id, entry_id) DO NOTHING RETURNING entry_id`,
    values: [
      org.org_id,
      receivedAt,
      org.name,
      entries.map(({ entry_id }) => entry_id),
      entries.map(({ at }) => (isDatable(at) ? at : receivedAt)),
      entries.map(({ user_id }) => user_id),
      entries.map(({ user_name }) => user_name),
      entries.map(({ message }) => readable(message)),
    ],
  })
  return new Set(rows.map(({ entry_id }) => entry_id))
}

/**
 * Writes down what somebody did that is no record: signing in and out, managing users. The message names people and what
 * was done, never a password or a token.
 */
export async function logAction(
  client: Pick<pg.ClientBase, 'query'>,
  speaker: Pick<Speaker, 'org_id' | 'org_name' | 'user_id' | 'user_name'>,
  message: string,
  now: Date,
  { entry_id = randomUUID(), once }: { entry_id?: string | undefined; once?: boolean } = {},
): Promise<void> {
  const at = now.toISOString()
  const { org_id, org_name, user_id, user_name } = speaker
  const entry = { entry_id, at, user_id, user_name, message, once }
  await logActions(client, { org_id, name: org_name }, [entry], at)
}

/** The titles of all drug sections that the organization has or had. */
export async function sectionTitles(
  client: Pick<pg.ClientBase, 'query'>,
  orgId: string,
): Promise<SectionTitles> {
  const { rows } = await client.query<{ key: string; title: string }>({
    name: 'section-titles',
    text: `SELECT content->>'key' AS key, content->>'title_p' AS title
           FROM (SELECT coalesce(nullif((body->'content')::text, 'null')::json, last_content) AS content
                 FROM records WHERE org_id = $1 AND collection = 'sections') s
           WHERE content IS NOT NULL`,
    values: [orgId],
  })
  return new Map(rows.map(({ key, title }) => [Number(key), title]))
}
