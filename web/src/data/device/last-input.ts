import { sameJson, type JsonObject } from 'sync-protocol/records/json'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'

/** A sheet as it was typed in the last moment before its page went, which the database may not have. */
export interface LastInput {
  user_id: string
  at: string
  content: JsonObject
}

export const lastInputKey = (userId: string): string => `new-sheet/${userId}/unwritten`

/** What lies of these people in the browser's storage alone. A worker has none: a tab looks again before anything goes. */
export async function lastInputs(clinic: ClinicDatabase, userIds: readonly string[]): Promise<LastInput[]> {
  const storage = globalThis.localStorage as Storage | undefined
  const found = await Promise.all(
    userIds.map(async (user_id) => {
      const kept = parsed(storage?.getItem(lastInputKey(user_id)) ?? null)
      if (!kept) return []
      const stored = kept.id === null ? undefined : await viewOf(clinic, 'drafts').get(kept.id)
      if (stored && sameJson(stored.content, kept.content)) return []
      return [{ user_id, at: kept.at, content: kept.content }]
    }),
  )
  return found.flat()
}

function parsed(text: string | null): { id: string | null; at: string; content: JsonObject } | undefined {
  if (text === null) return undefined
  try {
    const { id, at, content } = JSON.parse(text) as { id?: unknown; at?: unknown; content?: unknown }
    if (typeof content !== 'object' || content === null) return undefined
    return {
      id: typeof id === 'string' ? id : null,
      at: typeof at === 'string' ? at : new Date().toISOString(),
      content: content as JsonObject,
    }
  } catch (error) {
    console.warn('What was typed last cannot be read.', error)
    return undefined
  }
}
