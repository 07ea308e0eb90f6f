import { isIPv4, isIPv6 } from 'node:net'

/**
 * What calls of one caller are counted by: the address itself; of IPv6 the /64, because a household may choose the rest as it likes.
 * An address of IPv4 that is written as IPv6 is the former, however it is written.
 */
export function networkOf(ip: string): string {
  const { family, bytes } = bytesOfAddress(ip)
  if (family !== 6) return family === 4 ? bytes.join('.') : ip
  return [0, 2, 4, 6].map(at => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16)).join(':')
}

/** An address by its bytes; one of IPv4 that is written as IPv6 is one of IPv4. Family 0 is no address. */
export function bytesOfAddress(ip: string): { family: 0 | 4 | 6; bytes: number[] } {
  // Behind % stands by which of this computer's links it came.
  const [address = ''] = ip.split('%')
  if (isIPv4(address)) return { family: 4, bytes: address.split('.').map(Number) }
  if (!isIPv6(address)) return { family: 0, bytes: [] }
  const [head = [], tail] = address.split('::', 2).map(part => part.split(':').filter(Boolean).flatMap(bytesOfGroup))
  const bytes = tail ? [...head, ...Array.from({ length: 16 - head.length - tail.length }, () => 0), ...tail] : head
  const isMapped = bytes.slice(0, 12).every((byte, index) => byte === (index < 10 ? 0 : 0xff))
  return isMapped ? { family: 4, bytes: bytes.slice(12) } : { family: 6, bytes }
}

/** A group of hexadecimal digits, or the end of an address that is written as one of IPv4. */
function bytesOfGroup(text: string): number[] {
  if (text.includes('.')) return text.split('.').map(Number)
  const group = Number.parseInt(text, 16)
  return [group >> 8, group & 0xff]
}
