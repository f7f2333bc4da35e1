import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { DefaultQueryExecutor } from 'kysely'
import pg from 'pg'

/** A text that the product sent to the database, and the file of the product that did. */
export interface Statement {
  text: string
  file: string
}

/** Where the tests' own processes find the folder. */
export const RECORD_INTO = 'RECORD_STATEMENTS'

const FRAMES = 40
const OWN = /\/(?:api\/src|sync-protocol\/src|\.scripts)\//
/** Of the test that asks, and not of the product. */
const OF_TESTS = /\.test\.ts$|\/testing[a-z-]*\.ts$/
/** What passes on what others ask. */
const BETWEEN = /\/(?:database\/connect|statements\/testing-recorder)\.ts$/
/** What asks the client for a caller that was heard already. */
const HEARD = /\/node_modules\/(?:kysely|pg-pool)\//

/** The test files of a worker share it, and each of them asks for it. */
let recordsInto: string | undefined

/**
 * From now on each text that a file of the product sends through `pg` is written into a file of this process, once. Written at once: a
 * process that is killed has told what it did.
 */
export function recordStatements(folder: string): void {
  if (recordsInto === folder) return
  recordsInto = folder
  const path = join(folder, `${randomUUID()}.jsonl`)
  const known = new Map<string, Set<string>>()
  const hear = (asked: unknown, heardAbove: boolean): void => {
    const text = textOf(asked)
    const file = text === undefined ? undefined : productFile(heardAbove)
    if (text === undefined || file === undefined) return
    const files = known.get(text) ?? new Set()
    if (files.has(file)) return
    known.set(text, files.add(file))
    appendFileSync(path, `${JSON.stringify({ text, file } satisfies Statement)}\n`)
  }
  // By where the caller still is on the stack: the pool waits for a connection first, and Kysely for the pool.
  before(Object.getPrototypeOf(pg.Pool.prototype) as pg.Pool, 'query', ([asked]) => hear(asked, true))
  before(pg.Client.prototype, 'query', ([asked]) => hear(asked, true))
  const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as DefaultQueryExecutor
  before(executor, 'executeQuery', ([asked]) => hear(asked, false))
  before(executor, 'stream', ([asked]) => hear(asked, false))
}

function before<Name extends string>(
  of: Record<Name, (...all: never[]) => unknown>,
  name: Name,
  told: (all: readonly unknown[]) => void,
): void {
  const real = of[name] as (...all: unknown[]) => unknown
  of[name] = function (this: unknown, ...all: unknown[]) {
    told(all)
    return real.apply(this, all)
  }
}

function textOf(asked: unknown): string | undefined {
  if (typeof asked === 'string') return asked
  if (typeof asked !== 'object' || asked === null) return undefined
  // A query, Kysely's, or a cursor's or a copy's.
  const { text, sql, cursor } = asked as { text?: unknown; sql?: unknown; cursor?: { text?: unknown } }
  return [text, sql, cursor?.text].find((each) => typeof each === 'string')
}

/** The nearest file of ours that asks; undefined where a test asks itself, or where it was heard above. */
function productFile(heardAbove: boolean): string | undefined {
  const files = framesHere()
  if (heardAbove && files.some((file) => HEARD.test(file))) return undefined
  const nearest = files.find((file) => OWN.test(file) && !BETWEEN.test(file))
  if (nearest === undefined) return files.some((file) => OWN.test(file)) ? 'database/connect.ts' : 'unknown'
  return OF_TESTS.test(nearest) ? undefined : nearest.replace(/^.*\/api\/src\//, '')
}

/** Those of asynchronous callers too. Read without source maps: this is asked at every statement of a test. */
function framesHere(): string[] {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = FRAMES
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? '')
  const held = { stack: [] as unknown as string }
  Error.captureStackTrace(held)
  const files = held.stack as unknown as string[]
  Error.prepareStackTrace = prepareStackTrace
  Error.stackTraceLimit = stackTraceLimit
  return files.map((file) => file.replaceAll('\\', '/'))
}
