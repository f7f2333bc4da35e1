/** A write whose rows are columns of arrays; the first names, from 1, the push that each row belongs to. */
export interface Part {
  /** A letter or two. */
  name: string
  /**
   * `$1`, `$2` … are its own columns. `{org}`, `{lane}` and `{now}` stand for what the push of a row's `push` has: nothing of
   * one organization can be written under another's name.
   */
  text: string
  columns: readonly (readonly unknown[])[]
  /** What the statement is to answer with, where this has rows. */
  answer?: string
}

/** What the pushes of one statement have, in their order. */
export interface Shared {
  org_id: string
  lane: string | null
  now: string
}

const SHARED = { org: '($1::uuid[])[push]', lane: '($2::uuid[])[push]', now: '($3::timestamptz[])[push]' }

/** All writes as one statement: each that is sent alone costs both sides as much as many rows. Those without rows are left out. */
export function oneStatement(shared: readonly Shared[], parts: readonly Part[]) {
  const full = parts.filter(({ columns }) => columns.some((column) => column.length > 0))
  const values: unknown[] = [
    shared.map(({ org_id }) => org_id),
    shared.map(({ lane }) => lane),
    shared.map(({ now }) => now),
  ]
  const texts = full.map(({ name, text, columns }) => {
    const before = values.length
    values.push(...columns)
    const placed = text
      .replace(/\$(\d+)/g, (_, own: string) => `$${Number(own) + before}`)
      .replace(/\{(org|lane|now)\}/g, (_, which: keyof typeof SHARED) => SHARED[which])
    return `${name} AS (${placed})`
  })
  return {
    name: `keep ${full.map(({ name }) => name).join('')}`,
    // Each of the shared values is used, lest the database asks of what type it is.
    text: `WITH shared AS (SELECT $1::uuid[], $2::uuid[], $3::timestamptz[]), ${texts.join(', ')}
           ${full.find(({ answer }) => answer)?.answer ?? 'SELECT'}`,
    values,
  }
}
