/** The beginning of a text, at most `most` characters, never through a letter that takes two. */
export const cutText = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
