import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../database/testing.ts'
import { draw, ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { lockOrganization, type LockedOrganization } from './organization-lock-store.ts'
import { pushLocked, type PushJob } from './push-store.ts'
import { postgresStore } from './sync-store.ts'
import { epochOf, foundClinic, hire } from './testing-clinic.ts'
import { organizationQueue } from './organization-queue-store.ts'

const database = await testDatabase()
const { pool } = database
const epoch = await epochOf(pool)
const NOW = '2026-11-20T10:00:00.000Z'
const faults: (string | undefined)[] = []
const nobodyListens = { about: () => undefined, done: () => undefined }
const store = postgresStore(database, 'key', (_, parked) => faults.push(parked))

/** Clinics with a tablet each; each pushes a drug and a draw when told to. */
async function clinics(count: number) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const id = await foundClinic(pool)
      const who = await hire(pool, id, [1])
      const lane = { device: randomUUID(), lane: randomUUID() }
      let n = 0
      const push = (name: string) => {
        const _id = randomUUID()
        const create = { op: 'create', collection: 'drugs', _id, content: ketamine({ name }) } as const
        const taken = { op: 'create', collection: 'draws', _id: randomUUID(), content: draw() } as const
        const mutations = [
          mutationOf(++n, randomUUID(), 'drug.create', [create]),
          mutationOf(++n, randomUUID(), 'draw.save', [taken]),
        ]
        return store.push(who, pushOf(epoch, lane, mutations), NOW)
      }
      return { id, push }
    }),
  )
}

/** The transactions that wrote the records of each clinic, and what they hold. */
async function written(ids: readonly string[]) {
  const { rows } = await pool.query<{
    org_id: string
    transactions: string[]
    drugs: string[]
    logged: number
  }>(
    `SELECT org_id, array_agg(DISTINCT xmin::text) AS transactions,
       array_agg(body->'content'->>'name' ORDER BY seq) FILTER (WHERE collection = 'drugs') AS drugs,
       (SELECT count(*) FROM "logged-actions" l WHERE l.org_id = r.org_id)::int AS logged
     FROM records r WHERE org_id = ANY ($1::uuid[]) GROUP BY org_id`,
    [ids],
  )
  return new Map(rows.map((row) => [row.org_id, row]))
}

test('[P1] [P6] clinics that push at the same time have a transaction each, and each has its own and nothing else', async () => {
  const all = await clinics(40)
  const replies = await Promise.all(all.map(({ push }, index) => push(`Of ${index}`)))
  const found = await written(all.map(({ id }) => id))
  for (const [index, { id }] of all.entries()) {
    expect(replies[index]).toMatchObject({
      last_n: 2,
      head: 2,
      results: [
        { status: 'applied', records: [{ content: { name: `Of ${index}` } }] },
        { status: 'applied' },
      ],
    })
    expect(found.get(id)).toMatchObject({ drugs: [`Of ${index}`], logged: 2 })
  }
  const transactions = [...found.values()].flatMap((each) => each.transactions)
  expect(new Set(transactions).size).toBe(all.length)
  expect(transactions).toHaveLength(all.length)
})

test('[P9] a clinic whose push cannot be kept is tried by itself, mutation by mutation; the others do not notice', async () => {
  const all = await clinics(20)
  const faulty = all[11]
  await pool.query(
    `CREATE FUNCTION break_one() RETURNS trigger LANGUAGE plpgsql AS
     $$BEGIN IF NEW.body->'content'->>'name' = 'Bad' THEN RAISE EXCEPTION 'broken'; END IF; RETURN NEW; END$$`,
  )
  await pool.query('CREATE TRIGGER faulty BEFORE INSERT ON records FOR EACH ROW EXECUTE FUNCTION break_one()')
  faults.length = 0
  const replies = await Promise.all(all.map((clinic) => clinic.push(clinic === faulty ? 'Bad' : 'Good')))
  await pool.query('DROP TRIGGER faulty ON records')
  for (const [index, clinic] of all.entries()) {
    expect(replies[index]?.results.map(({ status }) => status)).toEqual([
      clinic === faulty ? 'parked' : 'applied',
      'applied',
    ])
  }
  // Told of when its transaction failed, and when the one change was parked.
  expect(faults).toEqual([undefined, replies[11]?.results[0]?.id])
})

