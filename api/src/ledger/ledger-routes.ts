import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { ledgerQuery } from 'sync-protocol/wire/ledger'

/** The controlled-substance ledger, for holders of 0 or 2; its canonical texts go out as stored, so no response schema. */
export function ledgerRoutes(
  scope: FastifyInstance,
  { ledgerText }: { ledgerText: (orgId: string, after: number) => Promise<string> },
): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()
  app.get('/ledger', { schema: { querystring: ledgerQuery } }, async (request, reply) => {
    const { org_id, perms } = request.speaker
    if (!perms.includes(0) && !perms.includes(2)) {
      throw new ProtocolError('forbidden', "You don't have access to the ledger.")
    }
    return reply.type('application/json; charset=utf-8').send(await ledgerText(org_id, request.query.after))
  })
}
