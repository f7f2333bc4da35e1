const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** Paragraphs, `code` and **strong** words: all that the document's descriptions use of Markdown. */
export const paragraphs = (markdown: string): string =>
  markdown
    .split(/\n\n+/)
    .map((text) => `<p>${inline(text)}</p>`)
    .join('')

export const inline = (markdown: string): string =>
  escaped(markdown)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
