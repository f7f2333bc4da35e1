import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { SECTION_KEY_MAX } from 'sync-protocol/records/limits'
import { uuidv7 } from 'sync-protocol/records/uuid'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import * as z from 'zod'
import type { ListingStore } from './listing/listing-store.ts'
import { sentName } from './sent-text.ts'
import { changingSections, removingSections, sectionsAnswer, sectionsTag } from './section-changes.ts'
import { keyedHeaders, taggedHeaders } from './write-headers.ts'
import { tagSeen, writeCall, type WritingDependencies } from './write-call.ts'

const key = z.int().min(-2).max(SECTION_KEY_MAX)
const section = z.object({
  key: z.int().meta({ description: 'What a drug names its section by.' }),
  title_s: z.string(),
  title_p: z.string(),
})
const sectionsReply = z.object({
  success: z.literal(true),
  next_key: z.int().meta({ description: 'The first key that nobody has yet.' }),
  sections: z.array(section),
})
const sentSections = z.object({
  sections: z.array(z.object({ key: key.nullish(), title_s: sentName, title_p: sentName })).max(500),
  next_key: key.optional(),
})
const removedKeys = z.union([z.object({ keys: z.array(key).max(500) }), z.array(key).max(500)])
/** The organization's drug sections (`spec 1 §7`). */
export function sectionRoutes(
  scope: FastifyInstance,
  { listing, ...deps }: WritingDependencies & { listing: ListingStore },
): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/organization/sections',
    {
      config: { permission: PERMISSION.records, etag: true },
      schema: {
        tags: ['Sections'],
        summary: 'The drug sections',
        description:
          'The two that always exist come first, Emergency Medications (-2) and Unset Medications (-1), then the ' +
          "organization's own by key. A new section takes `next_key`.",
        response: { 200: sectionsReply },
      },
    },
    async ({ speaker }, reply) => {
      const { next_key, records } = await listing.sections(speaker.org_id)
      const answer = sectionsAnswer(next_key, records)
      void reply.header('etag', `"${sectionsTag(answer.sections)}"`)
      return answer
    },
  )

  app.post(
    '/organization/sections/update',
    {
      config: { permission: PERMISSION.sections, refusals: ['conflict', 'limit', 'invalid'] },
      schema: {
        tags: ['Sections'],
        summary: 'Replace the drug sections',
        description:
          'The sent list is the list afterwards: a section that is missing is removed, and its drugs are unset. New ones ' +
          'take keys from `next_key` on, or none and are given one. The two special ones stay, whether sent or not.',
        headers: taggedHeaders,
        body: sentSections,
        response: { 200: sectionsReply },
      },
    },
    async (request, reply) => {
      const { sections, next_key } = request.body
      const seen = tagSeen(request.headers['if-match'])
      return writeCall(deps, request, reply, ({ now }) =>
        changingSections(sections, next_key, seen, () => uuidv7(Date.parse(now), randomBytes(16))),
      )
    },
  )

  app.post(
    '/drugs/update/keys',
    {
      config: { permission: PERMISSION.sections, refusals: ['conflict'] },
      schema: {
        tags: ['Sections'],
        summary: 'Unset the drugs of removed sections',
        description:
          'The sections with these keys are removed; their drugs are unset. Other keys change nothing.',
        headers: keyedHeaders,
        body: removedKeys.meta({ description: 'The removed keys, in `keys` or as a bare list.' }),
        response: { 200: z.object({ success: z.literal(true) }) },
      },
    },
    async (request, reply) => {
      const { body } = request
      return writeCall(deps, request, reply, () => removingSections(Array.isArray(body) ? body : body.keys))
    },
  )
}
