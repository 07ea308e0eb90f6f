import { describe, expect, test } from 'vitest'
import { isLoopback } from './http/own-host'
import { networkOf } from './network'

describe('The network that callers are counted by', () => {
  test.each([
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '::FFFF:203.0.113.7',
    '::ffff:cb00:7107',
    '0:0:0:0:0:ffff:203.0.113.7',
    '0000:0000::ffff:CB00:7107',
  ])('%s is one IPv4 address', ip => {
    expect(networkOf(ip)).toBe('203.0.113.7')
  })

  test.each([
    '2001:db8:1:1::1',
    '2001:DB8:1:1:ffff:ffff:ffff:ffff',
    '2001:0db8:0001:0001::',
    '2001:db8:1:1::203.0.113.7',
    '2001:db8:1:1:0:0:203.0.113.7',
  ])('%s is in one /64', ip => {
    expect(networkOf(ip)).toBe('2001:db8:1:1')
  })

  test('other addresses are other networks', () => {
    expect(networkOf('2001:db8:1:2::1')).toBe('2001:db8:1:2')
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0')
    expect(networkOf('::1')).toBe('0:0:0:0')
    expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2%eth1'))
    expect(networkOf('203.0.113.8')).toBe('203.0.113.8')
  })

  test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:0:0:1'])(
    '%s is this computer',
    ip => {
      expect(isLoopback(ip)).toBe(true)
    },
  )

  test.each(['128.0.0.1', '::2', '::ffff:8000:1', '::ffff:128.0.0.1', '1::1', undefined, 'localhost'])(
    '%s is not this computer',
    ip => {
      expect(isLoopback(ip)).toBe(false)
    },
  )
})
