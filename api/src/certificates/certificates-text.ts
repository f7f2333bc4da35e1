/** What the server says of its own certificates to whoever runs it. */
export const certificatesText = {
  trust: (address: string) => `Tablets learn to trust this server at ${address}`,
  addresses: (addresses: readonly string[]) => `The server is at ${addresses.join(' and ')}.`,
  kept: (certificate: string, authority: string) =>
    `Its certificate ends on ${certificate} and is renewed by itself. The authority ends on ${authority}.`,
  steps: (address: string) => `On each tablet, open this address and follow the steps there:\n${address}`,
  fingerprints: (sha256: string, sha1: string) =>
    `The fingerprint of the authority, to compare there:\nSHA-256  ${sha256}\nSHA-1    ${sha1}`,
  start: 'Start the server with TLS=auto: TLS=auto npm start',
  given: (on: string) =>
    `The server speaks https with the certificate in TLS_CERT, which ends on ${on}. For one of its own, remove TLS_CERT and TLS_KEY.`,
  unreadable: (path: string, why: string) =>
    `${path} cannot be read (${why}): make it belong to the user that runs the server.`,
  unwritable: (path: string, why: string) =>
    `${path} cannot be written (${why}): make it a folder of the user that runs the server.`,
  broken: (path: string) =>
    `${path} does not hold the authority and its key: put it back from a copy, or remove it and let every tablet trust the new one.`,
  ended: (path: string, on: string) =>
    `The authority ended on ${on}: remove ${path}, start again, and let every tablet trust the new one.`,
  beforeItBegan: (path: string, now: string, from: string) =>
    `This computer's clock says ${now}, but the authority begins on ${from}: set the clock, or if it is right, remove ${path} and let every tablet trust the new one.`,
  givenEnds: (on: string) =>
    `The certificate in TLS_CERT ends on ${on}: renew it and start again, or tablets cannot reach the server.`,
  givenEnded: (on: string) =>
    `The certificate in TLS_CERT ended on ${on}: renew it and start again. Until then tablets cannot reach the server.`,
  givenBegins: (on: string, now: string) =>
    `The certificate in TLS_CERT begins on ${on}, but this computer's clock says ${now}: set the clock, or get a certificate that is valid now. Until then tablets cannot reach the server.`,
  forAnother: (host: string, names: string) =>
    `The certificate in TLS_CERT is not for ${host}, but for ${names === '' ? 'no name at all' : names.replaceAll(/\b(?:DNS|IP Address):/g, '')}: browsers refuse it there. ` +
    'Get one for that name, or set PUBLIC_URL to the address at which the tablets open the server.',
  authorityEnds: (on: string, path: string) =>
    `The authority ends on ${on}: remove ${path}, start again, and let every tablet trust the new one.`,
  uncovered: (names: readonly string[], path: string) =>
    `The certificate does not cover ${names.join(', ')}: the authority was made for other names. Use another address, or remove ${path} and let every tablet trust the new one.`,
} as const
