import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CameraProblem } from '#shared/contract/sources/camera-tests'
import { TestClock } from '../../../../test/clock'
import { networkToAllow, parseCidr, privateNetwork } from './guard'
import { RtspServer } from './testing/rtsp-server'
import { loopbackAllowed } from './testing/viewer'
import { tryCamera } from './try-camera'

let camera: RtspServer
beforeAll(async () => {
  camera = await RtspServer.open({ codec: 'h264', pictures: [], packing: 'whole' })
})
afterEach(async () => {
  await camera.allGone()
  camera.instead = () => undefined
})
afterAll(() => camera.close())

const noFfmpeg = '/no/such/ffmpeg'
const tried = (address: URL, ffmpeg: string | null = noFfmpeg) =>
  tryCamera(address, 'rtsp', {
    ...{ clock: new TestClock(), allowed: loopbackAllowed, every: 1_000, ffmpeg, log: pino({ level: 'silent' }) },
  })

describe('Trying an RTSP camera once [D35]', () => {
  test.each<[CameraProblem, string]>([
    ['password_missing', '401 Unauthorized'],
    ['forbidden', '403 Forbidden'],
    ['path_not_found', '404 Not Found'],
    ['no_answer', '500 Broken'],
  ])('names %s', async (problem, status) => {
    camera.instead = () => `RTSP/1.0 ${status}\r\nWWW-Authenticate: Basic realm="yard"\r\n\r\n`
    expect(await tried(camera.address())).toEqual({ problem })
  })

  test('names a wrong password', async () => {
    camera.instead = () => 'RTSP/1.0 401 Unauthorized\r\nWWW-Authenticate: Basic realm="yard"\r\n\r\n'
    const address = camera.address()
    address.username = 'keeper'
    expect(await tried(address)).toEqual({ problem: 'password_wrong' })
  })

  test('names a codec that cannot be decoded, and a missing ffmpeg', async () => {
    expect(await tried(camera.address(), null)).toEqual({ problem: 'needs_ffmpeg' })
    expect(await tried(camera.address())).toEqual({ problem: 'needs_ffmpeg' })
    camera.codecName = 'MP4V-ES'
    expect(await tried(camera.address())).toEqual({ problem: 'codec' })
  })
})

describe('The network that a refused address would need', () => {
  const none = { resolve: async () => [], own: () => ['192.168.4.10'] }
  const toAllow = (address: string, ...allowed: string[]) =>
    networkToAllow(
      new URL(address),
      allowed.flatMap(text => ({ ...(parseCidr(text) ?? []), exceptOwn: true }) as never),
      none,
    )

  test.each([
    ['rtsp://192.168.4.20/ch1', '192.168.4.0/24'],
    ['http://10.200.3.4/', '10.200.3.0/24'],
    ['http://[fd12:3456:789a:1::9]/', 'fd12:3456:789a:1::/64'],
  ])('of %s is %s', async (address, network) => {
    expect(await toAllow(address)).toBe(network)
    expect(await toAllow(address, network)).toBeNull()
  })

  test.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/',
    'http://100.100.100.200/',
    'http://[fe80::1]/',
    'http://192.168.4.10/',
    'http://9.9.9.9/',
  ])('of %s is none', async address => {
    expect(await toAllow(address)).toBeNull()
  })

  test('is written in one way', () => {
    expect(privateNetwork('172.31.255.255/16')).toBe('172.31.0.0/16')
    expect(privateNetwork('10.1.2.3')).toBe('10.1.2.3/32')
    expect(privateNetwork('fdab:0:0:0:1::/56')).toBe('fdab::/56')
  })
})
