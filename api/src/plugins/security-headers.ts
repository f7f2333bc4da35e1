import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/**
 * The one style sheet that react-aria puts into the page itself (`touch-action` of what can be pressed), by its digest; the
 * tests in the browser fail when a new version of it changes the text.
 */
const PRESSABLE_STYLE = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

/** In seconds. */
const DAY = 86_400

/** What the app never asks a browser for, and no page inside it may. */
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * Only what this origin serves. `blob:` is for PDFs and workers that the page makes itself, `data:` for small icons and fonts.
 * No upgrade of insecure requests: a clinic's server may speak plain http. `onlyHttps`: it is asked for
 * by nothing else for a month; a proxy in front says that for itself. No answer is kept by a cache unless it says so: it may hold records.
 */
export function securityHeaders({ onlyHttps }: { onlyHttps: boolean }): (raw: ServerResponse) => void {
  const write = helmet({
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
    strictTransportSecurity: onlyHttps ? { maxAge: 30 * DAY, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })

  // The same for every answer: helmet would put them together anew for each.
  const pattern = new ServerResponse(new IncomingMessage(new Socket()))
  write(pattern.req, pattern, () => undefined)
  pattern.setHeader('permissions-policy', UNUSED)
  pattern.setHeader('cache-control', 'no-store')
  const headers = Object.entries(pattern.getHeaders())
  return (raw) => {
    for (const [name, value] of headers) raw.setHeader(name, value ?? '')
  }
}

/** @returns what gives them to an answer that is sent before any hook */
export function useSecurityHeaders(
  app: FastifyInstance,
  of: { onlyHttps: boolean },
): (raw: ServerResponse) => void {
  const give = securityHeaders(of)
  app.addHook('onRequest', (_, { raw }, done) => {
    give(raw)
    done()
  })
  return give
}
