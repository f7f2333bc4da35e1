import { randomUUID } from 'node:crypto'
import type { OpenApi } from '../openapi.ts'
import type { Exchange } from './testing-exchange.ts'
import type { Caller, Known } from './testing-requests.ts'

const PASSWORD = 'Correct horse 1'
/** In the names of all that the other clinic has; nothing that is sent holds it. */
export const THEIR_MARK = 'Oaklane'
const PERMISSIONS = { all: [0, 1, 2, 3], some: [1], others: [1, 2, 3], none: [2] } as const
type Person = keyof typeof PERMISSIONS
const PEOPLE = Object.keys(PERMISSIONS) as Person[]
/** What is written at first, and again where little is left. */
const WRITTEN = [
  'drugs',
  'fluids',
  'anesthesia-protocols',
  'emergency-protocols',
  'injections',
  'procedures',
  'sheets',
  'controlled-substances',
]
const FEW = 3
const KEYS = [
  ['key that writes', 'writes'],
  ['key that reads', 'reads'],
] as const
const MANY_USERS = 20

interface SignedIn {
  token: string
  push_token: string
  user: { _id: string; org_id: string; email: string }
  device: string
  lane: string
}
interface Listed {
  _id: string
}

/** A clinic whose people and programs call, and whatever they do to themselves, are there again for the next requests. */
export class CallingClinic {
  private readonly exchange: Exchange
  private readonly document: OpenApi
  private keeper!: SignedIn
  private renewing: Promise<void> | undefined
  private readonly people = new Map<Person, SignedIn>()
  private readonly keys = new Map<Caller, { token: string; _id: string }>()

  constructor(exchange: Exchange, document: OpenApi) {
    this.exchange = exchange
    this.document = document
  }

  async open(): Promise<void> {
    this.keeper = await newClinic(this.exchange, 'Elm Street Clinic')
  }

  get token(): string {
    return this.keeper.token
  }

  tokenOf(caller: Caller): string | undefined {
    if (caller === 'guest') return undefined
    if (caller === 'nonsense') return 'nonsense'
    if (caller === 'push token') return this.people.get('all')?.push_token
    return this.keys.get(caller)?.token ?? this.people.get(caller as Person)?.token
  }

  /** Everybody who left, lost a permission or was removed is there anew; what they deleted too. */
  async renew(foreign: readonly string[]): Promise<Known> {
    await this.renewCallers()
    return this.look(foreign)
  }

  /** Once for all who ask meanwhile. */
  renewCallers(): Promise<void> {
    this.renewing ??= this.renewAll().finally(() => (this.renewing = undefined))
    return this.renewing
  }

  private async renewAll(): Promise<void> {
    const { exchange } = this
    const holds = async (address: string, token: string) =>
      (await exchange.ask('GET', address, token)).status === 200
    if (!(await holds('/user/confirm', this.keeper.token)))
      this.keeper = await signIn(exchange, this.keeper.user.email)
    const { users } = (await exchange.done('GET', '/organization/users', this.keeper.token)) as unknown as {
      users: (Listed & { org_perms: number[] })[]
    }
    if (users.length > MANY_USERS) await this.removeUsers(users)
    for (const person of PEOPLE) {
      const held = this.people.get(person)
      const perms = users.find(({ _id }) => _id === held?.user._id)?.org_perms.toSorted((a, b) => a - b)
      const isRight = String(perms) === String(PERMISSIONS[person])
      if (!held || !isRight || !(await holds('/user/confirm', held.token)))
        this.people.set(person, await this.hire(PERMISSIONS[person]))
    }
    for (const [caller, access] of KEYS) {
      const held = this.keys.get(caller)
      if (!held || !(await holds('/organization/sections', held.token)))
        this.keys.set(caller, await this.newKey(access))
    }
  }

  private async removeUsers(listed: readonly Listed[]): Promise<void> {
    const kept = new Set([this.keeper.user._id, ...[...this.people.values()].map(({ user }) => user._id)])
    for (const { _id } of listed)
      if (!kept.has(_id))
        await this.exchange.ask('POST', '/organization/users/delete', this.keeper.token, { _id })
  }

  private async hire(org_perms: readonly number[]): Promise<SignedIn> {
    const email = `${randomUUID().slice(0, 8)}@staff.test`
    await this.exchange.done('POST', '/organization/users/create', this.keeper.token, {
      name: 'Some Body',
      email,
      password: PASSWORD,
      confirm_password: PASSWORD,
      org_perms,
    })
    return signIn(this.exchange, email)
  }

  private async newKey(access: 'writes' | 'reads'): Promise<{ token: string; _id: string }> {
    const { exchange, keeper } = this
    const { programs } = (await exchange.done('GET', '/organization/programs', keeper.token)) as unknown as {
      programs: Listed[]
    }
    const used = new Set([...this.keys.values()].map(({ _id }) => _id))
    // There may be twenty.
    for (const { _id } of programs)
      if (!used.has(_id)) await exchange.ask('POST', '/organization/programs/revoke', keeper.token, { _id })
    const made = await exchange.done('POST', '/organization/programs/create', keeper.token, {
      name: `Program ${randomUUID().slice(0, 8)}`,
      access,
      org_perms: access === 'writes' ? [2, 3] : [],
    })
    return { token: String(made['key']), _id: (made['program'] as Listed)._id }
  }

