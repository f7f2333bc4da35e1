import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'

/** Addresses of the API; `/organization` and `/setup` themselves are screens. */
const API_PATH =
  /^\/(user|sync|services|health|livez|readyz|metrics|documentation|new|library|trust|ca\.crt)(\/|$)|^\/(organization|setup)\/./
/** Both a screen, opened by a browser, and a call. */
const SCREEN_AND_CALL = /^\/(ledger|controlled-substances|(injections|procedures|single-draws)\/[^/]+)\/?$/
const ASSET_PATH = /^\/assets(\/|$)/
const ASSET_FILE = /^\/assets\/[\w-][\w.-]*$/

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? ''

const takes = (request: FastifyRequest, type: string) => (request.headers.accept ?? '*/*').includes(type)

/**
 * Who opens a screen by its address: a browser, but also a monitor or a preview of links, which take anything. A script asks
 * for JSON, or for an address that is a call too; a name with a point in it is a file.
 */
function opensScreen(request: FastifyRequest): boolean {
  const path = pathOf(request)
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (API_PATH.test(path) || ASSET_PATH.test(path)) return false
  if (takes(request, 'text/html') || takes(request, 'text/*')) return true
  return (
    takes(request, '*/*') && !takes(request, 'json') && !SCREEN_AND_CALL.test(path) && !path.includes('.')
  )
}

/** Serves the built app; every screen's address gets its index.html, anything else unknown is a 404 body. */
export function useStaticFiles(app: FastifyInstance, webRoot: string | undefined): void {
  const built = webRoot !== undefined && existsSync(join(webRoot, 'index.html'))
  if (built) {
    const assets = join(webRoot, 'assets') + sep
    void app.register(fastifyStatic, {
      root: webRoot,
      wildcard: false,
      cacheControl: false,
      setHeaders(reply, path) {
        // Names under assets carry a hash of what is in them; all others must be asked for again.
        const kept = path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache'
        void reply.header('cache-control', kept)
      },
    })
  }
  app.addHook('onRequest', (request, reply, done) => {
    const both = built && SCREEN_AND_CALL.test(pathOf(request))
    if (both) void reply.header('vary', 'accept')
    if (both && opensScreen(request)) reply.sendFile('index.html')
    else done()
  })
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    // index.html is read as it is now: after a build under a running server it names files that came since the start.
    const path = pathOf(request)
    if (built && request.method === 'GET' && ASSET_FILE.test(path) && existsSync(join(webRoot, path))) {
      return reply.sendFile(path.slice(1))
    }
    void reply.header('vary', 'accept')
    if (built && opensScreen(request)) return reply.sendFile('index.html')
    return reply.status(404).send(notFound())
  })
}
