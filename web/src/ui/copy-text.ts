/** Puts words on the clipboard; false where the browser leaves that to the person. */
export async function copyText(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words)
    return true
  } catch (error) {
    console.warn(error)
    return false
  }
}
