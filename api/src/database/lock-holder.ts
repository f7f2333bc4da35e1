import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Between two looks. Who was seen at two of them is said: it may be this process itself that just got the lock. */
const LOOK_MS = 2_500

interface Holder {
  pid: number
  address: string | null
  state: string | null
  /** For how long it has been in that state; null where the database does not show us. */
  seconds: number | null
}

/**
 * While this process waits for a lock of the whole database (`pg_advisory_lock`), says after some seconds which process of
 * PostgreSQL holds it, once for each. The returned function ends that.
 */
export function sayWhoHolds(
  db: Kysely<Tables>,
  lock: string,
  say: (words: string) => void,
  lookMs = LOOK_MS,
): () => void {
  const said = new Set<number>()
  let seen: number | undefined
  let isOver = false
  let timer: NodeJS.Timeout
  const look = async () => {
    // Whoever waits for the lock hears of a broken connection itself.
    const holder = await holderOf(db, lock).catch(() => undefined)
    if (isOver) return
    if (holder && holder.pid === seen && !said.has(seen)) {
      said.add(seen)
      say(waitingFor(holder))
    }
    seen = holder?.pid
    plan()
  }
  const plan = () => {
    timer = setTimeout(() => void look(), lookMs)
  }
  plan()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

async function holderOf(db: Kysely<Tables>, lock: string): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select l.pid, host(a.client_addr) as address, a.state, extract(epoch from now() - a.state_change)::int as seconds
    from pg_locks l left join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and (l.classid::bigint << 32 | l.objid::bigint) = ${lock}::bigint`.execute(db)
  return rows[0]
}

function waitingFor({ pid, address, state, seconds }: Holder): string {
  const known = [address, state && seconds !== null ? `${state} for ${seconds} s` : state].filter(Boolean)
  return (
    `Another server is migrating or restoring this database: waiting for process ${pid} of PostgreSQL` +
    `${known.length > 0 ? ` (${known.join(', ')})` : ''}. If none is, a pooler kept the lock of one that ended: free it with ` +
    `SELECT pg_terminate_backend(${pid}).`
  )
}
