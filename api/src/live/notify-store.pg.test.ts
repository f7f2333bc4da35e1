import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { connect, type Database } from '../database/connect.ts'
import { testDatabase } from '../database/testing.ts'
import { wayToDatabase } from '../database/testing-silence.ts'
import type { Heard } from './live-hub.ts'
import { neighbours, TIMELINE, type Patience } from './notify-store.ts'

const direct = await testDatabase()
const NEVER = 3_600_000

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close()
})

/** A process, as far as its neighbours can tell, that notes what it hears. */
async function processOn({ connection }: Pick<Database, 'connection'>, patience?: Patience) {
  const noted = { heard: [] as Heard[], missed: 0, promoted: 0, lost: [] as string[] }
  const process = neighbours(
    connection,
    {
      heard: (heard) => noted.heard.push(heard),
      look: () => undefined,
      missed: (isPromoted) => {
        noted.missed++
        if (isPromoted) noted.promoted++
      },
      lost: (error) => noted.lost.push(error.message),
    },
    patience,
  )
  opened.push(process)
  await process.listening()
  return { ...process, noted }
}

/** Two processes; what the first one's connection goes over can go silent. */
async function twoProcesses(patience: Patience) {
  const way = await wayToDatabase(direct.url)
  const database = connect(way.url)
  opened.push(way, database)
  const [here, there] = [await processOn(database, patience), await processOn(direct)]
  return { here, there, goSilent: way.goSilent }
}

const place = (head: number): Heard => ({ org_id: randomUUID(), head, epoch: randomUUID() })

test('a connection that went silent is noticed while nobody tells anything, and heard over a new one', async () => {
  const { here, there, goSilent } = await twoProcesses({ beatMs: 50, answerMs: 1000 })
  const beats = new Set<string>()
  await expect
    .poll(async () => {
      const { rows } = await direct.pool.query<{ at: string }>(
        `SELECT query_start::text AS at FROM pg_stat_activity WHERE datname = current_database() AND query = 'SELECT ''record_changes'''`,
      )
      for (const { at } of rows) beats.add(at)
      return beats.size
    })
    .toBeGreaterThan(3)
  expect(here.noted).toEqual({ heard: [], missed: 1, promoted: 0, lost: [] })
  expect(goSilent()).toBe(1)
  const unheard = place(1)
  there.tell(unheard)
  // What is missed meanwhile is asked for.
  await expect.poll(() => here.noted.missed).toBe(2)
  expect(here.noted.lost).toHaveLength(1)
  const [to, fro] = [place(2), place(3)]
  there.tell(to)
  here.tell(fro)
  await expect.poll(() => here.noted.heard).toEqual([to])
  await expect.poll(() => there.noted.heard).toEqual([fro])
})

test('what is told into a connection that went silent is told again over a new one, with what came meanwhile', async () => {
  const { here, there, goSilent } = await twoProcesses({ beatMs: NEVER, answerMs: 500 })
  expect(goSilent()).toBe(1)
  const [first, meanwhile, later] = [place(1), place(2), place(3)]
  here.tell(first)
  here.tell(meanwhile)
  await expect.poll(() => there.noted.heard).toHaveLength(2)
  expect(there.noted.heard).toEqual(expect.arrayContaining([first, meanwhile]))
  here.tell(later)
  await expect.poll(() => there.noted.heard.slice(2)).toEqual([later])
  expect(here.noted.lost).toHaveLength(1)
})

test('told again is not what a newer change of the same organization has overtaken', async () => {
  const { here, there, goSilent } = await twoProcesses({ beatMs: NEVER, answerMs: 500 })
  expect(goSilent()).toBe(1)
  const first = place(1)
  const newer = { ...first, head: 2 }
  here.tell(first)
  here.tell(newer)
  await expect.poll(() => there.noted.heard).toEqual([newer])
})

test('it can be closed while its connection is silent', async () => {
  const { here, goSilent } = await twoProcesses({ beatMs: NEVER, answerMs: NEVER })
  expect(goSilent()).toBe(1)
  await here.close()
  expect(here.noted.lost).toEqual([])
})

test('[L6] a connection that leads to a promoted standby is told from one that only broke', async () => {
  const broken = async () => {
    const { rows } = await direct.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ~ 'record_changes'`,
    )
    expect(rows).toHaveLength(1)
  }
  let timeline: string | undefined
  const here = await processOn({
    async connection(answerMs) {
      const client = await direct.connection(answerMs)
      const ask = client.query.bind(client) as (...all: unknown[]) => Promise<pg.QueryResult>
      const asked = async (...all: unknown[]) => {
        const answer = await ask(...all)
        if (all[0] === TIMELINE && timeline !== undefined) answer.rows = [{ timeline }]
        return answer
      }
      return Object.assign(client, { query: asked })
    },
  })
  await broken()
  await expect.poll(() => here.noted.missed).toBe(2)
  expect(here.noted.promoted).toBe(0)
  timeline = '00000009'
  await broken()
  await expect.poll(() => here.noted.missed).toBe(3)
  expect(here.noted.promoted).toBe(1)
})
