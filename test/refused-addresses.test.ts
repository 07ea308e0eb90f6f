import { createECDH } from 'node:crypto'
import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { calendarUrl, checkedCalendar, fetchCalendar } from '../src/server/features/planning/calendars/fetch-calendar'
import { requireNamedBy } from '../src/server/features/session/google'
import { checkedAddress } from '../src/server/features/sources/address'
import type { AppContext } from '../src/server/platform/app-context'
import { makeMessenger } from '../src/server/platform/mail/messenger'
import { Outbox } from '../src/server/platform/mail/outbox'
import { checkAddress, type Network, parseCidr, pinned, type ResolvedAddress } from '../src/server/platform/media/guard'
import { openAiCompatible } from '../src/server/platform/model/openai-compatible'
import { providerApi } from '../src/server/platform/payments/provider-api'
import { parseSubscription } from '../src/server/platform/push/web-push'
import { readSettings } from '../src/server/settings'
import { TestClock } from './clock'
import { closeAtEnd } from './closing'
import { listenOnLoopback } from './loopback'

/** Addresses of IPv4 that no server may be made to fetch from. */
const inside = {
  'this network': '0.0.0.0',
  loopback: '127.0.0.1',
  'the end of loopback': '127.255.255.254',
  'private, 10': '10.0.0.1',
  'private, 172': '172.16.0.1',
  'private, 192': '192.168.255.254',
  'carrier-grade NAT': '100.127.255.254',
  metadata: '169.254.169.254',
  'metadata of a container': '169.254.170.2',
  'metadata of Alibaba': '100.100.100.200',
  'metadata of Oracle': '192.0.0.192',
  'services of Azure': '168.63.129.16',
  benchmarks: '198.18.0.1',
  multicast: '224.0.0.251',
  broadcast: '255.255.255.255',
}

const bytesOf = (ip: string) => ip.split('.').map(Number)
const numberOf = (ip: string) => bytesOf(ip).reduce((sum, byte) => sum * 256 + byte, 0)
const hex = (value: number, length = 2) => value.toString(16).padStart(length, '0')
const octal = (value: number) => `0${value.toString(8)}`
const groups = (ip: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = bytesOf(ip)
  return `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`
}
const inverted = (ip: string) =>
  groups(
    bytesOf(ip)
      .map(byte => 255 - byte)
      .join('.'),
  )
const last = (ip: string) => numberOf(`0.${ip.split('.').slice(1).join('.')}`)

/** The same address as a host may be written, so that a filter of texts would miss it. */
const notations: Record<string, (ip: string) => string> = {
  'four numbers': ip => ip,
  'with a dot at the end': ip => `${ip}.`,
  'one number': ip => String(numberOf(ip)),
  'one hexadecimal number': ip => `0x${hex(numberOf(ip), 8)}`,
  'one hexadecimal number in capitals': ip => `0X${hex(numberOf(ip), 8).toUpperCase()}`,
  'one octal number': ip => octal(numberOf(ip)),
  'octal numbers': ip => bytesOf(ip).map(octal).join('.'),
  'octal numbers with many zeros': ip =>
    bytesOf(ip)
      .map(byte => `0000${octal(byte)}`)
      .join('.'),
  'hexadecimal numbers': ip =>
    bytesOf(ip)
      .map(byte => `0x${hex(byte)}`)
      .join('.'),
  'mixed numbers': ip =>
    bytesOf(ip)
      .map((byte, index) => (index % 2 ? octal(byte) : `0x${hex(byte)}`))
      .join('.'),
  'two numbers': ip => `${bytesOf(ip)[0]}.${last(ip)}`,
  'percent-encoded': ip => [...ip].map(letter => `%${hex(letter.charCodeAt(0))}`).join(''),
  'full-width': ip =>
    [...ip].map(digit => (digit === '.' ? '。' : String.fromCharCode(digit.charCodeAt(0) + 0xfee0))).join(''),
  'mapped into IPv6': ip => `[::ffff:${ip}]`,
  'mapped into IPv6, hexadecimal': ip => `[::ffff:${groups(ip)}]`,
  'mapped into IPv6, in full': ip => `[0:0:0:0:0:FFFF:${groups(ip).toUpperCase()}]`,
  'compatible with IPv4': ip => `[::${groups(ip)}]`,
  'translated by NAT64': ip => `[64:ff9b::${groups(ip)}]`,
  'translated by a local NAT64': ip => `[64:ff9b:1::${groups(ip)}]`,
  '6to4': ip => `[2002:${groups(ip)}::1]`,
  Teredo: ip => `[2001:0:4136:e378:8000:63bf:${inverted(ip)}]`,
  'behind a name and password': ip => `9.9.9.9@${ip}`,
  'behind a password with a host': ip => `anna:9.9.9.9%23@${ip}`,
  'before a backslash': ip => `${ip}\\@9.9.9.9`,
}

