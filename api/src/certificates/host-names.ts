import { BlockList, isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

/** Names, and addresses or ranges of them such as 10.0.0.0/8. */
export interface HostNames {
  dns: string[]
  ip: string[]
}

/** What only ever means a machine on one's own network: names that no one can register, and private addresses. */
const OWN_NETWORK: HostNames = {
  dns: ['localhost', 'local', 'lan', 'internal', 'home.arpa'],
  ip: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '::1/128', 'fd00::/8', 'fe80::/10'],
}

interface Self {
  name: string
  interfaces: NodeJS.Dict<{ address: string }[]>
}

/** How this computer is called in its network. `more`: names or addresses that its operator gave it, as they stand in a URL. */
export function hostNames(
  more: readonly string[],
  self: Self = { name: hostname(), interfaces: networkInterfaces() },
): HostNames {
  const own = self.name.toLowerCase()
  const given = more.map((name) => name.toLowerCase().replaceAll(/^\[|\]$/g, ''))
  // A container's name is another each time, and nobody types it.
  const named = /^[0-9a-f]{12}$/.test(own) ? [] : [own, `${own.split('.', 1)[0]}.local`]
  const names = ['localhost', ...named, ...given]
  const addresses = Object.values(self.interfaces).flatMap((found) =>
    (found ?? []).map(({ address }) => address),
  )
  return {
    dns: unique(names.filter(isDnsName)),
    ip: unique([
      '127.0.0.1',
      '::1',
      ...addresses.filter(canBeOpened),
      ...given.filter((name) => isIP(name) !== 0),
    ]),
  }
}

/**
 * Of IPv6 the addresses of one's own network: those of one link only open in no browser, since they name no interface, and
 * those of the whole internet change by the day.
 */
const canBeOpened = (address: string) =>
  isIP(address) === 4 || (permits(OWN_NETWORK, address) && !address.startsWith('fe80:'))

const unique = (texts: string[]) => [...new Set(texts)]

const isDnsName = (name: string) =>
  isIP(name) === 0 &&
  /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(name)

/** What an authority made on this computer may speak for: its own network whatever the router gives it, and its names of today. */
export function permittedFor({ dns, ip }: HostNames): HostNames {
  const outside = ip.filter((address) => !permits(OWN_NETWORK, address))
  return {
    dns: [...OWN_NETWORK.dns, ...dns.filter((name) => !permits(OWN_NETWORK, name))],
    ip: [...OWN_NETWORK.ip, ...outside.map((address) => `${address}/${isIP(address) === 4 ? 32 : 128}`)],
  }
}

/** Whether a name or an address is within what is permitted. */
export function permits({ dns, ip }: HostNames, name: string): boolean {
  const family = isIP(name)
  if (family === 0) return dns.some((base) => name === base || name.endsWith(`.${base}`))
  const ranges = new BlockList()
  for (const range of ip) {
    const [address = '', bits] = range.split('/')
    ranges.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return ranges.check(name, family === 4 ? 'ipv4' : 'ipv6')
}
