import { API_TAGS, API_WORDS } from './documentation-text.ts'
import { FailureResponses } from './failure-responses.ts'
import { nameSchemas } from './named-schemas.ts'
import type { OpenApi, Operation, PathItem } from './openapi.ts'
import { operationOf } from './operation.ts'
import type { DocumentedRoute } from './route-list.ts'
import { SchemaShelf } from './schema-shelf.ts'

const PARAMETER = /:(\w+)/g

/** The OpenAPI 3.1 document of these calls. */
export function openApiOf(routes: readonly DocumentedRoute[]): OpenApi {
  nameSchemas()
  const shelf = new SchemaShelf()
  const failures = new FailureResponses(shelf)
  const paths: Record<string, PathItem> = {}
  for (const route of routes) {
    const names = sharedNames(route.url, routes)
    const path = route.url.replace(PARAMETER, (_, name: string) => `{${names.get(name) ?? name}}`)
    paths[path] = { ...paths[path], [route.method]: renamed(operationOf(route, shelf, failures), names) }
  }
  return {
    openapi: '3.1.1',
    info: API_WORDS.info,
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    tags: API_TAGS,
    paths,
    components: {
      securitySchemes: API_WORDS.securitySchemes,
      schemas: shelf.components,
      responses: failures.components,
    },
  }
}

const shapeOf = (url: string) => url.replace(PARAMETER, ':')
const namesIn = (url: string) => [...url.matchAll(PARAMETER)].map(([, name = '']) => name)

/**
 * OpenAPI takes `/fluids/{species}` and `/fluids/{id}` for one address, which then has one name for its parameter, whatever
 * the method: `species_or_id`.
 */
function sharedNames(url: string, routes: readonly DocumentedRoute[]): Map<string, string> {
  const alike = routes
    .filter((other) => shapeOf(other.url) === shapeOf(url))
    .map((other) => namesIn(other.url))
  return new Map(
    namesIn(url).map((name, at) => [
      name,
      [...new Set(alike.map((names) => names[at] ?? name))].join('_or_'),
    ]),
  )
}

function renamed(operation: Operation, names: ReadonlyMap<string, string>): Operation {
  const { parameters } = operation
  if (!parameters) return operation
  return {
    ...operation,
    parameters: parameters.map((parameter) =>
      parameter.in === 'path'
        ? { ...parameter, name: names.get(parameter.name) ?? parameter.name }
        : parameter,
    ),
  }
}
