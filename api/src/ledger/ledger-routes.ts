import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { ledgerQuery, ledgerReply } from 'sync-protocol/wire/ledger'

const config = { sends: { type: 'application/json', schema: ledgerReply } }
const schema = {
  tags: ['Ledger'],
  summary: 'Read the ledger of controlled substances',
  description:
    'Up to 1000 entries after number `after`; there are more while the last one is below `head.n`. Each holds the hash of ' +
    'the one before. Needs permission 0 or 2.',
  querystring: ledgerQuery,
}

/** The controlled-substance ledger, for holders of 0 or 2; its canonical texts go out as stored, so their schema is only said. */
export function ledgerRoutes(
  scope: FastifyInstance,
  { ledgerText }: { ledgerText: (orgId: string, after: number) => Promise<string> },
): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()
  app.get('/ledger', { config, schema }, async (request, reply) => {
    const { org_id, perms } = request.speaker
    if (!perms.includes(0) && !perms.includes(2)) {
      throw new ProtocolError('forbidden', "You don't have access to the ledger.")
    }
    return reply.type('application/json; charset=utf-8').send(await ledgerText(org_id, request.query.after))
  })
}
