import type { OpenDraft } from '../../data/drafts/open-draft.ts'
import { formatDateTime } from '../../ui/format.ts'
import { homeText } from './home-text.ts'

/** What the offer of the open sheet says; `exported` is when a file was made of it that nobody saved since. */
export function offerWords(
  { content, meta, saved }: OpenDraft,
  exported: string | null,
): { title: string; text: string } {
  const patient = content?.kind === 'sheet' ? content.name : ''
  if (saved !== undefined)
    return {
      title: homeText.leftSheet(patient),
      text: homeText.leftSheetText(saved.meta.author_name, formatDateTime(saved.meta.date_created)),
    }
  const changed = formatDateTime(meta.date_edited ?? meta.date_created)
  const wasSaved = content?.kind === 'sheet' && typeof content.saved_as === 'string'
  return {
    title: homeText.openSheet(patient),
    text:
      exported !== null
        ? homeText.exportedSheetText(formatDateTime(exported), wasSaved)
        : wasSaved
          ? homeText.savedSheetText(changed)
          : homeText.openSheetText(changed),
  }
}
