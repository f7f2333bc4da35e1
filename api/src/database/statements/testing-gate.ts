import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Statement } from './testing-recorder.ts'
import { unboundIn } from './testing-rule.ts'

/** A statement that is rightly about more than one clinic. */
export interface Exception {
  /** Of the product, from `api/src` on. */
  file: string
  /** What stands in its text, with single spaces. */
  text: string
  /** Why no clinic can be named. */
  why: string
}

export interface Judged {
  /** Different texts, those of exceptions too. */
  count: number
  unbound: (Statement & { faults: readonly string[] })[]
  /** Exceptions that no statement needs. */
  stale: Exception[]
}

/** What the processes of a run have written; each text once for each file of the product. */
export function recordedIn(folder: string): Statement[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  // A process that was killed may have written half a line.
  const whole = [...new Set(lines)].filter((line) => line.endsWith('}'))
  return whole.map((line) => JSON.parse(line) as Statement)
}

export function judge(statements: readonly Statement[], exceptions: readonly Exception[]): Judged {
  const needed = new Set<Exception>()
  const unbound = statements.flatMap(({ text, file }) => {
    const faults = unboundIn(text)
    if (faults.length === 0) return []
    const plain = text.replace(/\s+/g, ' ')
    const excepted = exceptions.filter((each) => each.file === file && plain.includes(each.text))
    for (const each of excepted) needed.add(each)
    return excepted.length > 0 ? [] : [{ text, file, faults }]
  })
  return {
    count: new Set(statements.map(({ text }) => text)).size,
    unbound,
    stale: exceptions.filter((each) => !needed.has(each)),
  }
}

/** What to tell whoever ran the tests; `isWhole`: every test ran, and each passed. Undefined where there is no fault. */
export function findings({ unbound, stale }: Judged, isWhole: boolean): string | undefined {
  const said = [
    ...unbound.map(
      ({ file, faults, text }) => `api/src/${file}: ${faults.join('; ')}\n${indented(text.trim())}`,
    ),
    ...(isWhole
      ? stale.map(({ file, text }) => `No statement of api/src/${file} needs its exception any more: ${text}`)
      : []),
  ]
  if (said.length === 0) return undefined
  return [
    'A statement about a clinic names it: org_id = $n, or a join on org_id with what is so bound.',
    'The rule, and the list of exceptions: api/src/database/statements.',
    ...said,
  ].join('\n\n')
}

const indented = (text: string) =>
  text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