const ipv6 = [
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[fe80::1]', '[fe80::a9fe:a9fe]', '[febf::1]', '[fec0::1]', '[fc00::1]'],
  ...['[fd00::1]', '[fd00:ec2::254]', '[fd20:ce::254]', '[ff02::1]', '[ff05::2]', '[100::1]', '[2001:db8::1]'],
  ...['[3fff:fff::1]', '[2001:10::1]', '[2001:20::1]', '[5f00::1]', '[4000::1]', '[1::1]'],
]

const table: [string, string][] = [
  ...Object.entries(inside).flatMap(([what, ip]) =>
    Object.entries(notations).map(([how, write]): [string, string] => [`${what}, ${how}`, write(ip)]),
  ),
  ...ipv6.map((host): [string, string] => [host, host]),
]

const settings = readSettings({})
const app = { settings } as AppContext
const pair = createECDH('prime256v1')
const keys = { p256dh: pair.generateKeys().toString('base64url'), auth: Buffer.alloc(16, 7).toString('base64url') }

/**
 * Every place where somebody who uses the product, or an OpenID provider, names an address that the server fetches from or
 * sends to.
 */
const places: Record<string, { protocols: readonly string[]; check: (address: string) => Promise<unknown> }> = {
  camera: {
    protocols: ['http', 'https', 'rtsp', 'rtsps'],
    check: address => checkedAddress(address, app.settings.CAMERA_ALLOWED_NETWORKS),
  },
  calendar: {
    protocols: ['http', 'https', 'webcal'],
    check: async address => checkedCalendar(app.settings.CALENDAR_ALLOWED_NETWORKS, calendarUrl(address)),
  },
  'key or token address of an OpenID provider': {
    protocols: ['http', 'https'],
    check: named => requireNamedBy(new URL('https://9.9.9.9/'), named),
  },
  push: {
    protocols: ['http', 'https'],
    check: endpoint => parseSubscription(app, JSON.stringify({ endpoint, keys })),
  },
}
const refusals = [
  ...['camera.address_refused', 'camera.address_invalid', 'calendar.address_refused', 'calendar.address_invalid'],
  ...['push.token_invalid', 'push.address_refused'],
]

const outcomeOf = (work: () => Promise<unknown>): Promise<string> =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'accepted',
      (error: { code?: string }) => (refusals.includes(error.code ?? '') ? 'refused' : String(error)),
    )

