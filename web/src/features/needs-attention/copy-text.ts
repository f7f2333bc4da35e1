import { attentionText as text } from './attention-text.ts'

/** Puts it on the clipboard, and gives the words that say how that went. */
export async function copyText(copied: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(copied)
    return text.copied
  } catch (error) {
    console.warn(error)
    return text.notCopied
  }
}
