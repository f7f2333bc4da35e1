import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import * as z from 'zod'
import { liveSections, SPECIAL_SECTIONS } from './sections.ts'
import type { ListingStore } from './listing/listing-store.ts'

const section = z.object({
  key: z.int().meta({ description: 'What a drug names its section by.' }),
  title_s: z.string(),
  title_p: z.string(),
})
export const sectionsReply = z.object({
  success: z.literal(true),
  next_key: z.int().meta({ description: 'The first key that nobody has yet.' }),
  sections: z.array(section),
})
export type SectionsReply = z.infer<typeof sectionsReply>

export async function sectionsOf(listing: ListingStore, orgId: string): Promise<SectionsReply> {
  const [{ next_key }, records] = await Promise.all([listing.head(orgId), listing.sections(orgId)])
  return { success: true, next_key, sections: [...SPECIAL_SECTIONS, ...liveSections(records)] }
}

/** The organization's drug sections (`spec 1 §7`). */
export function sectionRoutes(scope: FastifyInstance, { listing }: { listing: ListingStore }): void {
  scope.withTypeProvider<ZodTypeProvider>().get(
    '/organization/sections',
    {
      config: { permission: PERMISSION.records },
      schema: {
        tags: ['Sections'],
        summary: 'The drug sections',
        description:
          'The two that always exist come first, Emergency Medications (-2) and Unset Medications (-1), then the ' +
          "organization's own by key. A new section takes `next_key`.",
        response: { 200: sectionsReply },
      },
    },
    ({ speaker }) => sectionsOf(listing, speaker.org_id),
  )
}
