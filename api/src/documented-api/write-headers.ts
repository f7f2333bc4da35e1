import * as z from 'zod'

/** Of every write. */
export const keyedHeaders = z.object({
  'idempotency-key': z
    .string()
    .optional()
    .meta({
      description:
        'Up to 200 signs of your own. The same key and request get the same answer for at least 24 hours and take effect ' +
        'once; with another request it is 409.',
    }),
})

/** Of a write to one record that the caller has seen. */
export const versionedHeaders = keyedHeaders.extend({
  'if-match': z.string().optional().meta({
    description:
      'The `version` that you saw, as in "3": 412 when another stands. Left out: what was sent replaces what stands.',
  }),
})

/** Of a write to the list of sections. */
export const taggedHeaders = keyedHeaders.extend({
  'if-match': z.string().optional().meta({
    description: 'The ETag of the sections that you saw: 412 when others stand.',
  }),
})
