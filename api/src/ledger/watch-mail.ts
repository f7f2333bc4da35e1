import type { Message } from '../mail/message.ts'
import { watchText as text } from './watch-text.ts'

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (words: string) => words.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

/** Plain text and HTML with the same words. */
export function watchMail(to: string, clinic: string, findings: readonly string[]): Message {
  const plain = [text.found(clinic), ...findings.map((one) => `- ${one}.`), text.what, text.once].join('\n\n')
  const items = findings.map((one) => `<li style="margin:0 0 8px">${escaped(one)}.</li>`).join('')
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${text.heading}</title></head>
<body style="margin:0;padding:32px 24px;font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:32rem;margin:0 auto">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${text.heading}</h1>
<p style="margin:0 0 16px">${escaped(text.found(clinic))}</p>
<ul style="margin:0 0 16px;padding-left:20px">${items}</ul>
<p style="margin:0 0 16px">${text.what}</p>
<p style="margin:0;font-size:14px">${text.once}</p>
</div>
</body>
</html>
`
  return { to, subject: text.subject, text: `${plain}\n`, html }
}