test('[L1] a clinic whose queue somebody else holds keeps no other waiting, and is served once it is free', async () => {
  const all = await clinics(20)
  const held = all[11]
  const holder = await pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM organizations WHERE org_id = $1 FOR UPDATE', [held?.id])
  let answered = false
  const pushes = all.map(({ push }) => push('Of all'))
  const waiting = pushes[11]?.then((reply) => {
    answered = true
    return reply
  })
  const again = async () =>
    Promise.all(all.filter((clinic) => clinic !== held).map(({ push }) => push('Of the others')))
  for (const replies of [await Promise.all(pushes.filter((_, index) => index !== 11)), await again()]) {
    for (const { results } of replies) {
      expect(results.map(({ status }) => status)).toEqual(['applied', 'applied'])
    }
  }
  expect(answered).toBe(false)
  await holder.query('ROLLBACK')
  holder.release()
  expect(await waiting).toMatchObject({ last_n: 2, results: [{ status: 'applied' }, { status: 'applied' }] })
})

test('[L1] [M3] what is asked in one breath with the locks is of after them: another process commits while they are waited for', async () => {
  const two = await Promise.all(
    [0, 1].map(async () => {
      const id = await foundClinic(pool)
      const who = await hire(pool, id, [1])
      const _id = randomUUID()
      const lane = { device: randomUUID(), lane: randomUUID() }
      const create = { op: 'create', collection: 'drugs', _id, content: ketamine() } as const
      await store.push(who, pushOf(epoch, lane, [mutationOf(1, randomUUID(), 'drug.create', [create])]), NOW)
      /** Another tablet changes the drug as it was made. */
      const changed = async (concentration: number): Promise<PushJob> => {
        const speaker = await hire(pool, id, [1, 2])
        const set = { concentration }
        const update = { op: 'update', collection: 'drugs', _id, base: 1, set, was: ketamine() } as const
        const own = { device: randomUUID(), lane: randomUUID() }
        const request = pushOf(epoch, own, [mutationOf(1, randomUUID(), 'drug.update', [update])])
        return { speaker, request, now: NOW }
      }
      return { id, changed }
    }),
  )
  const [first, second] = await Promise.all(two.map(({ changed }) => changed(50)))
  const late = await Promise.all(two.map(async ({ id, changed }) => ({ id, push: await changed(20) })))
  if (!first || !second) throw new Error('There are two clinics.')
  const other = await pool.connect()
  await other.query('BEGIN')
  // Unlike a row, a table is waited for.
  await other.query('LOCK TABLE organizations IN ACCESS EXCLUSIVE MODE')
  const { serve } = organizationQueue(
    database.pipeline,
    'key',
    (error) => {
      throw error
    },
    nobodyListens,
  )
  const served = Promise.all(late.map(({ id, push }) => serve(id, [{ push }])))
  await vi.waitFor(async () => {
    const waiting = await other.query(
      `SELECT FROM pg_locks WHERE NOT granted AND relation = 'organizations'::regclass`,
    )
    expect(waiting.rowCount).toBe(2)
  })
  for (const job of [first, second])
    await pushLocked(other, await lockOrganization(other, job.speaker.org_id), job, 'key')
  await other.query('COMMIT')
  other.release()
  for (const replies of await served) {
    expect(replies).toMatchObject([
      { status: 'fulfilled', value: { last_n: 1, results: [{ status: 'conflict' }] } },
    ])
  }
})

test.each([1, 2])(
  'the plans of a push are steered and never compiled, in its own transaction alone: %i clinics',
  async (count) => {
    const settings = `SELECT current_setting('jit') AS jit, current_setting('enable_seqscan') AS whole,
      current_setting('plan_cache_mode') AS planned`
    const all = await clinics(count)
    const { serve } = organizationQueue(
      database.pipeline,
      'key',
      (error) => {
        throw error
      },
      nobodyListens,
    )
    const inQueue = async (client: PoolClient, org: LockedOrganization) => {
      return { reply: (await client.query<Record<string, string>>(settings)).rows[0], org }
    }
    for (const replies of await Promise.all(all.map(({ id }) => serve(id, [{ inQueue }])))) {
      expect(replies).toMatchObject([{ value: { jit: 'off', whole: 'off', planned: 'force_generic_plan' } }])
    }
    const { rows } = await database.pipeline.query<Record<string, string>>(settings)
    expect(rows).toEqual([{ jit: 'on', whole: 'on', planned: 'auto' }])
  },
)
