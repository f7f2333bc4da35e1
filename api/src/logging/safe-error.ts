/** What an error may say where many can read it: never what somebody entered. */
export interface SafeError {
  type: string
  message: string
  code?: string
  /** Where in the code it happened. */
  stack?: string
  /** What of the database it is about; never the values. */
  severity?: string
  schema?: string
  table?: string
  column?: string
  constraint?: string
  routine?: string
  syscall?: string
  cause?: SafeError
  errors?: SafeError[]
}

/**
 * Classes of PostgreSQL whose messages name tables, constraints, roles and servers. Others, class 22 above all, repeat the value
 * that was refused; and every `detail`, `where` and `internalQuery` may hold a row.
 */
const NAMES_ONLY = /^(08|0A|23|25|26|28|3D|3F|40|42|53|54|55|57|58|P0|XX)/

const ABOUT = ['severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall'] as const

const FRAME = /^ {4}at .*(?::\d+:\d+\)?|\((?:native|<anonymous>|index \d+)\)|<anonymous>)$/
const DEEPEST = 4
const LONGEST = 500

/** Any text without what gives somebody away, or lets somebody in. */
export function scrubbed(text: string): string {
  const plain = text
    .replaceAll(/\bpush\.[\w.-]+/g, 'push.…')
    .replaceAll(/\beyJ[\w-]+(?:\.[\w-]*)*/g, '…')
    .replaceAll(/\b(Bearer|Basic) +[^\s"']+/gi, '$1 …')
    .replaceAll(/:\/\/[^\s/@]+@/g, '://…@')
    .replaceAll(/[^\s<>"'(),;:/@…]+(?:@|%40)[^\s<>"'(),;:/@]+/g, '…@…')
    // An address of this server: what it names, and what was searched for.
    .replaceAll(/"\/[^"]*"/g, '"/…"')
    // What Node.js repeats of a wrong argument.
    .replaceAll(/\bReceived .*/gs, 'Received …')
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain
}

/** What went wrong, in words that hold nothing that was entered. */
export function safeMessage(error: unknown): string {
  if (!(error instanceof Error)) return `Something that is no error was thrown: ${typeof error}.`
  const code = codeOf(error)
  if (isDatabaseError(error))
    return NAMES_ONLY.test(code ?? '') ? scrubbed(error.message) : 'The database refused a value.'
  // It quotes the text that could not be read.
  if (error instanceof SyntaxError) return 'A text could not be read.'
  if (code === 'ERR_ASSERTION') return 'Something that always holds did not.'
  if ('issues' in error && Array.isArray(error.issues)) return `Not as its schema: ${issuesOf(error.issues)}.`
  // Some name the address of the call.
  if (code?.startsWith('FST_')) return scrubbed(error.message.replaceAll(/\/[^\s"']+/g, '/…'))
  return scrubbed(error.message)
}

/** All of an error that a log may hold: nothing but what is named here, whoever threw it. */
export function safeError(error: unknown, depth = 0): SafeError {
  const safe: SafeError = { type: typeOf(error), message: safeMessage(error) }
  if (!(error instanceof Error)) return safe
  const code = codeOf(error)
  if (code !== undefined) safe.code = code
  const stack = framesOf(error)
  if (stack !== '') safe.stack = stack
  for (const name of ABOUT) {
    const value = (error as unknown as Record<string, unknown>)[name]
    if (typeof value === 'string') safe[name] = scrubbed(value)
  }
  if (depth === DEEPEST) return safe
  if (error.cause !== undefined) safe.cause = safeError(error.cause, depth + 1)
  if (error instanceof AggregateError)
    safe.errors = error.errors.slice(0, 10).map((one) => safeError(one, depth + 1))
  return safe
}

/** The same for a terminal. */
export function safeErrorText(error: unknown): string {
  const lines = ({ type, message, code, stack, cause, errors = [], ...about }: SafeError): string[] => [
    `${type}${code === undefined ? '' : ` ${code}`}: ${message}`,
    ...Object.entries(about).map(([name, value]) => `    ${name}: ${value}`),
    ...(stack === undefined ? [] : [stack]),
    ...(cause ? ['Caused by', ...lines(cause)] : []),
    ...errors.flatMap((one) => ['One of them', ...lines(one)]),
  ]
  return lines(safeError(error)).join('\n')
}

const typeOf = (error: unknown) => (error instanceof Error ? error.constructor.name : typeof error)

function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : undefined
}

/** By its shape: `pg` is known to the stores alone. */
const isDatabaseError = (error: Error) => 'severity' in error && 'routine' in error

/** Without the message that stands before them, however many lines that has. */
function framesOf({ stack = '', message }: Error): string {
  const at = message === '' ? 0 : stack.indexOf(message)
  const after = at < 0 ? stack : stack.slice(at + message.length)
  return after
    .split('\n')
    .filter((line) => FRAME.test(line))
    .join('\n')
}

/** A name that somebody chose may stand in the path of a field too. */
const issuesOf = (issues: readonly { code?: unknown; path?: unknown }[]) =>
  issues
    .slice(0, 5)
    .map(({ code, path }) => {
      const steps = Array.isArray(path) ? path.map(String) : []
      const known = steps.map((step) => (/^(\d+|[a-z]+(_[a-z]+)*)$/.test(step) ? step : '…'))
      return `${String(code)} at ${known.join('.') || 'its root'}`
    })
    .join('; ')
