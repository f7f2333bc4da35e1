import type { FastifyInstance } from 'fastify'
import type { OpenApi } from './openapi.ts'

/** Every call that an app registers as it gets ready: what the router itself is told, not what the document made of it. */
export function registeredCalls(app: FastifyInstance): string[] {
  const calls: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) calls.push(`${each} ${url}`)
  })
  return calls
}

/** An address whatever its parameters are called. */
export const nameless = (address: string) => address.replace(/:\w+|\{\w+\}/g, '{}')

export const documentedCalls = ({ paths }: OpenApi): string[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${nameless(path)}`),
  )
