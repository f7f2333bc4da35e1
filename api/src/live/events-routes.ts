import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { changeEvent, EVENTS_COMMENT_MS } from 'sync-protocol/wire/events'
import * as z from 'zod'
import type { LiveHub } from './live-hub.ts'

/** A stream ends after so long and is opened again, so that who may listen is asked again. */
const LONGEST_MS = 15 * 60_000
/** What a tablet that does not read may leave lying before its stream ends. */
const UNREAD_BYTES = 64 * 1024

export interface EventsDependencies {
  hub: LiveHub
  /** How far the organization's feed has come. */
  headOf: (orgId: string) => Promise<number>
}

const line = (head: number) => `event: change\ndata: ${JSON.stringify({ head })}\n\n`

/** Tells a tablet of each change of its organization while it listens (sync contract, section 5). */
export function eventsRoutes(scope: FastifyInstance, { hub, headOf }: EventsDependencies): void {
  const open = new Set<ServerResponse>()
  scope.addHook('preClose', async () => {
    for (const raw of open) raw.end()
  })
  const route = {
    schema: {
      tags: ['Sync'],
      summary: 'Hear of changes',
      description:
        'Server-sent events: `event: change` with `{"head": …}` when it begins and after each commit, and a comment every ' +
        '20 seconds. A lost event only delays: pull on connecting, and every minute.',
    },
    config: {
      permission: 1,
      sends: { type: 'text/event-stream', schema: z.string() },
    },
  } as const
  scope.withTypeProvider<ZodTypeProvider>().get('/sync/events', route, async (request, reply) => {
    const { org_id } = request.speaker
    const { raw } = reply
    const write = (text: string) => {
      if (raw.writableLength > UNREAD_BYTES) raw.destroy()
      else if (!raw.writableEnded) raw.write(text)
    }
    // Before the head is read: a commit in between is told twice, and never not at all.
    let told = -1
    const tell = (head: number) => {
      if (head <= told) return
      told = head
      write(line(changeEvent.parse({ head }).head))
    }
    let ready = false
    let early = -1
    const unsubscribe = hub.subscribe(org_id, (head) => {
      if (ready) tell(head)
      else early = head
    })
    const head = await headOf(org_id).catch((error: unknown) => {
      unsubscribe()
      throw error
    })
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
    tell(Math.max(head, early))
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
