import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { contentFault } from 'sync-protocol/merge/content-fault'
import { updateOp } from 'sync-protocol/merge/update-op'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import { contentIn } from 'sync-protocol/records/kinds'
import type { Op } from 'sync-protocol/records/mutation'
import type { PoliciesContent } from 'sync-protocol/records/policies'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { policiesOf } from 'sync-protocol/rules/policies-form'
import { isTimeZone } from 'sync-protocol/rules/time-zone'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { changePolicies, policiesReply, type ChangePolicies } from 'sync-protocol/wire/policies'
import { callText } from '../documented-api/call-text.ts'
import { versionSeen, writeCall, type WritingDependencies } from '../documented-api/write-call.ts'
import { versionedHeaders } from '../documented-api/write-headers.ts'
import type { Composed, Look } from '../sync/call-job.ts'

interface PoliciesDependencies extends WritingDependencies {
  policies(orgId: string): Promise<SyncRecord | undefined>
}

const config = { permission: PERMISSION.organization } as const
const tags = ['Organization']

/** What the clinic decided: one record, which every tablet reads through the feed and holders of 0 change here. */
export function policiesRoutes(scope: FastifyInstance, deps: PoliciesDependencies): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/organization/policies',
    {
      config: { ...config, etag: true },
      schema: {
        tags,
        summary: "The clinic's settings",
        description: 'A setting that nobody decided is absent, and the version 0 until one is.',
        response: { 200: policiesReply },
      },
    },
    async ({ speaker }, reply) => {
      const answer = answerOf(await deps.policies(speaker.org_id))
      void reply.header('etag', `"${answer.item.version}"`)
      return answer
    },
  )

  app.post(
    '/organization/policies',
    {
      config: { ...config, refusals: ['conflict', 'invalid'] },
      schema: {
        tags,
        summary: "Change the clinic's settings",
        description: 'What is sent replaces what stands, an empty text takes it away, and all else stays.',
        headers: versionedHeaders,
        body: changePolicies,
        response: { 200: policiesReply },
      },
    },
    async (request, reply) => {
      const seen = versionSeen(request)
      const { speaker, body } = request
      return writeCall(deps, request, reply, () => changing(speaker.org_id, body, seen))
    },
  )
}

const answerOf = (record: SyncRecord | undefined) => ({
  success: true as const,
  item: {
    version: record?.version ?? 0,
    content: contentIn('policies', record?.content ?? {}),
    // Nobody edited what was only made.
    ...(record && { edited_by: record.meta.edited_by ?? record.meta.author_name }),
  },
})

const changing =
  (_id: string, sent: ChangePolicies, seen: number | undefined) =>
  async (look: Look): Promise<Composed> => {
    const record = await look.policies()
    if (seen !== undefined && seen !== (record?.version ?? 0))
      throw new ProtocolError('conflict', callText.settingsChanged, { field: 'if-match' })
    const before = contentIn('policies', record?.content ?? {})
    const content = policiesOf(sent, before)
    const fault = contentFault('policies', content)
    if (fault) throw new ProtocolError('invalid', fault.message, fault.field ? { field: fault.field } : {})
    const { time_zone } = content
    if (time_zone !== undefined && time_zone !== before.time_zone && !isTimeZone(time_zone))
      throw new ProtocolError('invalid', 'Time zone is invalid.', { field: 'time_zone' })
    const ops = opsOf(_id, record, content)
    return {
      intents: ops.map((op) => ({ action: `policies.${op.op}`, ops: [op] })),
      answer: async (after) => answerOf(await after.policies()),
    }
  }

function opsOf(_id: string, record: SyncRecord | undefined, content: PoliciesContent): Op[] {
  const collection = 'policies'
  if (!record) return [{ op: 'create', collection, _id, content }]
  if (record.content === null) return [{ op: 'restore', collection, _id, base: record.version, content }]
  const op = updateOp(collection, { ...record, content: record.content }, content)
  return op ? [op] : []
}
