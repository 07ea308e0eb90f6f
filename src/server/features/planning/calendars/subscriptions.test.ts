import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  deleteBusyTimes,
  importBusyTimes,
  listCalendars,
  subscribeToCalendar,
} from '#shared/contract/planning/calendars'
import { getSchedule } from '#shared/contract/planning/endpoints'
import { hour } from '#shared/limits'
import { listenOnLoopback } from '../../../../../test/loopback'
import { jobsOf } from '../../../platform/jobs/jobs'
import { openTeam, type Team } from '../../tasks/test-tasks'

/** A little more, because the first read ends a moment after it was due. */
const anHour = hour + 1_000
let team: Team
/** What the other side answers, and what it was asked. */
let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: IncomingMessage[]
const calendars = createServer((request, response) => {
  asked.push(request)
  answer(request, response)
})
let address: string

beforeAll(async () => {
  address = `http://127.0.0.1:${await listenOnLoopback(calendars)}/secret/own.ics`
})
afterAll(() => void calendars.close())

/** It is Friday, 20 November 2026, nine o'clock. */
beforeEach(async () => {
  asked = []
  answer = show('20261120T100000Z', '20261120T120000Z')
  team = await openTeam({ CALENDAR_ALLOWED_NETWORKS: '127.0.0.1' })
})

const show =
  (from: string, to: string, etag?: string): typeof answer =>
  (request, response) => {
    if (etag && request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    const event = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Dentist', `DTSTART:${from}`, `DTEND:${to}`, 'END:VEVENT']
    response.writeHead(200, { 'content-type': 'text/calendar', ...(etag && { etag }) })
    response.end(['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR', ''].join('\r\n'))
  }

/** Lets time pass until the calendars that are due were read. */
async function pass(milliseconds: number): Promise<void> {
  team.server.clock.advance(milliseconds)
  await jobsOf(team.server.app.context).whenIdle()
}
const calendar = async () => (await team.tom.call(listCalendars, {})).busy[0]
const busy = async () =>
  (await team.tom.call(getSchedule, {})).filter(({ is_busy }) => is_busy).map(({ start, end }) => [start, end])
const subscribe = (to = address) => team.tom.call(subscribeToCalendar, { name: 'Own', address: to })

describe('A calendar at an address [D15]', () => {
  test('is read soon and every hour, of which only the busy times are kept', async () => {
    const { tom, server } = team
    expect(await subscribe()).toMatchObject({ times: 0, subscription: { checked_at: null, failure: null } })
    await pass(0)
    expect(await calendar()).toMatchObject({
      times: 1,
      subscription: { succeeded_at: expect.any(String), failure: null },
    })
    expect(await busy()).toHaveLength(1)
    answer = show('20261123T100000Z', '20261123T110000Z')
    await pass(anHour)
    expect(await busy()).toMatchObject([[expect.stringMatching(/^2026-11-23/), expect.anything()]])
    const stored = await server.asOwner('select * from busy_calendars')
    expect(JSON.stringify(stored)).not.toMatch(/secret|Dentist/)
    await tom.call(deleteBusyTimes, { calendar_id: (await calendar())?.calendar_id ?? 0 })
    await pass(2 * hour)
    expect(asked).toHaveLength(2)
  })

  test('is not sent again while it is unchanged, but at least once a day', async () => {
    answer = show('20261120T100000Z', '20261120T120000Z', '"v1"')
    await subscribe()
    await pass(0)
    for (let nr = 0; nr < 3; nr += 1) await pass(anHour)
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"', '"v1"', '"v1"'])
    expect(await calendar()).toMatchObject({ times: 1, subscription: { failure: null } })
    await pass(25 * hour)
    expect(asked.at(-1)?.headers['if-none-match']).toBeUndefined()
  })

  test('keeps its times when it cannot be read, says why, and is tried again', async () => {
    await subscribe()
    await pass(0)
    const { succeeded_at } = (await calendar())?.subscription ?? {}
    const failures: [string, typeof answer][] = [
      ['denied', (_, response) => void response.writeHead(404).end()],
      ['unreachable', (_, response) => void response.writeHead(503).end()],
      ['unreachable', (_, response) => void response.destroy()],
      ['no_calendar', (_, response) => void response.end('<html>Sign in</html>')],
      ['too_large', (_, response) => void response.end('x'.repeat(5_000_001))],
      // The second address is checked like the first.
      ['refused', (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()],
    ]
    for (const [failure, failing] of failures) {
      answer = failing
      await pass(anHour)
      expect(await calendar()).toMatchObject({ times: 1, subscription: { failure, succeeded_at } })
    }
    answer = show('20261121T100000Z', '20261121T120000Z')
    await pass(anHour)
    expect(await calendar()).toMatchObject({ times: 1, subscription: { failure: null } })
  })

  test('is no address of another kind, and none in a network that is not public', async () => {
    for (const to of ['file:///etc/passwd', 'own.ics', 'ftp://calendar.example/own.ics'])
      await expect(subscribe(to)).rejects.toMatchObject({ status: 400, code: 'calendar.address_invalid' })
    for (const to of ['http://169.254.169.254/latest', 'webcal://10.0.0.1/own.ics', 'http://[::1]/own.ics'])
      await expect(subscribe(to)).rejects.toMatchObject({ status: 400, code: 'calendar.address_refused' })
    expect(asked).toEqual([])
  })

  test('is its person’s alone, and ends when a file of that name takes its place', async () => {
    const { tom, maya, zoe, server } = team
    await subscribe()
    await pass(0)
    for (const other of [maya, zoe]) expect((await other.call(listCalendars, {})).busy).toEqual([])
    await expect(server.stranger().call(subscribeToCalendar, { name: 'Own', address })).rejects.toMatchObject({
      status: 401,
    })
    await tom.call(importBusyTimes, { name: 'Own', times: [] })
    expect(await calendar()).toMatchObject({ times: 0, subscription: null })
    await pass(2 * hour)
    expect(asked).toHaveLength(1)
  })
})
