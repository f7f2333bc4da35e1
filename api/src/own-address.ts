import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isEverywhere, lanAddresses } from './addresses.ts'

interface Listening {
  tls: 'auto' | { cert: string } | undefined
  host: string
  port: number
}

/**
 * Where this server is for the links in its e-mails when nobody says: the name in its certificate, the address that it listens
 * on, else this machine, which certificates of its own let others reach by its address. Never what a request calls it: its
 * sender chooses that, and a link's reader would follow it.
 */
export function ownAddress({ tls, host, port }: Listening): string {
  const [inNetwork = 'localhost'] = tls === 'auto' ? lanAddresses() : []
  const listening = isEverywhere(host) ? inNetwork : host.includes(':') ? `[${host}]` : host
  const name = (typeof tls === 'object' ? certifiedName(tls.cert) : undefined) ?? listening
  // Without the port that the scheme has anyway.
  return new URL(`${tls ? 'https' : 'http'}://${name}:${port}`).origin
}

function certifiedName(file: string): string | undefined {
  const names = new X509Certificate(readFileSync(file)).subjectAltName ?? ''
  return /(?:^|, )DNS:([\w-][\w.-]*)/.exec(names)?.[1]
}
