import { randomUUID } from 'node:crypto'
import type { Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { CONTENTS } from 'sync-protocol/testing/contents'
import { EVERY_SET } from 'sync-protocol/testing/permission-table'
import { errorBody, ProtocolError, UNSEEN, type ErrorBody } from 'sync-protocol/wire/errors'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { givePermissions, newOrganization, newUser, testApp, type Answer } from '../testing.ts'
import { PATH_OF } from './collection-paths.ts'
import type { Item } from './item.ts'
import { WRITTEN } from './payload-fields.ts'
import type { Section } from './sections.ts'
import { STATUS, type Cell, type Person, type Scene } from './testing-cells.ts'
import { cellsIn } from './testing-permissions.ts'
import { tablet } from './testing-writes.ts'

const clinics = await testApp({ registration: 'open' })
const { call, clock, database } = clinics
const [clinic, abroad] = [await newOrganization(call), await newOrganization(call)]
const people = {
  self: await newUser(call, clinic, [0, 1, 2, 3]),
  other: await newUser(call, clinic, [1, 2, 3]),
  stranger: abroad,
}
const rows = async <R>(text: string, values: unknown[] = []) =>
  (await database.pool.query(text, values)).rows as R[]

/** Everything that the database holds but who may do what: each table's rows, to the byte. */
async function everything(): Promise<Map<string, string>> {
  const tables = await rows<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
  )
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const [sum] = await rows<{ hash: string }>(
      `SELECT encode(sha256(convert_to(coalesce(string_agg(t, E'\\n' ORDER BY t COLLATE "C"), ''), 'UTF8')), 'hex') AS hash
       FROM (SELECT each::text AS t FROM "${name}" each) texts`,
    )
    found.set(name, sum?.hash ?? '')
  }
  return found
}

/** Every record of both clinics. */
async function everyRecord() {
  const found = await rows<{ id: string; collection: string; body: string }>(
    'SELECT record_id AS id, collection, body::text AS body FROM records',
  )
  return new Map(found.map((row) => [row.id, row]))
}
const logged = async () =>
  (await rows<{ count: number }>('SELECT count(*)::int AS count FROM "logged-actions"'))[0]?.count ?? 0
const sectionsNow = async () =>
  (await call('GET', '/organization/sections', { token: clinic.token })).body['sections'] as Section[]

/** Makes what the cells ask for, by each author's own tablet, in as few changes as it takes. */
async function setting() {
  const wanted: Record<Person, Map<Collection, { _id: string; content: JsonObject }[]>> = {
    self: new Map(),
    other: new Map(),
    stranger: new Map(),
  }
  const add = (person: Person, collection: Collection, content: JsonObject): string => {
    const _id = randomUUID()
    wanted[person].set(collection, [...(wanted[person].get(collection) ?? []), { _id, content }])
    return _id
  }
  let key = 0
  const scene: Scene = {
    make: (person, collection) => add(person, collection, CONTENTS[collection].content),
    section(person) {
      key++
      const titles = { title_s: `Section ${key}`, title_p: `Sections ${key}` }
      return { _id: add(person, 'sections', { key, ...titles }), key }
    },
  }
  const rounds = EVERY_SET.map((perms) => ({ perms, cells: cellsIn(scene) }))
  for (const person of ['self', 'other', 'stranger'] as const) {
    const pad = tablet(call, people[person], () => clock.now)
    for (const [collection, records] of wanted[person]) {
      for (let from = 0; from < records.length; from += 500) {
        const ops = records.slice(from, from + 500).map((record) => ({
          op: 'create' as const,
          collection,
          ...record,
        }))
        const { results } = await pad.push(`${collection.replace(/s$/, '')}.create`, ops)
        if (results[0]?.status !== 'applied') throw new Error(JSON.stringify(results))
      }
    }
  }
  return rounds
}

async function made({ method, path, body, headers, sections }: Cell): Promise<Answer> {
  const sent = sections ? sections(await sectionsNow()) : body
  return call(method, path, {
    token: people.self.token,
    ...(sent ? { body: sent } : {}),
    ...(headers ? { headers } : {}),
  })
}

const statusOf = ({ code, field }: ErrorBody) =>
  new ProtocolError(code, '', field === undefined ? {} : { field }).status

/** What is wrong with how a refusal is told. */
function misspoken({ status, body, headers }: Answer, notice?: string): string[] {
  const told = z.strictObject(errorBody.shape).safeParse(body)
  if (!told.success) return [`its body is not the error body: ${JSON.stringify(body)}`]
  return [
    ...(statusOf(told.data) === status ? [] : [`${told.data.code} is not ${status}`]),
    ...(String(headers['content-type']).startsWith('application/json') ? [] : ['it is not JSON']),
    ...(notice === undefined || told.data.message === notice ? [] : [`it says "${told.data.message}"`]),
  ]
}

