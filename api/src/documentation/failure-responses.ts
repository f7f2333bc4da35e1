import type { ErrorCode } from 'sync-protocol/wire/errors'
import type { DocumentedRoute } from './documented-route.ts'
import { FAILURES, failuresOf } from './failures.ts'
import type { Reference, Response } from './openapi.ts'

const RETRY_AFTER = {
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
}
const pascal = (code: string) => code.replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase())

/** The answers to what fails; each set of codes stands once, among the components. */
export class FailureResponses {
  readonly components: Record<string, Response> = {}

  of(route: DocumentedRoute): Record<string, Reference> {
    const lists = route.config.failure !== undefined
    return Object.fromEntries(
      failuresOf(route).map(([status, codes]) => {
        const name = codes.map(pascal).join('Or') + (lists ? 'WithEmptyList' : '')
        this.components[name] ??= this.made(codes, lists ? 'FailedList' : 'Error', route.config.failure)
        return [String(status), { $ref: `#/components/responses/${name}` }]
      }),
    )
  }

  private made(codes: readonly ErrorCode[], body: string, beside: object = {}): Response {
    return {
      description: codes.map((code) => `\`${code}\`: ${FAILURES[code].means}`).join('\n\n'),
      ...(codes.includes('rate_limited') ? { headers: RETRY_AFTER } : {}),
      content: {
        'application/json': {
          schema: {
            allOf: [{ $ref: `#/components/schemas/${body}` }],
            properties: { code: { enum: codes } },
          },
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