describe(`${table.length} addresses that lead inside [D35]`, () => {
  test.each(Object.entries(places))(
    'are refused for a %s, with every protocol and port',
    async (_, { protocols, check }) => {
      const wrong: string[] = []
      for (const [what, host] of table)
        for (const protocol of protocols)
          for (const rest of ['/', ':8080/a?b#c']) {
            // There a backslash belongs to the name of the user, so this leads outside.
            if (protocol.startsWith('rtsp') && host.includes('\\')) continue
            const address = `${protocol}://${host}${rest}`
            const outcome = await outcomeOf(() => check(address))
            if (outcome !== 'refused') wrong.push(`${what}: ${address}: ${outcome}`)
          }
      expect(wrong).toEqual([])
      // A table of which nothing at all would get through proves nothing.
      expect(await outcomeOf(() => check('https://9.9.9.9/a'))).toBe('accepted')
      expect(await outcomeOf(() => check('https://[2620:fe::fe]:8443/a'))).toBe('accepted')
    },
  )

  test('are refused as the answer to a name, alone and beside a public address', async () => {
    const wrong: string[] = []
    for (const [what, ip] of Object.entries(inside))
      for (const address of [ip, `::ffff:${ip}`, `64:ff9b::${groups(ip)}`]) {
        const found = { address, family: address.includes(':') ? 6 : 4 } as const
        const outside = { address: '9.9.9.9', family: 4 } as const
        for (const addresses of [[found], [outside, found]]) {
          const network: Network = { resolve: async () => addresses, own: () => [] }
          const outcome = await outcomeOf(() => checkAddress(new URL('https://cameras.example/'), [], network))
          if (outcome !== 'refused') wrong.push(`${what}, ${address}: ${outcome}`)
        }
      }
    expect(wrong).toEqual([])
  })

  test('are not reached by a name that leads elsewhere the second time: only checked addresses are connected to', async () => {
    let asked = 0
    const answers: ResolvedAddress[] = [
      { address: '9.9.9.9', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    const network: Network = {
      resolve: async () => {
        asked += 1
        return answers.slice(asked - 1, asked)
      },
      own: () => [],
    }
    const checked = await checkAddress(new URL('http://rebinding.example/'), [], network)
    const lookedUp = await new Promise(resolve =>
      pinned(checked)('rebinding.example', { all: true }, (_error, addresses) => resolve(addresses)),
    )
    expect(lookedUp).toEqual([answers[0]])
    expect(asked).toBe(1)
  })

  test('are not reached by a redirect', async () => {
    const paths: string[] = []
    let location = ''
    const server = createServer((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(302, { location }).end()
    })
    const port = await listenOnLoopback(server)
    closeAtEnd(async () => void server.close())
    const allowed = [parseCidr('127.0.0.1')].flatMap(cidr => cidr ?? [])
    const openApp = { settings: { ...settings, CALENDAR_ALLOWED_NETWORKS: allowed } } as AppContext
    const hosts = ['127.0.0.2', '2130706434', '[::1]', '169.254.169.254', '0x7f.2', '10.0.0.1', '0']
    for (const host of hosts) {
      location = `http://${host}:${port}/inside`
      const fetched = await fetchCalendar(openApp, new URL(`http://127.0.0.1:${port}/first`), null)
      expect(fetched, location).toMatchObject({ outcome: 'failed', failure: 'refused' })
    }
    for (location of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:text/calendar,BEGIN', 'rtsp://127.0.0.1/']) {
      const fetched = await fetchCalendar(openApp, new URL(`http://127.0.0.1:${port}/first`), null)
      expect(fetched, location).toMatchObject({ outcome: 'failed' })
    }
    expect(new Set(paths)).toEqual(new Set(['/first']))
  })

  test('are not reached because a service that the operator names leads there', async () => {
    const paths: (string | undefined)[] = []
    const server = createServer((request, response) => {
      paths.push(request.url)
      response.writeHead(307, { location: '/inside' }).end()
    })
    const base = `http://127.0.0.1:${await listenOnLoopback(server)}`
    closeAtEnd(async () => void server.close())
    const clock = new TestClock()
    const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: '+15550100', TWILIO_URL: base }
    const messenger = makeMessenger(readSettings(twilio), new Outbox(clock, () => {}))
    const model = openAiCompatible({ url: base, name: 'model', key: undefined, silence: 5_000 }, clock)
    const payment = providerApi({ name: 'Stripe', base, authorization: 'Bearer x', clock })
    const calls: Record<string, () => Promise<unknown>> = {
      model: async () => {
        const messages = [{ role: 'user' as const, content: 'Hello' }]
        for await (const _ of model.answer({ system: '', messages, tools: [], signal: AbortSignal.timeout(5_000) }));
      },
      payment: () => payment.send({ method: 'POST', path: '/first', isRepeatable: false }, z.unknown()),
      SMS: () => messenger.send({ to: '+15550142424', subject: '', text: 'Hello' }),
    }
    for (const [service, call] of Object.entries(calls)) await expect(call(), service).rejects.toThrow()
    expect(paths).toHaveLength(3)
    expect(paths).not.toContain('/inside')
  })
})
