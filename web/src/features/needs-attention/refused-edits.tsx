import { useLiveQuery } from 'dexie-react-hooks'
import { valueAt } from 'sync-protocol/merge/field-paths'
import type { JsonObject } from 'sync-protocol/records/json'
import { liftedOp } from 'sync-protocol/records/lift'
import type { OpOf } from 'sync-protocol/records/mutation'
import { isWaiting } from 'sync-protocol/records/waiting'
import type { RefusedEntry } from '../../data/attention/attention.ts'
import { getRecord } from '../../data/view/records.ts'
import { attentionText as text } from './attention-text.ts'
import { ComparedTable, type ComparedSide } from './compared-table.tsx'
import { named } from './entry-words.ts'
import { recordLines } from './field-lines.ts'
import { useNames } from './use-names.ts'

interface RefusedEditProps {
  op: OpOf<'update'>
  /** Of the mutation that it is in. */
  schema: number
  author: string
  entry: Pick<RefusedEntry, 'status' | 'code' | 'message'>
}

/** An edit that was not accepted, beside what stands now and what its person saw. */
export function RefusedEdit({ op, schema, author, entry }: RefusedEditProps) {
  const { code } = entry
  const { collection, _id, set, was } = liftedOp(op, schema)
  const record = useLiveQuery(async () => (await getRecord(collection, _id)) ?? null, [collection, _id])
  const names = useNames([was, set, record?.content])
  if (record === undefined) return null
  const paths = Object.keys({ ...was, ...set })
  const content = record?.content ?? null
  const lines = (values: JsonObject, within: JsonObject = {}) =>
    recordLines(collection, values, { ...names, within })
  // An edit that says nothing of a drug's unit is in the one that stands.
  const saw = { ...content, ...was }
  const stands = content && Object.fromEntries(paths.map((path) => [path, valueAt(content, path)] as const))
  // Wanted by a decision that came too late: what it was chosen over was set aside, and never stood.
  const isDecision = code === 'too_late'
  const sides: ComparedSide[] = [
    ...(isDecision || Object.keys(was).length === 0 ? [] : [{ label: text.base, lines: lines(was, saw) }]),
    {
      label: text.theirs,
      lines: stands && lines(stands, content),
      ...(code === 'depends_on' && { missing: isWaiting(entry) ? text.notBack : text.notAccepted }),
    },
    { label: (isDecision ? text.chosenBy : text.mine)(author), lines: lines({ ...was, ...set }, saw) },
  ]
  const name = named({ ...was, ...content })
  return <ComparedTable title={`${text.noun(collection)}${name === '' ? '' : `: ${name}`}`} sides={sides} />
}
