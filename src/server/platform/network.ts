import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network by which calls are counted: the address itself or, for IPv6, its /64, because a household can choose the
 * rest freely. An IPv4 address in IPv6 notation counts as IPv4.
 */
export function networkOf(ip: string): string {
  const { family, bytes } = bytesOfAddress(ip)
  if (family !== 6) return family === 4 ? bytes.join('.') : ip
  return [0, 2, 4, 6].map(at => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16)).join(':')
}

/** The bytes of an address; IPv4 in IPv6 notation counts as IPv4. Family 0 means that it is no address. */
export function bytesOfAddress(ip: string): { family: 0 | 4 | 6; bytes: number[] } {
  // The part after % names the network interface.
  const [address = ''] = ip.split('%')
  if (isIPv4(address)) return { family: 4, bytes: address.split('.').map(Number) }
  if (!isIPv6(address)) return { family: 0, bytes: [] }
  const [head = [], tail] = address.split('::', 2).map(part => part.split(':').filter(Boolean).flatMap(bytesOfGroup))
  const bytes = tail ? [...head, ...Array.from({ length: 16 - head.length - tail.length }, () => 0), ...tail] : head
  const isMapped = bytes.slice(0, 12).every((byte, index) => byte === (index < 10 ? 0 : 0xff))
  return isMapped ? { family: 4, bytes: bytes.slice(12) } : { family: 6, bytes }
}

/** A group of hexadecimal digits, or an IPv4 address at the end. */
function bytesOfGroup(text: string): number[] {
  if (text.includes('.')) return text.split('.').map(Number)
  const group = Number.parseInt(text, 16)
  return [group >> 8, group & 0xff]
}
