import type * as z from 'zod/mini'

/** A field of a later release: of which object, and what it is called. */
interface Unknown {
  path: readonly PropertyKey[]
  key: string
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((part, step) => (part as Record<PropertyKey, unknown> | undefined)?.[step], value)

/** A copy without one field. */
function without(value: unknown, [step, ...further]: readonly PropertyKey[], key: string): unknown {
  if (Array.isArray(value) && step !== undefined)
    return value.map((row: unknown, nth) => (nth === step ? without(row, further, key) : row))
  const fields = value as Readonly<Record<PropertyKey, unknown>>
  if (step !== undefined) return { ...fields, [step]: without(fields[step], further, key) }
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key))
}

const unknownIn = (issues: readonly z.core.$ZodIssue[]): Unknown[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ path: issue.path, key })) : [],
  )

/**
 * Parses a value that a later release may have added to: fields that the schema does not have are passed over, however deep
 * they are, as far as `passed` says so.
 */
export function safeParseKnown<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
  passed: (field: { path: readonly PropertyKey[]; key: string; value: unknown }) => boolean = () => true,
): z.core.util.SafeParseResult<z.output<T>> {
  for (let read = value; ;) {
    const parsed = schema.safeParse(read)
    if (parsed.success) return parsed
    const beyond = unknownIn(parsed.error.issues).filter(({ path, key }) =>
      passed({ path, key, value: (at(read, path) as Record<string, unknown>)[key] }),
    )
    if (beyond.length === 0) return parsed
    read = beyond.reduce((left, { path, key }) => without(left, path, key), read)
  }
}

/** @throws ZodError where it cannot be read */
export function parseKnown<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const parsed = safeParseKnown(schema, value)
  if (!parsed.success) throw parsed.error
  return parsed.data
}

/**
 * A stored value as this release knows it (sync contract W2); null where it cannot be read. What it passes over is in the
 * record still: an edit made from this keeps it (`updateOp`).
 */
export function asKnown<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> | null {
  const { success, data } = safeParseKnown(schema, value)
  return success ? data : null
}