test(
  '[Q-80] [Q-83] [Q-84] [P6] every documented write, by every set of permissions, on own, others’ and another clinic’s records',
  { timeout: 240_000 },
  async () => {
    const rounds = await setting()
    const before = await everyRecord()
    const changed = new Set<string>()
    const wrong: string[] = []
    for (const { perms, cells } of rounds) {
      await givePermissions(clinics, clinic, people.self, perms)
      const tell = (cell: Cell, what: string) => wrong.push(`[${perms.join()}] ${cell.name}: ${what}`)
      const told = cells.map((cell) => ({ cell, verdict: cell.verdict(perms) }))
      const stood = await everything()
      for (const { cell, verdict } of told.filter(({ verdict: meant }) => meant !== 'done')) {
        const answer = await made(cell)
        const meant = verdict === 'conflict' && cell.headers !== undefined ? UNSEEN : STATUS[verdict]
        if (answer.status !== meant) tell(cell, `${answer.status}, not ${meant}`)
        else if (verdict !== 'nothing') {
          const notice = verdict === 'forbidden' && perms.includes(1) ? cell.notice : undefined
          misspoken(answer, notice).forEach((what) => tell(cell, what))
        }
      }
      const stands = await everything()
      for (const [table, hash] of stood)
        if (stands.get(table) !== hash) wrong.push(`[${perms.join()}] what was refused wrote into ${table}`)

      let entries = await logged()
      for (const { cell } of told.filter(({ verdict }) => verdict === 'done')) {
        const answer = await made(cell)
        const item = answer.body['item'] as Item | undefined
        if (answer.status !== 200) tell(cell, `${answer.status}, not 200`)
        if (item) changed.add(item._id)
        for (const id of cell.changes ?? []) changed.add(id)
        const more = (await logged()) - entries
        if (more !== 1) tell(cell, `the action log got ${more} entries`)
        entries += more
      }
    }
    expect(wrong).toEqual([])
    const after = await everyRecord()
    const sections = [...after.keys()].filter(
      (id) => !before.has(id) && after.get(id)?.collection === 'sections',
    )
    const different = [...new Set([...before.keys(), ...after.keys()])].filter(
      (id) => before.get(id)?.body !== after.get(id)?.body,
    )
    // A new section has no item that would name it: one for each set with 3.
    expect(sections).toHaveLength(8)
    expect(different.toSorted()).toEqual([...changed, ...sections].toSorted())
    expect(rounds.flatMap(({ cells }) => cells).length).toBeGreaterThan(2000)
  },
)

test(
  '[Q-80] [Q-83] every documented read, by every set of permissions: own and colleagues’ records, no other clinic’s',
  { timeout: 120_000 },
  async () => {
    const ids: Record<Person, Record<string, string>> = { self: {}, other: {}, stranger: {} }
    for (const person of ['self', 'other', 'stranger'] as const) {
      const manager = person === 'stranger' ? abroad : clinic
      await givePermissions(clinics, manager, people[person], [0, 1, 2, 3])
      const pad = tablet(call, people[person], () => clock.now)
      for (const collection of WRITTEN) {
        const unset = collection === 'drugs' ? { section_key: -1 } : {}
        const content = { ...CONTENTS[collection].content, ...unset, name: 'Only to be read' }
        ids[person][collection] = (await pad.write(collection, [content]))[0] ?? ''
      }
    }
    const reads = WRITTEN.flatMap((collection) => {
      const path = PATH_OF[collection]
      const one = collection === 'drugs' ? `/${path}/canine/unset%20medications` : `/${path}/canine`
      const own = ids.self[collection] ?? ''
      const both = [own, ids.other[collection] ?? '']
      return [
        { path: `${one}?query=only+read`, finds: both },
        { path: `${one}?query=only+read&own=true`, finds: [own] },
        { path: `/new/${path}?query=only+read`, finds: both },
        { path: `/${path}/canine/all`, finds: both },
        { path: `/library/${path}/0?own=true`, finds: [own] },
      ]
    })
    const wrong: string[] = []
    for (const perms of EVERY_SET) {
      await givePermissions(clinics, clinic, people.self, perms)
      const stood = await everything()
      const may = perms.includes(1)
      const read = (path: string) => call('GET', path, { token: people.self.token })
      const tell = (path: string, what: string) => wrong.push(`[${perms.join()}] ${path}: ${what}`)
      for (const { path, finds } of reads) {
        const { status, body, headers, text } = await read(path)
        if (status !== (may ? 200 : 403)) tell(path, String(status))
        if (!may) {
          const { total, items, ...error } = body
          const empty = total === undefined ? items === undefined : total === 0 && String(items) === ''
          if (!empty) tell(path, 'it is not an empty list')
          misspoken({ status, headers, text, body: error }).forEach((what) => tell(path, what))
          continue
        }
        const items = (Array.isArray(body) ? body : body['items']) as Item[]
        const found = items.flatMap(({ _id, content }) =>
          content['name'] === 'Only to be read' ? [_id] : [],
        )
        if (found.toSorted().join() !== finds.toSorted().join()) tell(path, `it finds ${found.join()}`)
        if (items.some(({ meta }) => meta.author_id === people.stranger.user._id)) tell(path, 'a stranger’s')
      }
      for (const person of ['self', 'other', 'stranger'] as const) {
        const path = `/drugs/canine/${ids[person]['drugs']}/all`
        const answer = await read(path)
        const meant = !may ? 403 : person === 'stranger' ? 404 : 200
        if (answer.status !== meant) tell(path, `${answer.status} of ${person}`)
        if (meant !== 200) misspoken(answer).forEach((what) => tell(path, what))
      }
      const sections = await read('/organization/sections')
      if (sections.status !== (may ? 200 : 403)) tell('sections', String(sections.status))
      const stands = await everything()
      for (const [table, hash] of stood)
        if (stands.get(table) !== hash) wrong.push(`[${perms.join()}] reading wrote into ${table}`)
    }
    expect(wrong).toEqual([])
  },
)
