import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import * as z from 'zod'
import type { DocumentedRoute } from './documented-route.ts'
import { EXAMPLES } from './examples.ts'
import { FailureResponses } from './failure-responses.ts'
import { plainer, withComponents } from './json-schemas.ts'
import { nameSchemas } from './named-schemas.ts'
import type { Method, OpenApi, Operation, PathItem, Response } from './openapi.ts'

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
const NOT_MODIFIED = {
  description: 'Nothing changed since the answer whose `etag` was sent as `If-None-Match`.',
}
const seenHeaders = z.object({
  'if-none-match': z.string().optional().meta({
    description: 'The `etag` of the answer that you have: 304 and no body when it would be the same.',
  }),
})
const REPLAYED = {
  'idempotency-replayed': {
    description: '`true` when this is the kept answer to an earlier request with the same key.',
    const: 'true',
  },
}

/** How the document is made of the calls: first of each by itself, then of all of them. */
export function describing(): Required<Pick<FastifyDynamicSwaggerOptions, 'transform' | 'transformObject'>> {
  nameSchemas()
  const calls = new Map<string, DocumentedRoute>()
  const toJson = createJsonSchemaTransform({ schemaRegistry: z.globalRegistry })
  const withSchemas = createJsonSchemaTransformObject({ schemaRegistry: z.globalRegistry })
  return {
    transform({ schema, url, route, ...document }) {
      if (schema.hide) return { schema: { hide: true }, url }
      const call: DocumentedRoute = {
        method: String(route.method).toLowerCase() as Method,
        url,
        schema,
        config: route.config ?? {},
      }
      const operationId = `${call.method} ${url}`.toLowerCase().replace(/[^a-z0-9]+/g, '_')
      calls.set(operationId, call)
      const { response, ...sent } = toJson({ ...document, route, url, schema: shown(call) }).schema
      const answers = plainer(response, 'output') as { 200: object }
      return {
        url,
        schema: {
          ...(plainer(sent, 'input') as FastifySchema),
          response: { 200: { ...answers[200], headers: headersOf(call) } },
          operationId,
          description: [schema.description ?? '', whoMay(call)].filter((words) => words !== '').join('\n\n'),
          security: SECURITY[call.config.access ?? 'session'],
        },
      }
    },
    transformObject(document) {
      const { paths, components, ...rest } = withSchemas(document) as unknown as OpenApi
      const failures = new FailureResponses()
      for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
        const call = calls.get(operation.operationId)
        if (call) finish(operation, call, failures)
      }
      return {
        ...rest,
        paths: oneNameEach(paths),
        components: {
          ...withComponents(components),
          responses: { ...failures.components, NotModified: NOT_MODIFIED },
        },
      } as object
    },
  }
}

/** The schemas of a call that the document shows. @throws Error when the call says too little of itself */
function shown({ method, url, schema, config }: DocumentedRoute): FastifySchema {
  const key = `${method.toUpperCase()} ${url}`
  if (!schema.tags || schema.summary === undefined) throw new Error(`${key} has no tag or no summary.`)
  const answer = config.sends?.schema ?? (schema.response as Record<string, unknown> | undefined)?.['200']
  if (!(answer instanceof z.core.$ZodType)) throw new Error(`${key} does not say what it answers.`)
  const body = config.takes ?? schema.body
  return {
    ...schema,
    ...(hasTag({ method, url, schema, config }) && { headers: seenHeaders }),
    body: body instanceof z.core.$ZodType ? body : undefined,
    response: {
      200: {
        description:
          z.globalRegistry.get(answer)?.description ?? 'It is done, or this is what was asked for.',
        content: { [config.sends?.type ?? 'application/json']: { schema: answer } },
      },
    },
  }
}

function whoMay({ config: { access = 'session', permission } }: DocumentedRoute): string {
  if (access === 'guest') return 'Needs no token.'
  if (permission !== undefined) {
    return `Needs permission ${permission} (${PERMISSION_WORDS[permission] ?? ''}).`
  }
  return access === 'push' ? 'Needs a token, or the push token of the lane.' : 'Needs a token.'
}

/** What programs read is told apart by its ETag (`plugins/entity-tags.ts`). */
const hasTag = ({ method, config }: DocumentedRoute) => method === 'get' && config.programs === true

function headersOf(call: DocumentedRoute): object | undefined {
  const { schema, config } = call
  const uses = [config.etag && '`If-Match`', hasTag(call) && '`If-None-Match`'].filter(
    (use) => typeof use === 'string',
  )
  const takesKey =
    schema.headers instanceof z.core.$ZodObject && 'idempotency-key' in schema.headers._zod.def.shape
  if (uses.length === 0 && !takesKey && !config.links) return undefined
  return {
    ...(config.links && {
      link: { description: '`<address>; rel="next"` if there are more records.', type: 'string' },
    }),
    ...(uses.length > 0 && { etag: { description: `For ${uses.join(' and ')}.`, type: 'string' } }),
    ...(takesKey && REPLAYED),
  }
}

/** Adds what the library has no place for: examples, whether a body may be left out, and answers that many calls share. */
function finish(operation: Operation, call: DocumentedRoute, failures: FailureResponses): void {
  const { requestBody, responses } = operation
  const { body, answer } = EXAMPLES[`${call.method.toUpperCase()} ${call.url}`] ?? {}
  const { content } = responses['200'] as Response
  for (const media of Object.values(content)) if (answer !== undefined) media.example = answer
  if (requestBody) {
    const given = (call.config.takes ?? call.schema.body) as z.core.$ZodType
    requestBody.required = !z.safeParse(given, undefined).success
    for (const media of Object.values(requestBody.content)) if (body !== undefined) media.example = body
  }
  Object.assign(responses, failures.of(call))
  if (hasTag(call)) Object.assign(responses, { 304: { $ref: '#/components/responses/NotModified' } })
}

const PARAMETER = /\{(\w+)\}/g
const namesIn = (path: string) => [...path.matchAll(PARAMETER)].map(([, name = '']) => name)
const shapeOf = (path: string) => path.replace(PARAMETER, '{}')

/**
 * OpenAPI takes `/fluids/{species}` and `/fluids/{id}` for one address, which then has one name for its parameter, whatever
 * the method: `id_or_species`.
 */
function oneNameEach(given: OpenApi['paths']): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {}
  for (const [path, item] of Object.entries(given)) {
    const alike = Object.keys(given)
      .filter((other) => shapeOf(other) === shapeOf(path))
      .map(namesIn)
    const shared = (name: string) => {
      const at = namesIn(path).indexOf(name)
      return at < 0 ? name : [...new Set(alike.map((names) => names[at]))].join('_or_')
    }
    for (const { parameters = [] } of Object.values(item)) {
      for (const parameter of parameters) if (parameter.in === 'path') parameter.name = shared(parameter.name)
    }
    const address = path.replace(PARAMETER, (_, name: string) => `{${shared(name)}}`)
    paths[address] = { ...paths[address], ...item }
  }
  return paths
}
