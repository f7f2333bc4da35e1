import { randomUUID } from 'node:crypto'
import { UNSET_SECTION } from 'sync-protocol/records/fields'
import { CONTENTS } from 'sync-protocol/testing/contents'
import {
  DELETING_MANY,
  RULES,
  rulesAbroad,
  verdictOf,
  verdictOfCall,
  type Needs,
  type Permission,
} from 'sync-protocol/testing/permission-table'
import { asCall, WHOSE, type Cell, type Person, type Scene } from './testing-cells.ts'
import { PATH_OF, SELECTED } from './collection-paths.ts'
import { WRITTEN, type WrittenCollection } from './payload-fields.ts'
import { factCells } from './controlled-substances/testing-fact-cells.ts'

/** What a form sends, of a clinic without sections; a sheet's day is the server's to say. */
export function payloadOf(collection: WrittenCollection): object {
  const { day: _, ...sent } = CONTENTS[collection].content
  return collection === 'drugs' ? { ...sent, section_key: UNSET_SECTION } : sent
}

export function cellsIn(scene: Scene): Cell[] {
  return [
    ...WRITTEN.flatMap((collection) => [
      creation(collection),
      ...WHOSE.flatMap(([whose, person], index) => [
        ...updates(scene, collection, whose, person, index),
        ...deletions(scene, collection, whose, person, index),
      ]),
      ...deletingMany(scene, collection),
    ]),
    ...factCells(scene),
    ...sections(scene),
  ]
}

const creation = (collection: WrittenCollection): Cell => ({
  name: `create of ${collection}`,
  verdict: asCall(RULES[collection].create),
  method: 'POST',
  path: `/${PATH_OF[collection]}/`,
  body: payloadOf(collection),
})

function updates(
  scene: Scene,
  collection: WrittenCollection,
  whose: string,
  person: Person,
  index: number,
): Cell[] {
  const needs = RULES[collection].update[index] ?? rulesAbroad(collection, 'update')
  const path = (id: string) => `/${PATH_OF[collection]}/update/${id}`
  const id = scene.make(person, collection)
  const untouched = path(scene.make(person, collection))
  const { edit } = CONTENTS[collection]
  const says = (meant: 'nothing' | 'conflict') => (perms: readonly Permission[]) => {
    const verdict = verdictOfCall(needs, perms)
    return verdict === 'done' ? meant : verdict
  }
  const name = `${whose} of ${collection}`
  return [
    {
      name: `update of ${name}`,
      verdict: asCall(needs),
      method: 'POST',
      path: path(id),
      body: edit,
      changes: [id],
    },
    {
      name: `update without a difference of ${name}`,
      verdict: says('nothing'),
      method: 'POST',
      path: untouched,
      body: {},
    },
    {
      name: `update of a version that does not stand of ${name}`,
      verdict: says('conflict'),
      method: 'POST',
      path: untouched,
      body: edit,
      headers: { 'if-match': '"7"' },
    },
  ]
}

function deletions(
  scene: Scene,
  collection: WrittenCollection,
  whose: string,
  person: Person,
  index: number,
): Cell[] {
  // A sheet is a fact: who deletes it voids it.
  const act = collection === 'sheets' ? 'void' : 'delete'
  const id = scene.make(person, collection)
  return [
    {
      name: `delete ${whose} of ${collection}`,
      verdict: asCall(RULES[collection][act][index] ?? rulesAbroad(collection, act)),
      method: 'DELETE',
      path: `/${PATH_OF[collection]}/${id}`,
      changes: [id],
    },
  ]
}

function deletingMany(scene: Scene, collection: WrittenCollection): Cell[] {
  const third = {
    own: 'self',
    "with one of another's": 'other',
    "with one of another clinic's": 'stranger',
  } as const
  return Object.entries(DELETING_MANY).flatMap(([of, needs]) =>
    (['PUT', 'POST'] as const).map((method): Cell => {
      const owners = ['self', third[of as keyof typeof third], 'self'] as const
      const ids = owners.map((person) => scene.make(person, collection))
      return {
        name: `delete many by ${method} of ${collection}, ${of}`,
        verdict: asCall(needs),
        method,
        path: `/${PATH_OF[collection]}${method === 'POST' ? '/delete-multiple/canine' : ''}`,
        body: { ids },
        changes: ids,
        ...(of === "with one of another's"
          ? {
              notice: `We cannot delete the selected ${SELECTED[collection]} because one or more are owned by other members of your organization, and you don't have permissions to delete their records.`,
            }
          : {}),
      }
    }),
  )
}

/** Sections take 3 alone, whoever made them. */
function sections(scene: Scene): Cell[] {
  const update = { method: 'POST', path: '/organization/sections/update' } as const
  const unset = { method: 'POST', path: '/drugs/update/keys' } as const
  const verdictBy = (needs: Needs) => (perms: readonly Permission[]) => verdictOf(needs, perms)
  const { create, update: rename, delete: remove } = RULES.sections
  const abroad = scene.section('stranger')
  const others = (otherwise: 'nothing' | 'conflict') => (perms: readonly Permission[]) => {
    const verdict = verdictOf(create, perms)
    return verdict === 'done' ? otherwise : verdict
  }
  const titles = () => {
    const word = randomUUID().slice(0, 8)
    return { title_s: word, title_p: `${word}s` }
  }
  return [
    {
      name: 'create a section',
      verdict: verdictBy(create),
      ...update,
      sections: (stand) => ({ sections: [...stand, titles()] }),
    },
    ...WHOSE.slice(0, 2).flatMap(([whose, person], index): Cell[] => {
      const [renamed, removed, listed] = [1, 2, 3].map(() => scene.section(person))
      return [
        {
          name: `rename ${whose} section`,
          verdict: verdictBy(rename[index] ?? 'done'),
          ...update,
          changes: [renamed?._id ?? ''],
          sections: (stand) => ({
            sections: stand.map((each) => (each.key === renamed?.key ? { ...each, ...titles() } : each)),
          }),
        },
        {
          name: `remove ${whose} section`,
          verdict: verdictBy(remove[index] ?? 'done'),
          ...update,
          changes: [removed?._id ?? ''],
          sections: (stand) => ({ sections: stand.filter(({ key }) => key !== removed?.key) }),
        },
        {
          name: `unset the drugs of ${whose} section`,
          verdict: verdictBy(remove[index] ?? 'done'),
          ...unset,
          changes: [listed?._id ?? ''],
          body: { keys: [listed?.key] },
        },
      ]
    }),
    {
      name: "rename another clinic's section",
      verdict: others('conflict'),
      ...update,
      sections: (stand) => ({ sections: [...stand, { key: abroad.key, ...titles() }] }),
    },
    {
      name: "unset the drugs of another clinic's section",
      verdict: others('nothing'),
      ...unset,
      body: { keys: [abroad.key] },
    },
  ]
}
