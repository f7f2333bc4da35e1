import { expect, test } from 'vitest'
import { contentFault } from 'sync-protocol/merge/content-fault'
import type { Json, JsonObject } from 'sync-protocol/records/json'
import type { Op, OpOf } from 'sync-protocol/records/mutation'
import { testId } from 'sync-protocol/testing/examples'
import { balance, draw, sheet } from '../../sync/testing/samples.ts'
import { faultyFields, type FaultyField } from './faulty-fields.ts'
import { withTyped } from './with-typed.ts'

const AT = '2026-11-20T10:00:00.000Z'
const id = (number: number) => testId(1, number)

/** A sheet that has every field there is. */
function wholeSheet(): JsonObject {
  const whole = sheet('Rex')
  const protocol = whole['anesthesia_protocol'] as JsonObject
  const [section = {}] = protocol['sections'] as JsonObject[]
  const [drug] = section['drugs'] as JsonObject[]
  const guard = { level: 'red', kinds: ['over'], reason: 'Shock', by: 'Ana' }
  const limits = { min: 0.2, max: 0.4, cap_mg: 20, never: 'Heart' }
  const judged = { ...drug, usual: 0.4, limits, guard, volume_exact: 0.5, form: 'INJECTION', schedule: 'IV' }
  const emergency = {
    id: '1',
    name: 'Atropine',
    concentration: 0.5,
    volume_low: 0.4,
    volume_high: 0.8,
    route: 'IV',
  }
  return {
    ...whole,
    procedure: { name: 'Spay', notes: 'Left' },
    anesthesia_protocol: {
      ...protocol,
      sections: [{ ...section, key: 3, drugs: [judged, drug ?? {}] }, section],
      fluids: [{ name: 'LRS', rate: 5, volume: 50, volume_exact: 50 }],
    },
    emergency_protocol: { name: 'CPR', drugs: [{ ...emergency, amount_unit: 'mEq', guard }] },
    patient_id: 'A-1',
    estimated: true,
    weighed_at: AT,
    check: { by: id(7), name: 'Ben', at: AT, weight: 10, weight_units: 'kg' },
    check_asked: false,
    injections: ['Rabies'],
  }
}

function wholeBalance(): JsonObject {
  const whole = balance('K-1', id(2))
  const [[row] = []] = whole['pages'] as JsonObject[][]
  const taken = {
    ...row,
    kind: 'draw',
    species: 0,
    draw_id: id(3),
    remainder: true,
    used: 0.5,
    added: 1,
    adjusted: 0,
  }
  const closing = { ...(whole['closing'] as JsonObject), others: ['K-0'] }
  return { ...whole, closing, pages: [[row ?? {}, taken]], combined_ids: [id(4), id(5)] }
}

const wholeTap: JsonObject = {
  code_id: id(6),
  sheet_id: id(8),
  what: 'started',
  detail: 'Epinephrine',
  patient: { name: 'Rex', species: 0, weight: 12.4, weight_units: 'kg', estimated: true },
  at: AT,
}

const { sheet_id: _sheet, ...withoutSheet } = wholeTap

const facts: [string, OpOf<'create'>['collection'], JsonObject][] = [
  ['sheet', 'sheets', wholeSheet()],
  ['draw', 'draws', { ...draw('Rex', id(1)), schedule: 'IV', enter_measured_volume: true }],
  ['balance sheet', 'balances', wholeBalance()],
  ['code event', 'code_events', wholeTap],
  ['code event of no sheet', 'code_events', withoutSheet],
]

type Path = readonly (string | number)[]
const pathsIn = (value: Json, path: Path = []): Path[] => [
  ...(path.length === 0 ? [] : [path]),
  ...(typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        pathsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
      )),
]
const GONE: unique symbol = Symbol('gone')
function put(value: Json, [key, ...rest]: Path, odd: Json | typeof GONE): Json {
  if (key === undefined) return odd as Json
  const copy = structuredClone(value) as JsonObject
  if (rest.length > 0) copy[key] = put(copy[key] ?? null, rest, odd)
  else if (odd !== GONE) copy[key] = odd
  else if (Array.isArray(copy)) copy.splice(Number(key), 1)
  else delete copy[key]
  return copy
}
const SCALARS: Json[] = [
  null,
  '',
  ' '.repeat(130),
  'x',
  'X'.repeat(11_000),
  '5',
  -1,
  1.2345,
  7,
  1e9,
  true,
  false,
]
const PARTS: Json[] = [
  [],
  {},
  [5],
  [[]],
  { mood: 'good' },
  [{ name: 'x' }],
  Array.from({ length: 120 }, () => 'x'),
]
const odds: readonly (Json | typeof GONE)[] = [GONE, ...SCALARS, ...PARTS]

const WORDS = ['1', '0.5', 'Shock', AT, '2026-11-20']
/** What somebody types who tries one thing after the other, as each field says what is wrong. */
function completed(ops: readonly Op[], fields: readonly FaultyField[]): Op[] | null {
  const tries = fields.map(({ typed, values }) => [typed, ...(values ?? WORDS)])
  const typed = tries.map((each) => each.shift() ?? '')
  for (;;) {
    const made = withTyped(ops, fields, typed)
    if ('ops' in made) return made.more ? completed(made.ops, made.more) : made.ops
    const next = tries[made.field]?.shift()
    if (next === undefined) return null
    typed[made.field] = next
  }
}

const said = (value: Json | typeof GONE) => (value === GONE ? 'gone' : JSON.stringify(value).slice(0, 40))

test.each(facts)(
  '[P8] whatever one field of a %s holds, a holder of 2 can complete it, and all else stays',
  (_, collection, whole) => {
    expect(contentFault(collection, whole)).toBeNull()
    const stuck: string[] = []
    for (const path of pathsIn(whole)) {
      for (const odd of odds) {
        const content = put(whole, path, odd) as JsonObject
        if (contentFault(collection, content) === null) continue
        const ops: Op[] = [{ op: 'create', collection, _id: id(1), content }]
        const fields = faultyFields(ops)
        const [made] = (fields && completed(ops, fields)) ?? []
        const keys = new Set(fields?.map(({ at, path: own }) => `${at}/${own.join('.')}`))
        const others = Object.keys(whole).filter((field) => field !== path[0])
        const isWhole =
          made?.op === 'create' && others.every((field) => Object.is(made.content[field], content[field]))
        if (!isWhole || keys.size !== fields?.length) stuck.push(`${path.join('.')}: ${said(odd)}`)
      }
    }
    expect(stuck).toEqual([])
  },
)