  private async look(foreign: readonly string[]): Promise<Known> {
    const { exchange, keeper } = this
    const writer = this.people.get('all') ?? keeper
    const ids: Record<string, string[]> = {}
    for (const path of WRITTEN) {
      const list = async () =>
        ((await exchange.done('GET', `/new/${path}`, writer.token))['items'] as Listed[]).map(
          ({ _id }) => _id,
        )
      ids[path] = await list()
      if (ids[path].length >= FEW) continue
      await writeExamples(exchange, this.document, writer.token, path)
      ids[path] = await list()
    }
    const listed = async (what: string, name = what) =>
      ((await exchange.done('GET', `/organization/${what}`, keeper.token))[name] as Listed[]).map(
        ({ _id }) => _id,
      )
    const withoutKeeper = (_id: string) => _id !== keeper.user._id
    ids['users'] = (await listed('users')).filter(withoutKeeper)
    ids['devices'] = await listed('devices')
    ids['programs'] = await listed('programs')
    const drawn = async () =>
      ((await exchange.done('GET', '/single-draws/0', writer.token))['draws'] as Listed[]).map(
        ({ _id }) => _id,
      )
    ids['single-draws'] = await drawn()
    if (ids['single-draws'].length < FEW) {
      await writeDraw(exchange, this.document, writer.token)
      ids['single-draws'] = await drawn()
    }
    await signIn(exchange, writer.user.email)
    const { sessions } = (await exchange.done('GET', '/user/sessions', writer.token)) as unknown as {
      sessions: (Listed & { here: boolean })[]
    }
    ids['user'] = sessions.filter(({ here }) => !here).map(({ _id }) => _id)
    const { epoch } = await exchange.done('GET', '/sync/pull?cursor=0&limit=1', writer.token)
    return {
      ids,
      foreign,
      fields: {
        epoch: [epoch],
        protocol: [2],
        device: [writer.device, ids['devices'][0] ?? writer.device],
        lane: [writer.lane],
        org: [writer.user.org_id],
        user: ids['users'],
        cursor: ['0', '1', '5'],
        collections: ['drugs', 'sheets,drugs', 'injections'],
        old_password: [PASSWORD],
      },
      places: {
        type: ['0', '1', '2', '3', '4', '5', '6', '7'],
        section: ['-1', 'Opioids', '1000'],
        id: ids['drugs'] ?? [],
      },
    }
  }
}

export interface OtherClinic {
  /** That name it or something of it. */
  ids: string[]
  /** All that its own people see, as one text. */
  seen(): Promise<string>
  token: string
}

/** A clinic with one of everything that nobody of the callers' may see or change. */
export async function otherClinic(exchange: Exchange, document: OpenApi): Promise<OtherClinic> {
  const first = await newClinic(exchange, `${THEIR_MARK} Clinic`)
  for (const path of WRITTEN) await writeExamples(exchange, document, first.token, path, THEIR_MARK)
  await writeDraw(exchange, document, first.token, THEIR_MARK)
  await exchange.done('POST', '/organization/programs/create', first.token, {
    name: `${THEIR_MARK} program`,
    access: 'reads',
    org_perms: [],
  })
  // The list of sessions and what the action log says of reading it are not what stands.
  const addresses = [
    '/sync/snapshot?collections=drugs,fluids,anesthesia_protocols,emergency_protocols,injections,procedures,sheets,balances,sections',
    '/organization/users',
    '/organization/information',
    '/organization/programs',
    '/organization/devices',
    '/organization/policies',
    '/ledger/lines',
  ]
  const seen = async () => {
    const texts = []
    for (const address of addresses) {
      const { status, text } = await exchange.ask('GET', address, first.token)
      if (status !== 200) throw new Error(`${address}: ${status} ${text}`)
      texts.push(text.replaceAll(/"server_time":"[^"]*"/g, ''))
    }
    return texts.join('\n')
  }
  const all = await seen()
  const named = all.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  const { epoch } = await exchange.done('GET', '/sync/pull?cursor=0&limit=1', first.token)
  // One for the whole server.
  const ids = [...new Set(named)].filter((id) => id !== epoch)
  return { ids, seen, token: first.token }
}

async function newClinic(exchange: Exchange, org_name: string): Promise<SignedIn> {
  const email = `${randomUUID().slice(0, 8)}@first.test`
  const body = {
    name: `First of ${org_name}`,
    email,
    password: PASSWORD,
    confirm_password: PASSWORD,
    org_name,
  }
  await exchange.done('POST', '/user/register', undefined, {
    ...body,
    time_zone: 'America/Chicago',
    library: 'empty',
  })
  return signIn(exchange, email)
}

async function signIn(exchange: Exchange, email: string): Promise<SignedIn> {
  const place = { device: randomUUID(), lane: randomUUID() }
  const reply = await exchange.done('POST', '/user/login', undefined, { email, password: PASSWORD, ...place })
  return { ...(reply as unknown as SignedIn), ...place }
}

/** What the document shows of a collection, once for each of a few; `mark` stands before its names. */
async function writeExamples(
  exchange: Exchange,
  { paths }: OpenApi,
  token: string,
  path: string,
  mark = '',
): Promise<void> {
  const media = paths[`/${path}/`]?.post?.requestBody?.content['application/json']
  const example = media?.example as Record<string, unknown>
  for (let nth = 0; nth < FEW; nth++) {
    const name = `${mark || 'Example'} ${randomUUID().slice(0, 8)}`
    const body = path === 'controlled-substances' ? { ...example, drug_name: name } : { ...example, name }
    await exchange.done('POST', `/${path}/`, token, body)
  }
}

async function writeDraw(exchange: Exchange, { paths }: OpenApi, token: string, mark = ''): Promise<void> {
  const media = paths['/single-draws/{species}']?.post?.requestBody?.content['application/json']
  await exchange.done('POST', '/single-draws/0', token, {
    ...(media?.example as object),
    ...(mark && { patientName: `${mark} Rex` }),
  })
}
