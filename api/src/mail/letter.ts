import type { Message } from './message.ts'

export interface Letter {
  subject: string
  heading: string
  /** Before the list, which may be empty, and after it. */
  before: readonly string[]
  items?: readonly string[]
  after: readonly string[]
  /** What stands last, in smaller letters. */
  last: string
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (words: string) => words.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
const paragraph = (words: string) => `<p style="margin:0 0 16px">${escaped(words)}</p>`

/** Plain text and HTML with the same words. */
export function letter(to: string, { subject, heading, before, items = [], after, last }: Letter): Message {
  const plain = [...before, ...items.map((one) => `- ${one}`), ...after, last].join('\n\n')
  const list = items.map((one) => `<li style="margin:0 0 8px">${escaped(one)}</li>`).join('')
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escaped(heading)}</title></head>
<body style="margin:0;padding:32px 24px;font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:32rem;margin:0 auto">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${escaped(heading)}</h1>
${before.map(paragraph).join('\n')}${list === '' ? '' : `\n<ul style="margin:0 0 16px;padding-left:20px">${list}</ul>`}
${after.map(paragraph).join('\n')}
<p style="margin:0;font-size:14px">${escaped(last)}</p>
</div>
</body>
</html>
`
  return { to, subject, text: `${plain}\n`, html }
}
