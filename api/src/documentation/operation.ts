import { PERMISSION } from 'sync-protocol/rules/permissions'
import * as z from 'zod'
import { EXAMPLES } from './examples.ts'
import type { FailureResponses } from './failure-responses.ts'
import type { Header, Media, Operation, Parameter, Response } from './openapi.ts'
import type { DocumentedRoute } from './route-list.ts'
import type { SchemaShelf } from './schema-shelf.ts'

const JSON_TYPE = 'application/json'
const PERMISSION_WORDS: Readonly<Record<number, string>> = {
  [PERMISSION.organization]: 'organization and its users',
  [PERMISSION.records]: 'personal records',
  [PERMISSION.othersRecords]: 'records created by others',
  [PERMISSION.sections]: 'drug sections',
}
const SECURITY = {
  guest: [],
  session: [{ token: [] }, { bearer: [] }],
  push: [{ token: [] }, { bearer: [] }, { push_token: [] }],
} as const

export const operationKey = ({ method, url }: Pick<DocumentedRoute, 'method' | 'url'>) =>
  `${method.toUpperCase()} ${url}`

/** A call in the words of the document. @throws Error when the call says too little of itself */
export function operationOf(
  route: DocumentedRoute,
  shelf: SchemaShelf,
  failures: FailureResponses,
): Operation {
  const { schema, config } = route
  const key = operationKey(route)
  const { tags, summary, description = '' } = schema
  const body = config.takes ?? schema.body
  if (!tags || summary === undefined) throw new Error(`${key} has no tag or no summary.`)
  const parameters = [
    ...parametersOf('path', schema.params, shelf),
    ...parametersOf('query', schema.querystring, shelf),
    ...parametersOf('header', schema.headers, shelf),
  ]
  return {
    operationId: key.toLowerCase().replace(/[^a-z0-9]+/g, '_'),
    tags,
    summary,
    description: [description, whoMay(route)].filter((words) => words !== '').join('\n\n'),
    security: SECURITY[config.access ?? 'session'],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body instanceof z.core.$ZodType ? { requestBody: requestBody(body, key, shelf) } : {}),
    responses: { '200': success(route, shelf), ...failures.of(route) },
  }
}

function whoMay({ config: { access = 'session', permission } }: DocumentedRoute): string {
  if (access === 'guest') return 'Needs no token.'
  if (permission !== undefined) {
    return `Needs permission ${permission} (${PERMISSION_WORDS[permission] ?? ''}).`
  }
  return access === 'push' ? 'Needs a token, or the push token of the lane.' : 'Needs a token.'
}

function parametersOf(place: Parameter['in'], schema: unknown, shelf: SchemaShelf): Parameter[] {
  if (!(schema instanceof z.core.$ZodObject)) return []
  return Object.entries(schema._zod.def.shape).map(([name, field]) => {
    const { description, examples, ...rest } = shelf.of(field, 'input')
    const example = Array.isArray(examples) ? (examples[0] as unknown) : undefined
    return {
      in: place,
      name,
      required: place === 'path' || !z.safeParse(field, undefined).success,
      ...(typeof description === 'string' ? { description } : {}),
      schema: rest,
      ...(example === undefined ? {} : { example }),
    }
  })
}

function requestBody(
  body: z.core.$ZodType,
  key: string,
  shelf: SchemaShelf,
): NonNullable<Operation['requestBody']> {
  const { description, ...schema } = shelf.of(body, 'input')
  const example = EXAMPLES[key]?.body
  return {
    required: !z.safeParse(body, undefined).success,
    ...(typeof description === 'string' ? { description } : {}),
    content: { [JSON_TYPE]: { schema, ...(example === undefined ? {} : { example }) } },
  }
}

function success(route: DocumentedRoute, shelf: SchemaShelf): Response {
  const { sends } = route.config
  const answers = (route.schema.response as Record<string, unknown> | undefined)?.['200']
  const type = sends?.type ?? JSON_TYPE
  const schema = sends?.schema ?? answers
  if (!(schema instanceof z.core.$ZodType))
    throw new Error(`${operationKey(route)} does not say what it answers.`)
  const example = EXAMPLES[operationKey(route)]?.answer
  const media: Media = { schema: shelf.of(schema, 'output'), ...(example === undefined ? {} : { example }) }
  const headers = headersOf(route)
  return {
    description: z.globalRegistry.get(schema)?.description ?? 'It is done, or this is what was asked for.',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: { [type]: media },
  }
}

function headersOf({ schema, config }: DocumentedRoute): Record<string, Header> {
  const keyed =
    schema.headers instanceof z.core.$ZodObject && 'idempotency-key' in schema.headers._zod.def.shape
  return {
    ...(config.etag ? { etag: { description: 'For `If-Match`.', schema: { type: 'string' } } } : {}),
    ...(keyed
      ? {
          'idempotency-replayed': {
            description: '`true` when this is the kept answer to an earlier request with the same key.',
            schema: { const: 'true' },
          },
        }
      : {}),
  }
}
