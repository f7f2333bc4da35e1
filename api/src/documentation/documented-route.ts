import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { ErrorCode } from 'sync-protocol/wire/errors'
import type * as z from 'zod'
import type { Method } from './openapi.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Failures of the call's own, beside those that every call of its sort has. */
    refusals?: readonly ErrorCode[]
    /** What the body shall be, where the schema that reads it looks less closely. */
    takes?: z.core.$ZodType
    /** What goes out as text, so that no schema serializes it: said here for the documentation and its tests. */
    sends?: { type: string; schema: z.core.$ZodType }
    /** The answer names its version, for `If-Match`. */
    etag?: true
    /** The answer may have a `link` header to the next records. */
    links?: true
  }
}

/** A call as its feature registered it. */
export interface DocumentedRoute {
  method: Method
  /** As the router has it: `/fluids/:species`. */
  url: string
  schema: FastifySchema
  config: FastifyContextConfig
}
