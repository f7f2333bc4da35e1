import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'

const HOUR = 3_600_000

/** Milliseconds, and how many failures are free before each further one has to wait. */
export interface Pace {
  free: number
  firstWait: number
  /** The wait doubles with each failure up to this. */
  longestWait: number
  /** After so long without a failure all is forgotten; a day at most. */
  forget: number
}

/** What failures are counted of: the key is somebody's e-mail or address. */
export interface Counter {
  name: string
  key: string
  pace: Pace
  /** This time it holds nobody up. */
  onlyCounts?: boolean
}

export interface SlowdownOptions {
  /** Of each name the latest so many stay, so that somebody with many addresses fills no disk. */
  most?: number
  /** After so many attempts through this process what is too much goes. */
  tidyEach?: number
}

export type SlowdownStore = ReturnType<typeof slowdownStore>

/**
 * Counts failures in the database, for all processes on it together, and says how long the next attempt has to wait. Times are
 * milliseconds, handed in.
 */
export function slowdownStore(
  pool: Pool,
  secret: string,
  { most = 20_000, tidyEach = 1000 }: SlowdownOptions = {},
) {
  let begun = 0
  /** Who reads the database learns neither e-mails nor addresses, and cannot try some out without the secret. */
  const sealed = ({ name, key }: Pick<Counter, 'name' | 'key'>): string =>
    createHmac('sha256', secret).update(`slowdown ${name} ${key}`).digest('base64url').slice(0, 22)

  /** Puts counts down, by one or to nothing. Rows are held in the order of `slow_down`. */
  async function putDown(counters: readonly Counter[], all: readonly boolean[]): Promise<void> {
    await pool.query({
      name: 'slowdowns-put-down',
      text: `with held as (
          select s.name, s.key, a.all from slowdowns s
          join unnest($1::text[], $2::text[], $3::boolean[]) as a (name, key, "all") on a.name = s.name and a.key = s.key
          order by s.name, s.key for update of s
        )
        update slowdowns s set count = case when held.all then 0 else greatest(s.count - 1, 0) end
        from held where s.name = held.name and s.key = held.key`,
      values: [counters.map(({ name }) => name), counters.map(sealed), all],
    })
  }

  /** Removes what is forgotten, or too much. It waits for no row, so that nobody waits in a circle. */
  async function forget(now: number): Promise<void> {
    await pool.query(
      `with gone as (
         select name, key from slowdowns
         where count = 0 or last <= $1 or (name, key) in (
           select name, key from (
             select name, key, row_number() over (partition by name order by last desc) as nth from slowdowns
           ) as counted where nth > $2
         )
         for update skip locked
       )
       delete from slowdowns s using gone where s.name = gone.name and s.key = gone.key`,
      [new Date(now - 24 * HOUR), most],
    )
  }

  return {
    /**
     * Milliseconds until this attempt may be made, and nothing is counted then; or 0, and it counts as a failure of all of
     * `counters` until it is taken back. Attempts at once cannot pass together.
     */
    async begin(counters: readonly Counter[], now: number): Promise<number> {
      begun++
      if (begun % tidyEach === 0) await forget(now)
      const asked = counters.map(({ pace, onlyCounts = false, ...counter }) => ({
        name: counter.name,
        key: sealed(counter),
        free: pace.free,
        first_wait: pace.firstWait,
        longest_wait: pace.longestWait,
        forget: pace.forget,
        only_counts: onlyCounts,
      }))
      const { rows } = await pool.query<{ wait: number }>({
        name: 'slow-down',
        text: 'select slow_down($1, $2) as wait',
        values: [new Date(now), JSON.stringify(asked)],
      })
      return rows[0]!.wait
    },

    /** An attempt was no failure after all: it is taken back, and `cleared` forget the earlier ones too. */
    takeBack: ({ cleared, back }: { cleared: readonly Counter[]; back: readonly Counter[] }) =>
      putDown([...cleared, ...back], [...cleared.map(() => true), ...back.map(() => false)]),

    forget,
  }
}
