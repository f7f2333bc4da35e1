import type * as z from 'zod/mini'

type Issue = z.core.$ZodRawIssue

const SORTS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  datetime: 'a time in UTC, such as 2026-11-20T09:58:03.120Z',
  date: 'a day, such as 2026-11-20',
  email: 'an email address',
}
/** What a length counts, of one and of more; a number counts itself. */
const UNITS: Readonly<Record<string, readonly [string, string]>> = {
  string: [' character', ' characters'],
  array: [' entry', ' entries'],
  tuple: [' entry', ' entries'],
}

const counted = (bound: number | bigint, origin: string) =>
  `${bound}${UNITS[origin]?.[bound === 1 ? 0 : 1] ?? ''}`

/** What a field must be, in words, where its own rule has none: programs get these from the server, people never should. */
export function plainWords(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'This field is missing.'
      : `This field must be ${SORTS[issue.expected] ?? issue.expected}.`
  if (issue.code === 'invalid_value')
    return `This field must be ${issue.values.map((one) => JSON.stringify(one)).join(' or ')}.`
  if (issue.code === 'invalid_format')
    return `This field must be ${FORMATS[issue.format] ?? 'of another form'}.`
  if (issue.code === 'too_small')
    return `This field must be ${issue.inclusive === false ? 'more than' : 'at least'} ${counted(issue.minimum, issue.origin)}.`
  if (issue.code === 'too_big')
    return `This field must be ${issue.inclusive === false ? 'less than' : 'at most'} ${counted(issue.maximum, issue.origin)}.`
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.length === 1 ? 'This field does' : 'These fields do'} not exist: ${issue.keys.join(', ')}.`
  return 'This field is not valid.'
}
