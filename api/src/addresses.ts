import { networkInterfaces } from 'node:os'
import type { Config } from './config.ts'

/** Where a browser finds the server: on this machine and, when it listens on all interfaces, from the others. */
export function addresses({ tls, host, port }: Pick<Config, 'tls' | 'host' | 'port'>): string[] {
  const everywhere = host === '0.0.0.0' || host === '::'
  const hosts = everywhere ? ['localhost', ...lanAddresses()] : [host.includes(':') ? `[${host}]` : host]
  return hosts.map((name) => `${tls ? 'https' : 'http'}://${name}:${port}`)
}

function lanAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((own) =>
    (own ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address),
  )
}
