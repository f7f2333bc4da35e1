import { contentIn } from 'sync-protocol/records/kinds'
import { createHash } from 'node:crypto'
import { updateOp } from 'sync-protocol/merge/update-op'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import type { Op } from 'sync-protocol/records/mutation'
import { checkSections } from 'sync-protocol/rules/section-form'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Composed, Look } from '../sync/call-job.ts'
import { callText } from './call-text.ts'
import { liveSections, SPECIAL_SECTIONS, type Section } from './sections.ts'

export interface SentSection {
  key?: number | null | undefined
  title_s: string
  title_p: string
}

const contentOf = ({ content }: SyncRecord) => contentIn('sections', content ?? {})

export const sectionsAnswer = (next_key: number, records: readonly SyncRecord[]) => ({
  success: true as const,
  next_key,
  sections: [...SPECIAL_SECTIONS, ...liveSections(records)],
})
export type SectionsAnswer = ReturnType<typeof sectionsAnswer>

/** Changes with every change of the list: for `If-Match`. */
export const sectionsTag = (sections: readonly Section[]): string =>
  createHash('sha256').update(JSON.stringify(sections)).digest('hex').slice(0, 16)

const answer = async (look: Look) => sectionsAnswer(look.next_key, await look.sections())

/** The sent list instead of the one that stands: new ones are made, titles changed, and what is missing is removed. */
export const changingSections =
  (
    sent: readonly SentSection[],
    nextKey: number | undefined,
    seen: string | undefined,
    newId: () => string,
  ) =>
  async (look: Look): Promise<Composed> => {
    const records = await look.sections()
    if (seen !== undefined && seen !== sectionsTag(sectionsAnswer(0, records).sections)) {
      throw new ProtocolError('conflict', callText.sectionsChanged, { field: 'if-match' })
    }
    const wanted = keyed(sent, Math.max(look.next_key, nextKey ?? 0))
    const byKey = new Map(records.map((record) => [contentOf(record).key, record]))
    const creates: Op[] = []
    const updates: Op[] = []
    for (const { key, title_s, title_p } of wanted) {
      const record = byKey.get(key)
      if (!record) {
        // Somebody else has this number by now, or had it: a tablet's block, a section that was removed.
        if (key < look.next_key)
          throw new ProtocolError('conflict', callText.sectionsChanged, { field: 'sections' })
        creates.push({
          op: 'create',
          collection: 'sections',
          _id: newId(),
          content: { key, title_s, title_p },
        })
        continue
      }
      const content = record.content ?? {}
      const op = updateOp('sections', { ...record, content }, { ...content, title_s, title_p })
      if (op) updates.push(op)
    }
    const kept = new Set(wanted.map(({ key }) => key))
    const gone = records.filter((record) => !kept.has(contentOf(record).key))
    return { intents: intents(creates, updates, gone), answer }
  }

/** A new section without a key gets the next one; the two that always exist stay as they are. */
function keyed(sent: readonly SentSection[], nextKey: number): Section[] {
  const own = sent.filter(({ key }) => key === undefined || key === null || key >= 0)
  const problem = checkSections(own.map((section) => ({ ...section, drug_class: null })))
  if (problem) {
    const at = sent.indexOf(own[problem.index] as SentSection)
    throw new ProtocolError('invalid', problem.message, { field: `sections.${at}.${problem.field}` })
  }
  let next = own.reduce((highest, { key }) => Math.max(highest, (key ?? -1) + 1), nextKey)
  const sections = own.map(({ key, title_s, title_p }) => ({
    key: key ?? next++,
    title_s: title_s.trim(),
    title_p: title_p.trim(),
  }))
  const twice = sections.findIndex(({ key }, index) => sections.findIndex((each) => each.key === key) < index)
  if (twice >= 0) throw new ProtocolError('invalid', callText.sameKey, { field: `sections.${twice}.key` })
  return sections
}

function intents(creates: Op[], updates: Op[], gone: readonly SyncRecord[]): Composed['intents'] {
  const deletes = gone.map(({ _id, version }): Op => ({
    op: 'delete',
    collection: 'sections',
    _id,
    base: version,
  }))
  return [
    { action: 'section.delete', ops: deletes },
    { action: 'section.update', ops: updates },
    { action: 'section.create', ops: creates },
  ].filter(({ ops }) => ops.length > 0)
}

/** Removes the sections with these keys, so that their drugs are unset; keys that no section has change nothing. */
export const removingSections =
  (keys: readonly number[]) =>
  async (look: Look): Promise<Composed> => {
    const gone = (await look.sections()).filter((record) => keys.includes(contentOf(record).key))
    return { intents: intents([], [], gone), answer: async () => ({ success: true }) }
  }
