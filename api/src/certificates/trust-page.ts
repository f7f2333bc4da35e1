import { createHash, type X509Certificate } from 'node:crypto'
import { encodeQR } from 'qr'
import { trustPageText as text } from './trust-page-text.ts'
import { TRUST_STYLE } from './trust-style.ts'

/** One whole answer, over http or https. */
export interface Answer {
  headers: Readonly<Record<string, string>>
  body: string | Buffer
}

/** What a tablet that does not trust this server yet may have: by the path; `host` as its browser calls the server. */
export type TrustAnswers = (path: string, host: string) => Answer | undefined

export const TRUST_PATH = '/trust'
export const AUTHORITY_PATH = '/ca.crt'

const STYLE_DIGEST = createHash('sha256').update(TRUST_STYLE).digest('base64')

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/**
 * The page with the steps and the authority that it is about. `address`: where other tablets find this server, for whoever
 * opens the page on the server itself.
 */
export function trustAnswers(authority: X509Certificate, address: URL): TrustAnswers {
  // In DER form: what iPadOS, Android, Windows and macOS all take under this name.
  const certificate: Answer = {
    headers: { 'content-type': 'application/x-x509-ca-cert', 'cache-control': 'no-store' },
    body: authority.raw,
  }
  const elsewhere = hostOf(address)
  return (path, host) => {
    if (path === AUTHORITY_PATH) return certificate
    if (path !== TRUST_PATH) return undefined
    return {
      headers: PAGE_HEADERS,
      body: trustPage(authority, isThisComputer(host) ? elsewhere : host, host),
    }
  }
}

/** Also with the port that https has anyway: plain http would look for another. */
export const hostOf = ({ hostname, port }: URL) => `${hostname}:${port || '443'}`

/** An address that leads a tablet to the page, before it trusts anything. */
export const trustAddress = (host: string) => `http://${host}${TRUST_PATH}`

const isThisComputer = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(host)

const escaped = (words: string) => words.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)

const commonName = ({ subject }: X509Certificate) => /^CN=(.*)$/m.exec(subject)?.[1] ?? subject

function trustPage(authority: X509Certificate, shared: string, here: string): string {
  const address = trustAddress(shared)
  const ways = text.ways(commonName(authority)).map(
    ({ device, steps }) => `<section class="way"><h2>${escaped(device)}</h2>
<ol>${steps.map((step) => `<li>${escaped(step)}</li>`).join('')}</ol></section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text.title}</title>
<style>${TRUST_STYLE}</style>
</head>
<body>
<main>
<header>
<h1>${text.title}</h1>
<p>${text.lead}</p>
<p class="actions"><a class="button primary" href="${AUTHORITY_PATH}">${text.download}</a>
<a class="button" href="https://${escaped(here)}/">${text.open}</a></p>
</header>
<aside>
<h2>${text.otherTablet}</h2>
<div class="code" role="img" aria-label="${escaped(text.qrName(address))}">${encodeQR(address, 'svg', { border: 3 })}</div>
<p>${text.scan}</p>
<p class="exact">${breakable(address)}</p>
</aside>
<div class="ways">
${ways.join('\n')}
</div>
<section class="compare">
<h2>${text.compare}</h2>
<p>${text.comparing}</p>
<dl><dt>${text.sha256}</dt><dd class="exact">${inGroups(authority.fingerprint256)}</dd>
<dt>${text.sha1}</dt><dd class="exact">${inGroups(authority.fingerprint)}</dd></dl>
</section>
</main>
</body>
</html>
`
}

/** Where it does not fit into a line, its path is on the next. */
const breakable = (address: string) => escaped(address).replace(TRUST_PATH, `<wbr>${TRUST_PATH}`)

/** `A1B2 C3D4 …`: easier to compare by eye than pairs. */
export const inGroups = (fingerprint: string) =>
  (fingerprint.replaceAll(':', '').match(/.{4}/g) ?? []).join(' ')
