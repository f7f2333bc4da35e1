import { networkInterfaces } from 'node:os'

interface Listening {
  /** Nothing where the server speaks plain http. */
  tls: unknown
  host: string
  port: number
}

/** Whether a server that listens on this address listens on all of them. */
export const isEverywhere = (host: string) => host === '0.0.0.0' || host === '::'

/** Where a browser finds the server: on this machine and, when it listens on all interfaces, from the others. */
export function addresses({ tls, host, port }: Listening): string[] {
  const hosts = isEverywhere(host)
    ? ['localhost', ...lanAddresses()]
    : [host.includes(':') ? `[${host}]` : host]
  // Without a port that browsers take by themselves.
  return hosts.map((name) => new URL(`${tls ? 'https' : 'http'}://${name}:${port}`).origin)
}

/** Of this machine in its networks, IPv4 only. */
export function lanAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((own) =>
    (own ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address),
  )
}
