import { describe, expect, test } from 'vitest'
import { checkAddress, type Network, parseCidr, type ResolvedAddress } from './guard'

const names: Record<string, readonly ResolvedAddress[]> = {
  'camera.example': [{ address: '93.184.216.34', family: 4 }],
  'six.example': [{ address: '2606:2800:220:1::1', family: 6 }],
  'inside.example': [{ address: '192.168.1.20', family: 4 }],
  'both.example': [
    { address: '93.184.216.34', family: 4 },
    { address: '::1', family: 6 },
  ],
  localhost: [{ address: '127.0.0.1', family: 4 }],
}
const network: Network = { resolve: async name => names[name] ?? [], own: () => ['93.184.216.99', '2606:2800::99'] }
const check = (address: string, ...ranges: string[]) =>
  checkAddress(
    new URL(address),
    ranges.flatMap(range => parseCidr(range) ?? []),
    network,
  )

describe('Addresses that this server does not fetch from [D35]', () => {
  test.each([
    ['loopback', '127.0.0.1'],
    ['all of loopback', '127.8.9.10'],
    ['loopback as one number', '2130706433'],
    ['loopback as a hexadecimal number', '0x7f000001'],
    ['loopback in octal', '0177.0.0.1'],
    ['loopback, shortened', '127.1'],
    ['loopback, percent-encoded', '%31%32%37.0.0.1'],
    ['loopback in full-width digits', '１２７.0.0.1'],
    ['this network', '0.0.0.0'],
    ['zero', '0'],
    ['private, 10', '10.1.2.3'],
    ['private, 172', '172.31.255.255'],
    ['private, 192', '192.168.0.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['Alibaba’s metadata', '100.100.100.200'],
    ['link-local', '169.254.1.1'],
    ['metadata', '169.254.169.254'],
    ['metadata as a number', '2852039166'],
    ['Oracle’s metadata', '192.0.0.192'],
    ['Azure’s services', '168.63.129.16'],
    ['documentation 1', '192.0.2.1'],
    ['documentation 2', '198.51.100.1'],
    ['documentation 3', '203.0.113.1'],
    ['benchmarks', '198.19.0.1'],
    ['multicast', '224.0.0.1'],
    ['multicast, last', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified in IPv6', '[::]'],
    ['loopback in IPv6', '[::1]'],
    ['loopback mapped into IPv6', '[::ffff:127.0.0.1]'],
    ['loopback mapped, in hexadecimal', '[::ffff:7f00:1]'],
    ['a public address mapped into IPv6', '[::ffff:93.184.216.34]'],
    ['an address compatible with IPv4', '[::7f00:1]'],
    ['a translated address', '[64:ff9b::7f00:1]'],
    ['a locally translated address', '[64:ff9b:1::7f00:1]'],
    ['Teredo', '[2001::1]'],
    ['6to4 of loopback', '[2002:7f00:1::]'],
    ['documentation in IPv6', '[2001:db8::1]'],
    ['newer documentation in IPv6', '[3fff::1]'],
    ['unique local', '[fd00::1]'],
    ['AWS metadata in IPv6', '[fd00:ec2::254]'],
    ['link-local in IPv6', '[fe80::1]'],
    ['site-local in IPv6', '[fec0::1]'],
    ['multicast in IPv6', '[ff02::1]'],
    ['discard-only', '[100::1]'],
    ['this machine’s public address', '93.184.216.99'],
    ['this machine’s public address in IPv6', '[2606:2800:0:0::99]'],
    ['the name of this machine', 'localhost'],
    ['a name that leads inside', 'inside.example'],
    ['a name one of whose addresses leads inside', 'both.example'],
    ['a name, in capitals', 'INSIDE.example'],
  ])('%s is refused for every protocol', async (_what, host) => {
    for (const protocol of ['http', 'https', 'rtsp', 'rtsps']) {
      const refused = { code: 'camera.address_refused', status: 403 }
      await expect(check(`${protocol}://${host}/`), protocol).rejects.toMatchObject(refused)
      await expect(check(`${protocol}://anna:secret@${host}:8080/live`), protocol).rejects.toMatchObject(refused)
    }
  })

  test.each([
    'ftp://camera.example',
    'file:///etc/passwd',
    'data:image/jpeg;base64,AAAA',
    'gopher://camera.example',
    'rtsp:///live',
    'rtsp:live',
    'rtsp://a%00b/',
    'ws://camera.example',
  ])('%s is not the address of a camera', async address => {
    await expect(check(address)).rejects.toMatchObject({ code: 'camera.address_invalid', status: 400 })
  })
})

describe('Addresses that it fetches from', () => {
  test.each([
    ['https://93.184.216.34/', [{ address: '93.184.216.34', family: 4 }]],
    ['rtsp://93.184.216.34:8554/live', [{ address: '93.184.216.34', family: 4 }]],
    ['rtsp://0x5db8d822/', [{ address: '93.184.216.34', family: 4 }]],
    ['http://[2606:2800:220:1::1]:81/', [{ address: '2606:2800:220:1::1', family: 6 }]],
    ['http://camera.example/', names['camera.example']],
    ['rtsps://six.example/', names['six.example']],
    ['http://192.0.1.1/', [{ address: '192.0.1.1', family: 4 }]],
    ['http://172.32.0.1/', [{ address: '172.32.0.1', family: 4 }]],
    ['http://100.128.0.1/', [{ address: '100.128.0.1', family: 4 }]],
  ])('%s, with the addresses to connect to', async (address, found) => {
    expect(await check(address)).toEqual(found)
  })

  test('a name without an address is not refused, because there is nothing to connect to', async () => {
    expect(await check('http://gone.example/')).toEqual([])
  })

  test('networks that the operator allows, and no others', async () => {
    expect(await check('http://192.168.1.20/', '192.168.1.0/24')).toHaveLength(1)
    expect(await check('rtsp://inside.example/', '192.168.1.0/24')).toHaveLength(1)
    expect(await check('http://[fd00::5]/', 'fd00::/64')).toHaveLength(1)
    expect(await check('http://127.0.0.1/', '10.0.0.0/8', '127.0.0.1')).toHaveLength(1)
    for (const host of ['192.168.2.20', '[fd00:0:0:1::5]', '127.0.0.2', 'both.example']) {
      const checked = check(`http://${host}/`, '192.168.1.0/24', 'fd00::/64', '127.0.0.1')
      await expect(checked, host).rejects.toMatchObject({ code: 'camera.address_refused' })
    }
  })
})

describe('Network ranges of the operator', () => {
  test.each([
    ['10.0.0.0/8', { address: '10.0.0.0', bits: 8, family: 4 }],
    ['0.0.0.0/0', { address: '0.0.0.0', bits: 0, family: 4 }],
    ['192.168.4.7', { address: '192.168.4.7', bits: 32, family: 4 }],
    ['fd00::/8', { address: 'fd00::', bits: 8, family: 6 }],
    ['::1', { address: '::1', bits: 128, family: 6 }],
  ])('%s is valid', (text, range) => {
    expect(parseCidr(text)).toEqual(range)
  })

  test.each([
    '',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    '10.0.0.0/8/8',
    'fd00::/129',
    'fe80::1%eth0',
    'camera.example',
    '10.0.0.0/-1',
    '10.0.0.0/8 ',
  ])('%j is invalid', text => {
    expect(parseCidr(text)).toBeUndefined()
  })
})
