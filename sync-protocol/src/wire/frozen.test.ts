import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { EDITION } from '../records/edition.ts'
import type { Collection } from '../records/envelope.ts'
import { canonical } from '../records/json.ts'
import type { Kind } from '../records/kind.ts'
import { kinds } from '../records/kinds.ts'
import { lifted } from '../records/lift.ts'
import { mutation } from '../records/mutation.ts'
import { sha256Hex } from '../records/mutation-hash.ts'
import {
  doneReply,
  loginFailure,
  loginReply,
  loginRequest,
  logoutRequest,
  profileReply,
  registerRequest,
  setupReply,
} from './accounts.ts'
import { logPeopleReply, logQuery, logReply } from './action-log.ts'
import { deviceReply, deviceRequest } from './devices.ts'
import { deviceIdRequest, devicesReply, listedDeviceReply } from './device-list.ts'
import { heldRequest, standing, standingQuery, tellRequest, wipedRequest } from './device-standing.ts'
import { errorBody } from './errors.ts'
import { backupsReply } from './backups.ts'
import { changeEvent } from './events.ts'
import { ledgerLine, ledgerLinesHeader, ledgerQuery, ledgerReply } from './ledger.ts'
import {
  changeUserRequest,
  newUserRequest,
  organizationReply,
  organizationSettings,
  removeUserRequest,
  userLinkReply,
  userLinkRequest,
  userReply,
  usersReply,
} from './organization.ts'
import { ownPasswordRequest, ownSessionRequest, ownSessionsReply } from './own-account.ts'
import { newPasswordRequest, resetReply } from './password-reset.ts'
import { changePolicies, policiesReply } from './policies.ts'
import { endProgramRequest, newProgramReply, newProgramRequest, programsReply } from './programs.ts'
import { pullQuery, pullReply } from './pull.ts'
import { pushReply, pushRequest } from './push.ts'
import { snapshotQuery, snapshotReply } from './snapshot.ts'
import { compareShapes, type Direction, type Growth, type Shape } from '../testing/shape-growth.ts'
import first from './frozen/v1.json' with { type: 'json' }
import second from './frozen/v2.json' with { type: 'json' }
import { OLDEST_PUSH, OLDEST_READ, PROTOCOL } from './version.ts'

const messages = {
  mutation,
  pushRequest,
  pushReply,
  pullQuery,
  pullReply,
  snapshotQuery,
  snapshotReply,
  deviceRequest,
  deviceReply,
  tellRequest,
  standingQuery,
  standing,
  heldRequest,
  wipedRequest,
  devicesReply,
  deviceIdRequest,
  listedDeviceReply,
  errorBody,
  loginRequest,
  loginReply,
  profileReply,
  registerRequest,
  loginFailure,
  logoutRequest,
  doneReply,
  setupReply,
  ledgerQuery,
  ledgerReply,
  ledgerLinesHeader,
  ledgerLine,
  changeEvent,
  logQuery,
  logReply,
  logPeopleReply,
  organizationReply,
  organizationSettings,
  usersReply,
  userReply,
  newUserRequest,
  changeUserRequest,
  removeUserRequest,
  userLinkRequest,
  userLinkReply,
  backupsReply,
  newPasswordRequest,
  resetReply,
  ownPasswordRequest,
  ownSessionsReply,
  ownSessionRequest,
  programsReply,
  newProgramRequest,
  newProgramReply,
  endProgramRequest,
  policiesReply,
  changePoliciesRequest: changePolicies,
}
/** Written down by `npm run freeze`. */
const GROWN = './frozen/v2-growth.json'
const HOW = [
  'Messages differ from what is written down.',
  'If the change is meant and only adds, `npm run freeze` writes it down: commit frozen/v2-growth.json with it.',
  'After a rebase conflict in that file take either side and run it again.',
].join('\n')

interface Released {
  /** What was published under a number, and the SHA-256 of it. */
  frozen: { protocol: number; messages: object; contents: object }
  hash: string
  /** Messages that an app of this number neither sends nor hears any more. */
  noLonger: readonly string[]
  /** What breaks the rule of growing and was weighed: where, and why no released app meets it. */
  granted: Readonly<Record<string, string>>
}

const KNOWN =
  'Such an app pushes records of the collections that it knows, and hears of those and of their conflicts. It does not look into flags.'

/** Since 2026-11-29 the entry of a new fact says whose name it bears, and when it was made. */
const LEDGER_NAMES =
  'Released apps read GET /ledger/lines, whose entries are texts, and look for what they know in them.'
const WHOSE_AND_WHEN = {
  'ledgerReply.entries[]|0.record.author_name': LEDGER_NAMES,
  'ledgerReply.entries[]|0.record.made_at': LEDGER_NAMES,
}

