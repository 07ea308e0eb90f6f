import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listCalendars, subscribeToCalendar } from '#shared/contract/planning/calendars'
import { getSchedule } from '#shared/contract/planning/endpoints'
import { hour } from '#shared/limits'
import { listenOnLoopback } from '../../../../../test/loopback'
import { jobsOf } from '../../../platform/jobs/jobs'
import { openTeam, type Team } from '../../tasks/test-tasks'

/** A little more, because the first read ends a moment after it was due. */
const anHour = hour + 1_000
const account = { username: 'tom@ridgeway', password: 'p%41 ß' }

/** A CalDAV server with two calendars of events and one of tasks, as RFC 4791 and RFC 6764 describe it. */
class CalendarServer {
  /** The events of each calendar: when they begin and end, in UTC. */
  events: Record<string, [string, string][]> = {}
  /** What was asked of the part behind the sign-in. */
  asked: string[] = []
  /** Where the well-known address leads. */
  root = '/dav/'
  /** Answers instead of the server. */
  instead: ((response: ServerResponse) => void) | null = null
  #version = 0
  readonly #server = createServer((request, response) => this.#answer(request, response))

  async start(): Promise<void> {
    await listenOnLoopback(this.#server)
  }

  stop(): void {
    this.#server.close()
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  has(events: CalendarServer['events']): void {
    this.events = events
    this.#version += 1
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume()
    const { url = '', method } = request
    if (url === '/.well-known/caldav') {
      response.writeHead(301, { location: this.root }).end()
      return
    }
    this.asked.push(`${method} ${url}`)
    if (this.instead) {
      this.instead(response)
      return
    }
    const [, sent = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? []
    if (Buffer.from(sent, 'base64').toString() !== `${account.username}:${account.password}`) {
      response.writeHead(401).end()
      return
    }
    const text = this.#responses(`${method} ${url}`)
    if (text === null) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' })
    response.end(
      `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/">${text}</d:multistatus>`,
    )
  }

  #responses(call: string): string | null {
    const href = (path: string) => `<d:href>${path}</d:href>`
    const prop = (path: string, inside: string) =>
      `<d:response>${href(path)}<d:propstat><d:prop>${inside}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
    if (call === 'PROPFIND /dav/')
      return prop('/dav/', `<d:current-user-principal>${href('/dav/people/tom/')}</d:current-user-principal>`)
    if (call === 'PROPFIND /dav/people/tom/')
      return prop('/dav/people/tom/', `<c:calendar-home-set>${href('/dav/calendars/tom/')}</c:calendar-home-set>`)
    const calendar = (name: string, holds: string) =>
      prop(
        `/dav/calendars/tom/${name}/`,
        `<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><c:supported-calendar-component-set><c:comp name="${holds}"/></c:supported-calendar-component-set><s:getctag>v${this.#version}</s:getctag>`,
      )
    if (call === 'PROPFIND /dav/calendars/tom/')
      return [
        prop('/dav/calendars/tom/', '<d:resourcetype><d:collection/></d:resourcetype>'),
        ...[calendar('work', 'VEVENT'), calendar('private', 'VEVENT'), calendar('todo', 'VTODO')],
      ].join('')
    const [, verb, name = ''] = /^(PROPFIND|REPORT) \/dav\/calendars\/tom\/(\w+)\/$/.exec(call) ?? []
    if (verb === 'PROPFIND') return prop(`/dav/calendars/tom/${name}/`, '<d:supported-report-set/>')
    if (verb !== 'REPORT') return null
    return (this.events[name] ?? [])
      .map(([from, to], nr) =>
        prop(
          `/dav/calendars/tom/${name}/${nr}`,
          `<d:getetag>"${nr}"</d:getetag><c:calendar-data>BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:${name}${nr}\nSUMMARY:Dentist &amp; ${name}\nDTSTART:${from}\nDTEND:${to}\nEND:VEVENT\nEND:VCALENDAR\n</c:calendar-data>`,
        ),
      )
      .join('')
  }
}

const calendars = new CalendarServer()
let team: Team

beforeAll(() => calendars.start())
afterAll(() => calendars.stop())
/** It is Friday, 20 November 2026, nine o'clock. */
beforeEach(async () => {
  Object.assign(calendars, { asked: [], instead: null, root: '/dav/' })
  calendars.has({
    work: [['20261120T100000Z', '20261120T110000Z']],
    private: [
      ['20261120T104500Z', '20261120T120000Z'],
      ['20261123T090000Z', '20261123T093000Z'],
    ],
    todo: [['20261120T140000Z', '20261120T150000Z']],
  })
  team = await openTeam({ CALENDAR_ALLOWED_NETWORKS: '127.0.0.1' })
})

async function pass(milliseconds: number): Promise<void> {
  team.server.clock.advance(milliseconds)
  await jobsOf(team.server.app.context).whenIdle()
}
const calendar = async () => (await team.tom.call(listCalendars, {})).busy[0]
const subscribe = (address = calendars.address, as = account) =>
  team.tom.call(subscribeToCalendar, { name: 'Own', address, account: as })
const busy = async () =>
  (await team.tom.call(getSchedule, {})).filter(({ is_busy }) => is_busy).map(({ start, end }) => [start, end])

describe('Calendars at a CalDAV server [D15]', () => {
  test('are found from its address and read every hour if something changed; only the busy times are kept', async () => {
    expect(await subscribe()).toMatchObject({ times: 0, subscription: { checked_at: null } })
    await pass(0)
    // The first two overlap, and what has to be done takes no time.
    expect(await calendar()).toMatchObject({ times: 2, subscription: { failure: null, host: expect.any(String) } })
    expect((await busy()).map(([from]) => from?.slice(0, 10))).toEqual(['2026-11-20', '2026-11-23'])
    const stored = JSON.stringify(await team.server.asOwner('select * from busy_calendars'))
    expect(stored).not.toMatch(/Dentist|tom@ridgeway|p%41|cDel/)
    calendars.asked = []
    await pass(anHour)
    expect(calendars.asked.filter(call => call.startsWith('REPORT'))).toEqual([])
    calendars.has({ work: [['20261124T100000Z', '20261124T110000Z']] })
    await pass(anHour)
    expect(await calendar()).toMatchObject({ times: 1, until: '2026-11-24T11:00:00.000Z' })
  })

  test('are only the one whose own address is given', async () => {
    await subscribe(`${calendars.address}/dav/calendars/tom/private`)
    await pass(0)
    expect(calendars.asked.filter(call => call.startsWith('REPORT'))).toContain('REPORT /dav/calendars/tom/private/')
    expect(calendars.asked.join()).not.toContain('REPORT /dav/calendars/tom/work/')
    expect(await calendar()).toMatchObject({ times: 2 })
  })

  test('keep their times when they cannot be read, and say why', async () => {
    await subscribe()
    await pass(0)
    const failures: [string, CalendarServer['instead']][] = [
      ['denied', response => void response.writeHead(401).end()],
      ['unreachable', response => void response.writeHead(503).end()],
      ['unreachable', response => void response.destroy()],
      ['no_calendar', response => void response.end('<html>Sign in</html>')],
      ['too_large', response => void response.end('x'.repeat(5_000_001))],
      ['refused', response => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()],
    ]
    for (const [failure, instead] of failures) {
      calendars.instead = instead
      await pass(anHour)
      expect(await calendar(), failure).toMatchObject({ times: 2, subscription: { failure } })
    }
    calendars.instead = null
    await pass(anHour)
    expect(await calendar()).toMatchObject({ subscription: { failure: null } })
  })

  test('are not asked where the server may not go, and not with a wrong password', async () => {
    await expect(subscribe('https://10.0.0.1/dav')).rejects.toMatchObject({ code: 'calendar.address_refused' })
    await expect(subscribe(calendars.address, { ...account, password: '' })).rejects.toMatchObject({ status: 400 })
    calendars.root = 'http://169.254.169.254/dav/'
    await subscribe(undefined, { ...account, password: 'wrong' })
    await pass(0)
    expect(await calendar()).toMatchObject({
      times: 0,
      subscription: { failure: expect.stringMatching(/refused|denied/) },
    })
  })
})
