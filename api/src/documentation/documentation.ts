import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { describing } from './document.ts'
import { API_TAGS, API_WORDS } from './documentation-text.ts'

/** What swagger-ui gives its filter: lists that make new ones. */
interface Listed<T> {
  map(change: (item: T) => T): Listed<T>
  filter(takes: (item: T) => boolean): Listed<T>
  size: number
}
type Calls = Listed<{ toJS: () => object }>
interface Group {
  get(key: 'operations'): Calls
  update(key: 'operations', change: (calls: Calls) => Calls): Group
}

/**
 * The page's own search, the calls that hold every word, and no buttons for a token, since it sends no call. It goes to the
 * browser as text, so it names nothing outside itself.
 */
const reading = () => ({
  wrapComponents: { authorizeBtn: () => () => null, authorizeOperationBtn: () => () => null },
  fn: {
    opsFilter(groups: Listed<Group>, phrase: string): Listed<Group> {
      const words = phrase.toLowerCase().split(/\s+/)
      return groups
        .map((group) =>
          group.update('operations', (calls) =>
            calls.filter((call) => {
              const text = JSON.stringify(call.toJS()).toLowerCase()
              return words.every((word) => text.includes(word))
            }),
          ),
        )
        .filter((group) => group.get('operations').size > 0)
    },
  },
})

/** The OpenAPI document of every call that is registered after this, and its page for people. */
export function useDocumentation(app: FastifyInstance): void {
  void app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: API_WORDS.info,
      servers: [{ url: '/', description: 'The server that this document comes from.' }],
      tags: API_TAGS,
      components: { securitySchemes: API_WORDS.securitySchemes },
    },
    convertConstToEnum: false,
    ...describing(),
  })
  void app.register(swaggerUi, {
    routePrefix: '/documentation',
    theme: { title: `${API_WORDS.info.title}: the calls` },
    uiConfig: {
      layout: 'BaseLayout',
      docExpansion: 'list',
      deepLinking: true,
      filter: true,
      // The page tells of the calls; a press on it must not write to the clinic's records.
      supportedSubmitMethods: [],
      plugins: [reading],
    },
  })
}
