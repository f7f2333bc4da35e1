import { copyText } from '../../ui/copy-text.ts'
import { attentionText as text } from './attention-text.ts'

/** Puts it on the clipboard, and gives the words that say how that went. */
export const copiedWords = async (copied: string): Promise<string> =>
  (await copyText(copied)) ? text.copied : text.notCopied
