import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { apiError } from '#shared/errors'

/** A range of addresses that the operator allows, such as 192.168.4.0/24. */
export interface Cidr {
  readonly address: string
  readonly bits: number
  readonly family: 4 | 6
  /** Whether this machine's own addresses in it stay refused. */
  readonly exceptOwn?: boolean
}

export interface ResolvedAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** The network functions of this machine that a check uses. */
export interface Network {
  /** Every address of a name; none if it has none or the lookup fails. */
  resolve(name: string): Promise<readonly ResolvedAddress[]>
  /** The addresses of this machine. */
  own(): readonly string[]
}

export const systemNetwork: Network = {
  async resolve(name) {
    try {
      const found = await lookup(name, { all: true })
      return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
    } catch {
      return []
    }
  },
  own: () => Object.values(networkInterfaces()).flatMap(addresses => addresses?.map(address => address.address) ?? []),
}

const protocols = ['http:', 'https:', 'rtsp:', 'rtsps:']

/** Addresses outside the public internet, including those where clouds serve secrets to their machines. */
const special4 = ranges(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's own services for its machines
  '169.254.0.0/16', // link-local, metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
)
/** All public IPv6 addresses; loopback, local, mapped and translated addresses are outside this range. */
const global6 = ranges('2000::/3')
const special6 = ranges(
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which carries IPv4 addresses
  '3fff::/20', // documentation
)

/** Parses `10.0.0.0/8` or a single address; undefined for anything else. */
export function parseCidr(text: string): Cidr | undefined {
  const [address = '', length, ...more] = text.split('/')
  const family = address.includes('%') ? 0 : isIP(address)
  if ((family !== 4 && family !== 6) || more.length > 0) return undefined
  const most = family === 4 ? 32 : 128
  if (length === undefined) return { address, bits: most, family }
  if (!/^\d{1,3}$/.test(length) || Number(length) > most) return undefined
  return { address, bits: Number(length), family }
}

/**
 * Refuses addresses that a camera must not use [D35]: other protocols, this machine, and networks that are not public
 * unless the operator allows them. Returns the checked addresses. Connect to these only, because the name may resolve
 * differently the next time. Returns none for a name without an address. Throws the API errors `camera.address_invalid`
 * and `camera.address_refused`.
 */
export async function checkAddress(
  url: URL,
  allowed: readonly Cidr[],
  network: Network = systemNetwork,
): Promise<readonly ResolvedAddress[]> {
  if (!protocols.includes(url.protocol)) throw apiError('camera.address_invalid')
  const host = hostOf(url)
  const family = isIP(host)
  const addresses = family === 4 || family === 6 ? [{ address: host, family } as const] : await network.resolve(host)
  if (refusedAmong(addresses, allowed, network)) throw apiError('camera.address_refused')
  return addresses
}

function refusedAmong(
  addresses: readonly ResolvedAddress[],
  allowed: readonly Cidr[],
  network: Network,
): ResolvedAddress | undefined {
  const allowedToAll = blockList(allowed.filter(cidr => !cidr.exceptOwn))
  const allowedToOthers = blockList(allowed)
  const own = network.own()
  return addresses.find(address => {
    if (isIn(allowedToAll, address)) return false
    return own.includes(address.address) || (isSpecial(address) && !isIn(allowedToOthers, address))
  })
}

/**
 * The private network that would have to be allowed for an address that is refused: of a usual size for a building.
 * Null if nobody may allow it from within the app, as with this machine itself and the services of clouds.
 */
export async function networkToAllow(
  url: URL,
  allowed: readonly Cidr[],
  network: Network = systemNetwork,
): Promise<string | null> {
  const host = hostOf(url)
  const family = isIP(host)
  const addresses = family === 4 || family === 6 ? [{ address: host, family } as const] : await network.resolve(host)
  const refused = refusedAmong(addresses, allowed, network)
  if (!refused || network.own().includes(refused.address)) return null
  return privateNetwork(`${refused.address}/${refused.family === 4 ? 24 : 64}`)
}

const private4 = ranges('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16')
const private6 = ranges('fc00::/7')
/** The largest networks that can be allowed from within the app. */
const fewestBits = { 4: 16, 6: 48 } as const

/** A private network in its usual notation; null for other networks, and for those that are too large. */
export function privateNetwork(text: string): string | null {
  const cidr = parseCidr(text)
  if (!cidr || cidr.bits < fewestBits[cidr.family] || !isIn(cidr.family === 4 ? private4 : private6, cidr)) return null
  return `${firstAddress(cidr)}/${cidr.bits}`
}

function firstAddress({ address, bits, family }: Cidr): string {
  if (family === 4) {
    const number = address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)
    const first = number - (number % 2 ** (32 - bits))
    return [24, 16, 8, 0].map(shift => Math.floor(first / 2 ** shift) % 256).join('.')
  }
  const [head = '', tail] = address.split('::')
  const groups = (part = '') => part.split(':').filter(Boolean)
  const [before, after] = [groups(head), groups(tail)]
  const all = [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
  const kept = all.map((group, index) => {
    const fixed = Math.min(16, Math.max(0, bits - 16 * index))
    return (Number.parseInt(group, 16) & (0xffff << (16 - fixed)) & 0xffff).toString(16)
  })
  return new URL(`http://[${kept.join(':')}]`).hostname.slice(1, -1)
}

/**
 * The host to connect to, with IPv6 addresses without brackets. URLs allow several notations of an IPv4 address, which
 * are normalised here; RTSP addresses are parsed in the same way.
 */
export function hostOf(url: URL): string {
  if (url.host === '' || !URL.canParse(`http://${url.host}`)) throw apiError('camera.address_invalid')
  return new URL(`http://${url.host}`).hostname.replace(/^\[|\]$/g, '')
}

/** A lookup function that returns the checked addresses for any name. */
export function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_name, options, done) => {
    const [first] = addresses
    if (!first) done(Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' }), [])
    else if (options.all) done(null, [...addresses])
    else done(null, first.address, first.family)
  }
}

function isSpecial(resolvedAddress: ResolvedAddress): boolean {
  return resolvedAddress.family === 4
    ? isIn(special4, resolvedAddress)
    : !isIn(global6, resolvedAddress) || isIn(special6, resolvedAddress)
}

function isIn(list: BlockList, { address, family }: ResolvedAddress): boolean {
  return list.check(address.split('%', 1)[0] ?? '', family === 4 ? 'ipv4' : 'ipv6')
}

function ranges(...texts: string[]): BlockList {
  return blockList(texts.flatMap(text => parseCidr(text) ?? []))
}

function blockList(cidrs: readonly Cidr[]): BlockList {
  const list = new BlockList()
  for (const { address, bits, family } of cidrs) list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
  return list
}
