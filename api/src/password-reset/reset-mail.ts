import type { Message } from '../mail/message.ts'

interface ResetMail {
  to: string
  org_name: string
  link: string
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

const words = {
  subject: 'Reset your password | Veterinary Anesthesia',
  heading: 'Reset your password',
  asked: (clinic: string) =>
    `Someone, probably you, asked to reset the password of your account at ${clinic}.`,
  open: 'Open this link to choose a new password:',
  button: 'Choose a new password',
  once: 'It works once, for one hour. A newer link replaces it.',
  notYou: 'If this was not you, do nothing. Your password stays the same.',
  copy: 'If the button does not work, open this address:',
}

/** Plain text and HTML with the same words. The user's name stays out: another person chose it. */
export function resetMail({ to, org_name, link }: ResetMail): Message {
  const text = [words.asked(org_name), words.open, link, words.once, words.notYou].join('\n\n')
  const address = escaped(link)
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${words.heading}</title></head>
<body style="margin:0;padding:32px 24px;font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:32rem;margin:0 auto">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${words.heading}</h1>
<p style="margin:0 0 24px">${escaped(words.asked(org_name))}</p>
<p style="margin:0 0 24px"><a href="${address}" style="display:inline-block;padding:14px 24px;border-radius:10px;background:#0a6259;color:#ffffff;font-weight:600;text-decoration:none">${words.button}</a></p>
<p style="margin:0 0 8px">${words.once}</p>
<p style="margin:0 0 24px">${words.notYou}</p>
<p style="margin:0;font-size:14px">${words.copy}<br><a href="${address}" style="color:inherit;word-break:break-all">${address}</a></p>
</div>
</body>
</html>
`
  return { to, subject: words.subject, text: `${text}\n`, html }
}