const RELEASED: readonly Released[] = [
  {
    frozen: first,
    hash: '0a0989156c9bfda1f8692572224ddc1fc1d98ade58dd7e96f2d2224bb72b3ecb',
    // It is told to update itself before it reads (426).
    noLonger: ['pullQuery', 'pullReply', 'snapshotQuery', 'snapshotReply', 'changeEvent'],
    granted: {
      'ledgerReply.entries[]|1':
        'The entry of a restore. Released apps read GET /ledger/lines, whose entries are texts, and list such a one by its op.',
      'ledgerReply.entries[]|0.record.collection':
        'Released apps read GET /ledger/lines, whose entries are texts, and list such a one by its op.',
      ...WHOSE_AND_WHEN,
      'contents.drugs.range': 'Lifted into the limits.',
      'pushReply.results[].records[].collection': KNOWN,
      'pushReply.results[].records[].flags[]': KNOWN,
    },
  },
  {
    frozen: second,
    hash: '141e78de27c0dd2f90b2a0fe3f4be874179e5d7dc7079c95553131bae11557e7',
    noLonger: [],
    granted: WHOSE_AND_WHEN,
  },
]

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as Shape
const shape = (schema: z.ZodMiniType) =>
  plain(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
const directionOf = (name: string): Direction =>
  name === 'mutation' || /(Request|Query)$/.test(name) ? 'request' : 'reply'

/** A group is what changes as one: its fields stand in no order. */
const asSets = (groups: Kind['groups']) =>
  Object.fromEntries(Object.entries(groups).map(([name, fields]) => [name, fields.toSorted()]))

/** Everything that was released under a number against what the code takes and says today. */
function growth({ frozen, noLonger }: Released): Growth {
  const all: Growth = { breaks: [], grown: {} }
  for (const [name, today] of Object.entries(messages)) {
    if (noLonger.includes(name)) continue
    const released = (frozen.messages as Record<string, Shape>)[name]
    if (released === undefined) all.grown[name] = shape(today)
    else compareShapes(released, shape(today), directionOf(name), name, all)
  }
  for (const [name, { schema, groups, content }] of Object.entries(kinds)) {
    const released = (
      frozen.contents as Record<string, { schema: number; groups: Kind['groups']; content: Shape }>
    )[name]
    if (released === undefined) {
      all.grown[`contents.${name}`] = plain({ schema, groups, content: shape(content) })
      continue
    }
    // Who reads a content passes over what it does not know; of number 1 nobody reads any more.
    compareShapes(released.content, shape(content), 'request', `contents.${name}`, all)
    // Under what they are called by now.
    const present = (fields: readonly string[]) =>
      fields.flatMap((field) => Object.keys(lifted(name as Collection, { [field]: null })))
    for (const [group, fields] of Object.entries(released.groups))
      expect(asSets(groups)[group], `${name}: ${group}`).toEqual(expect.arrayContaining(present(fields)))
  }
  return all
}

test.each(RELEASED.map((each) => [each.frozen.protocol, each] as const))(
  '[W1] what an app of number %i sends is taken, and what it hears it can read',
  (_, released) => {
    const { frozen, hash, granted } = released
    // Whoever edits the file of what was released edits history.
    expect(sha256Hex(canonical(plain(frozen)))).toBe(hash)
    for (const name of Object.keys(frozen.messages))
      expect(messages, 'A released message is gone').toHaveProperty(name)
    for (const name of Object.keys(frozen.contents))
      expect(kinds, 'A released collection is gone').toHaveProperty(name)
    const { breaks } = growth(released)
    expect(
      breaks.filter(({ path }) => granted[path] === undefined).map(({ path, why }) => `${path}: ${why}`),
    ).toEqual([])
    expect(Object.keys(granted).filter((path) => !breaks.some((one) => one.path === path))).toEqual([])
  },
)

test('[W1] each number that may still be pushed has its file, and the newest one is read', () => {
  expect(RELEASED.map(({ frozen }) => frozen.protocol)).toEqual(
    Array.from({ length: PROTOCOL - OLDEST_PUSH + 1 }, (_, nth) => OLDEST_PUSH + nth),
  )
  expect(OLDEST_READ).toBe(PROTOCOL)
})

test('[P7] a field says which edition was the first that knew it', () => {
  // Number 1 had the contents of edition 1.
  for (const [name, { content }] of Object.entries(first.contents as Record<string, { content: Shape }>)) {
    const { fields } = kinds[name as Collection]
    // An open sheet is one of two shapes.
    const shapes = [content, ...((content['oneOf'] ?? content['anyOf'] ?? []) as Shape[])]
    const released = Object.fromEntries(
      shapes.flatMap((one) => Object.keys(one['properties'] ?? {}).map((field) => [field, null])),
    )
    const known = Object.keys(lifted(name as Collection, released))
    const older = Object.entries(fields).flatMap(([field, { since = 1 }]) => (since === 1 ? [field] : []))
    expect([name, older.toSorted()]).toEqual([name, known.toSorted()])
  }
})

test('[P7] the newest field is of the edition that this release writes', () => {
  const sinces = Object.values(kinds).flatMap(({ fields }) =>
    Object.values(fields).map(({ since = 1 }) => since),
  )
  expect(Math.max(...sinces)).toBe(EDITION)
})

test('[W1] what the newest number grew by is written down', async () => {
  const newest = RELEASED.at(-1)
  const { grown } = newest ? growth(newest) : expect.fail('Nothing was released.')
  const inOrder = Object.fromEntries(Object.entries(grown).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  await expect(`${JSON.stringify(inOrder, null, 2)}\n`)
    .toMatchFileSnapshot(GROWN)
    .catch((cause: unknown) => {
      throw new Error(HOW, { cause })
    })
})
