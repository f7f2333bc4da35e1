import { type ErrorCode, errorBody } from 'sync-protocol/wire/errors'
import type { $ZodType } from 'zod/v4/core'
import { failedList } from '../documented-api/list-replies.ts'
import { FAILURES, failuresOf } from './failures.ts'
import type { Reference, Response } from './openapi.ts'
import type { DocumentedRoute } from './route-list.ts'
import type { SchemaShelf } from './schema-shelf.ts'

const RETRY_AFTER = {
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
}
const pascal = (code: string) => code.replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase())

/** The answers to what fails; each set of codes stands once, among the components. */
export class FailureResponses {
  readonly components: Record<string, Response> = {}
  private readonly shelf: SchemaShelf

  constructor(shelf: SchemaShelf) {
    this.shelf = shelf
  }

  of(route: DocumentedRoute): Record<string, Reference> {
    const lists = route.config.failure !== undefined
    return Object.fromEntries(
      failuresOf(route).map(([status, codes]) => {
        const name = codes.map(pascal).join('Or') + (lists ? 'WithEmptyList' : '')
        this.components[name] ??= this.made(codes, lists ? failedList : errorBody, route.config.failure)
        return [String(status), { $ref: `#/components/responses/${name}` }]
      }),
    )
  }

  private made(codes: readonly ErrorCode[], body: $ZodType, beside: object = {}): Response {
    return {
      description: codes.map((code) => `\`${code}\`: ${FAILURES[code].means}`).join('\n\n'),
      ...(codes.includes('rate_limited') ? { headers: RETRY_AFTER } : {}),
      content: {
        'application/json': {
          schema: { allOf: [this.shelf.of(body, 'output')], properties: { code: { enum: codes } } },
          examples: Object.fromEntries(
            codes.map((code) => {
              const { message, more } = FAILURES[code]
              return [code, { value: { success: false, code, message, ...more, ...beside } }]
            }),
          ),
        },
      },
    }
  }
}
