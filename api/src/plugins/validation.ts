import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { isStorableText } from 'sync-protocol/records/fields'
import { plainWords } from 'sync-protocol/records/plain-words'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { config, type ZodType } from 'zod'
import { notFound } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A push judges the texts of each mutation by itself: one that cannot be stored fails no other. */
    texts?: 'each mutation'
  }
}

/** A part of a request as its schema has it, or `invalid_request` with the first field that is not; a path that is not leads nowhere. */
export const validatorCompiler: FastifySchemaCompiler<ZodType> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    const parsed = schema.safeParse(data)
    if (parsed.success) return { value: parsed.data }
    if (httpPart === 'params') return { error: new ProtocolError('not_found', notFound().message) }
    const issue = parsed.error.issues[0]
    const field = issue?.path.join('.') ?? ''
    const message =
      field === '' && issue?.code === 'invalid_type'
        ? 'Please send a JSON object.'
        : (issue?.message ?? 'This field is not valid.')
    return { error: new ProtocolError('invalid_request', message, field === '' ? {} : { field }) }
  }

/** Where in a part of a request the first text or name is that the database cannot hold; undefined where all can be stored. */
function unstorableField(part: unknown): string | undefined {
  // A list and not a recursion: a body may be nested deeper than the stack.
  const waiting: [value: unknown, path: string][] = [[part, '']]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, path] = next
    if (typeof value === 'string' && !isStorableText(value)) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorableText(key)) return path
      waiting.push([inner, path === '' ? key : `${path}.${key}`])
    }
  }
  return undefined
}

/** Refuses, before anything is asked of the database, what no store can hold, wherever in a call it stands. */
function refuseUnstorable(request: FastifyRequest): void {
  if (request.routeOptions.config.texts === 'each mutation') return
  for (const part of [request.params, request.query, request.body]) {
    const field = unstorableField(part)
    if (field !== undefined) {
      throw new ProtocolError(
        'invalid_request',
        'This text holds a character that cannot be stored.',
        field === '' ? {} : { field },
      )
    }
  }
}

/** Requests and replies are checked by the schemas of their routes, and every text of a call by one rule. */
export function useSchemas(app: FastifyInstance): void {
  // zod tells of its own English when it is loaded, be that after ours.
  config({ localeError: plainWords })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('preValidation', (request, _, done) => {
    refuseUnstorable(request)
    done()
  })
}
