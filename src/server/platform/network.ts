import { isIPv6 } from 'node:net'

/** What calls of one caller are counted by: the address itself; of IPv6 the /64, because a household may choose the rest as it likes. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip.replace(/^::ffff:/i, '')
  const [head = '', tail] = ip.split('::', 2)
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...rest]
    .slice(0, 4)
    .map(group => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}
