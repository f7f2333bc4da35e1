import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { plainWords } from 'sync-protocol/records/plain-words'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { config, type ZodType } from 'zod'
import { notFound } from '../errors.ts'

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

/** Requests and replies are checked by the schemas of their routes. */
export function useSchemas(app: FastifyInstance): void {
  // zod tells of its own English when it is loaded, be that after ours.
  config({ localeError: plainWords })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
}
