import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { EVENTS_COMMENT_MS } from 'sync-protocol/wire/events'
import * as z from 'zod'
import { toldOf } from './event-text.ts'
import type { LiveHub, Place, Told } from './live-hub.ts'

/** A stream ends after so long and is opened again, so that who may listen is asked again. */
const LONGEST_MS = 15 * 60_000
/** What a tablet that does not read may leave lying before its stream ends. */
const UNREAD_BYTES = 64 * 1024

export interface EventsDependencies {
  hub: LiveHub
  /** How far the organization's feed has come. */
  placeOf: (orgId: string) => Promise<Place>
}

/** Tells a tablet of each change of its organization while it listens (sync contract, section 5). */
export function eventsRoutes(scope: FastifyInstance, { hub, placeOf }: EventsDependencies): void {
  const open = new Set<ServerResponse>()
  scope.addHook('preClose', async () => {
    for (const raw of open) raw.end()
  })
  const route = {
    schema: {
      tags: ['Sync'],
      summary: 'Hear of changes',
      description:
        'Server-sent events: `event: change` with `{"head": …, "epoch": …}` when it begins and after each commit, and a comment every ' +
        '20 seconds. A small change comes with it as `page`, which is what a pull from the cursor `page.from` would answer. ' +
        'A lost event only delays: pull on connecting, and every minute.',
    },
    config: {
      permission: 1,
      sends: { type: 'text/event-stream', schema: z.string() },
    },
  } as const
  scope.withTypeProvider<ZodTypeProvider>().get('/sync/events', route, async (request, reply) => {
    const { org_id } = request.speaker
    const session = request.signedIn?.sessionId ?? ''
    const { raw } = reply
    const write = (text: string | Buffer) => {
      if (raw.writableLength > UNREAD_BYTES) raw.destroy()
      else if (!raw.writableEnded) raw.write(text)
    }
    let told: Place | undefined
    const tell = ({ head, epoch, short, whole }: Told) => {
      if (told?.epoch === epoch && head <= told.head) return
      told = { head, epoch }
      // Nothing piles up for a tablet that reads slowly: it asks for the change when it comes to it.
      write(raw.writableLength === 0 ? (whole ?? short) : short)
    }
    let ready = false
    let over = false
    let early: Place | undefined
    // Before the head is read: a commit in between is told twice, and never not at all.
    const unsubscribe = hub.subscribe(org_id, {
      session,
      tell(change) {
        if (ready) tell(change)
        else early = change
      },
      end() {
        over = true
        if (ready) raw.end()
      },
    })
    const place = await placeOf(org_id).catch((error: unknown) => {
      unsubscribe()
      throw error
    })
    hub.stands({ org_id, ...place })
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    reply.hijack()
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // What is left of an ended stream would hold up a server that closes.
      connection: 'close',
      // A proxy that collects an answer before it passes it on would hold every event back.
      'x-accel-buffering': 'no',
    })
    ready = true
    tell(toldOf(place))
    if (early) tell(toldOf(early))
    if (over) raw.end()
    const comment = setInterval(() => write(':\n\n'), EVENTS_COMMENT_MS)
    const end = setTimeout(() => raw.end(), LONGEST_MS)
    open.add(raw)
    raw.once('close', () => {
      open.delete(raw)
      clearInterval(comment)
      clearTimeout(end)
      unsubscribe()
    })
    if (raw.destroyed) raw.emit('close')
  })
}
