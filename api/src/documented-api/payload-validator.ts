import type { FastifySchemaCompiler } from 'fastify'
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js'
import { ProtocolError } from 'sync-protocol/wire/errors'
import * as z from 'zod'
import { validatorCompiler } from '../plugins/validation.ts'

/** Characters that turn round the text after them, numbers too, to the end of its line; no form of the app lets them in. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/
const TURNED = 'This text holds hidden characters that make the numbers beside it read backwards.'

/** The path of the first text that would turn what stands beside it. */
function turnedField(value: unknown): string[] | undefined {
  if (typeof value === 'string') return TURNING.test(value) ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = turnedField(inner)
    if (found) return [key, ...found]
  }
  return undefined
}

/**
 * The body of a write: what it holds is right or wrong as in a form, so it answers `invalid` (422) with the field; only what is
 * no object at all cannot be read. What is missing the form's own rules name.
 */
export function payloadValidator<T>(of: FastifyRouteSchemaDef<T>): ReturnType<FastifySchemaCompiler<T>> {
  const route = of as FastifyRouteSchemaDef<unknown> as FastifyRouteSchemaDef<z.ZodType>
  if (route.httpPart !== 'body' || !(route.schema instanceof z.ZodObject)) return validatorCompiler(route)
  const fields = route.schema.partial()
  return (data: unknown) => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) {
      return { error: new ProtocolError('invalid_request', 'Please send a JSON object.') }
    }
    const parsed = fields.safeParse(data)
    if (parsed.success) {
      const turned = turnedField(parsed.data)
      return turned === undefined
        ? { value: parsed.data }
        : { error: new ProtocolError('invalid', TURNED, { field: turned.join('.') }) }
    }
    const issue = parsed.error.issues[0]
    const [strange] = issue?.code === 'unrecognized_keys' ? issue.keys : []
    const field = [...(issue?.path ?? []), ...(strange === undefined ? [] : [strange])].join('.')
    const message =
      strange === undefined ? (issue?.message ?? 'This field is not valid.') : 'This field does not exist.'
    return { error: new ProtocolError('invalid', message, field === '' ? {} : { field }) }
  }
}
