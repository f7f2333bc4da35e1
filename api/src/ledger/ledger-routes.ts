import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { ledgerQuery, ledgerReply } from 'sync-protocol/wire/ledger'
import * as z from 'zod'

export interface LedgerDependencies {
  ledgerText(orgId: string, after: number): Promise<string>
  ledgerLines(orgId: string, after: number): Promise<string>
}

const tags = ['Ledger']
const lines = z
  .string()
  .describe('A JSON object a line: `{ n, hash, entry }`, the entry as the text that was hashed.')

/** The organization of somebody who holds 0 or 2. */
function readerOf({ speaker: { org_id, perms } }: FastifyRequest): string {
  if (perms.includes(0) || perms.includes(2)) return org_id
  throw new ProtocolError('forbidden', "You don't have access to the ledger.")
}

/** The controlled-substance ledger, for holders of 0 or 2; its canonical texts go out as stored, so their schema is only said. */
export function ledgerRoutes(scope: FastifyInstance, ledger: LedgerDependencies): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()
  app.get(
    '/ledger',
    {
      config: { sends: { type: 'application/json', schema: ledgerReply } },
      schema: {
        tags,
        summary: 'Read the ledger of controlled substances',
        description:
          'Up to 1000 entries after number `after`; there are more while the last one is below `head.n`. Each holds the ' +
          'hash of the one before. Needs permission 0 or 2.',
        querystring: ledgerQuery,
      },
    },
    async (request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .send(await ledger.ledgerText(readerOf(request), request.query.after)),
  )
  app.get(
    '/ledger/lines',
    {
      config: { sends: { type: 'application/x-ndjson', schema: lines } },
      schema: {
        tags,
        summary: 'Read the ledger as it is stored, line by line',
        description:
          'To verify it: a line with `protocol`, `org`, `epoch`, `head` and `people`, then up to 1000 lines after number `after`, each ' +
          'with the text that its hash was made of, also where somebody damaged it. Fewer than 1000 lines are the last ones. ' +
          'Needs permission 0 or 2.',
        querystring: ledgerQuery,
      },
    },
    async (request, reply) =>
      reply
        .type('application/x-ndjson; charset=utf-8')
        .send(await ledger.ledgerLines(readerOf(request), request.query.after)),
  )
}
