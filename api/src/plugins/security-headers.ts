import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * The one style sheet that react-aria puts into the page itself (`touch-action` of what can be pressed), by its digest; the
 * tests in the browser fail when a new version of it changes the text.
 */
const PRESSABLE_STYLE = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

/**
 * Only what this origin serves. `blob:` is for PDFs and workers that the page makes itself, `data:` for small icons and fonts.
 * No upgrade of insecure requests and no HSTS: a clinic's server may speak plain http, or https on one port beside others.
 */
export function useSecurityHeaders(app: FastifyInstance): void {
  void app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", PRESSABLE_STYLE],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'blob:', 'data:'],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })

  // The same for every answer: helmet would put them together anew for each.
  let headers: [name: string, value: string | number | readonly string[]][] | undefined
  app.addHook('onRequest', (_, reply, done) => {
    const { raw } = reply
    if (headers) for (const [name, value] of headers) raw.setHeader(name, value)
    else {
      const before = new Set(raw.getHeaderNames())
      reply.helmet()
      headers = Object.entries(raw.getHeaders()).flatMap(([name, value]) =>
        value === undefined || before.has(name) ? [] : [[name, value]],
      )
    }
    done()
  })
}
