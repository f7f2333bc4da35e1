import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { ZodType } from 'zod'
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
    const message = issue?.message ?? 'Invalid input'
    return { error: new ProtocolError('invalid_request', message, field === '' ? {} : { field }) }
  }

/** Requests and replies are checked by the schemas of their routes. */
export function useSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
}
