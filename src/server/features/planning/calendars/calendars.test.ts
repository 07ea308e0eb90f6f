import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { removeUser } from '#shared/contract/organisations/people'
import {
  deleteBusyTimes,
  importBusyTimes,
  listCalendars,
  readCalendarFeed,
  renewCalendarFeed,
} from '#shared/contract/planning/calendars'
import { getSchedule } from '#shared/contract/planning/endpoints'
import { setWorkingHours } from '#shared/contract/schedule/endpoints'
import { openTeam, type Team } from '../../tasks/test-tasks'

let team: Team

/** It is Friday, 20 November 2026, nine o'clock; Tom works from nine to five. */
beforeEach(async () => {
  team = await openTeam()
  const days = [1, 2, 3, 4, 5].map(weekday => ({ weekday, from: '09:00', to: '17:00', breaks: [] }))
  for (const person of [team.maya, team.tom]) await person.call(setWorkingHours, { timezone: 'UTC', days })
})

const read = async (path: string) => {
  const response = await fetch(`${team.server.url}${path}`)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** What a calendar program reads in a file. */
function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map(component => {
    const event = new ICAL.Event(component)
    return [event.summary, event.startDate.toJSDate().toISOString(), event.endDate.toJSDate().toISOString()]
  })
}

const wanted = { name: 'Private', times: [{ start: '2026-11-20T10:00:00Z', end: '2026-11-20T12:00:00Z' }] }

describe('The address for calendar programs [D15]', () => {
  test('gives the planned tasks of its owner, with every character of their titles', async () => {
    const { tom, task } = team
    const title = 'True; the wheel, \\n "now" – und dann die Bremse der langen Tandemstrecke am Hafen prüfen 🚲'
    await task(title, { assignees: [tom.user_id], estimate_minutes: 90 })
    const { path } = await tom.call(renewCalendarFeed, {})
    const { status, type, text } = await read(path ?? '')
    expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(eventsIn(text)).toEqual([[title, '2026-11-20T09:00:00.000Z', '2026-11-20T10:30:00.000Z']])
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect((await tom.call(listCalendars, {})).feed).toMatchObject({ last_read_at: expect.any(String) })
  })

  test('ends when another one is made, when it is ended, and when its owner leaves', async () => {
    const { maya, tom, server } = team
    const first = (await tom.call(renewCalendarFeed, {})).path ?? ''
    const second = (await tom.call(renewCalendarFeed, {})).path ?? ''
    expect((await read(first)).status).toBe(404)
    expect((await read(second)).status).toBe(200)
    await tom.call(renewCalendarFeed, { is_on: false })
    expect(await read(second)).toMatchObject({ status: 404, text: expect.stringContaining('calendar.feed_unknown') })
    expect((await tom.call(listCalendars, {})).feed).toBeNull()
    const third = (await tom.call(renewCalendarFeed, {})).path ?? ''
    await maya.call(removeUser, { user_to_be_removed: tom.user_id })
    expect((await read(third)).status).toBe(404)
    expect(server.logLines.join('')).not.toContain(third.split('.')[1]?.split('/')[0])
  })

  test('is found by nobody who does not have it', async () => {
    const { tom } = team
    await tom.call(renewCalendarFeed, {})
    const tokens = ['x', `${tom.organization_id}.${'a'.repeat(43)}`, `${'9'.repeat(30)}.${'a'.repeat(43)}`]
    for (const token of tokens)
      expect(
        (await read(readCalendarFeed.path.replace('{token}', token).replace('{format}', 'schedule.ics'))).status,
      ).toBe(404)
  })
})

describe('Busy times of an imported calendar [D15]', () => {
  test('are kept free of tasks and shown as busy, to everybody alike and without a title', async () => {
    const { maya, tom, task } = team
    await task('True the wheel', { assignees: [tom.user_id], estimate_minutes: 90 })
    await tom.call(importBusyTimes, wanted)
    for (const reader of [tom, maya]) {
      const items = await reader.call(getSchedule, { for_user_id: tom.user_id, from: '2026-11-20', to: '2026-11-20' })
      const shown = items.filter(({ type }) => type !== 'working_hours')
      expect(
        shown.map(({ type, is_busy, start, end }) => [type, is_busy, start.slice(11, 16), end.slice(11, 16)]),
      ).toEqual([
        ['break', true, '10:00', '12:00'],
        ['task', false, '09:00', '10:00'],
        ['task', false, '12:00', '12:30'],
      ])
      expect(shown[0]?.title).toBe('')
    }
    expect((await maya.call(getSchedule, {})).some(({ is_busy }) => is_busy)).toBe(false)
  })

  test('are replaced by those of the same name, and deleted only by their owner', async () => {
    const { maya, tom, zoe, server } = team
    const { calendar_id } = await tom.call(importBusyTimes, wanted)
    const times = [{ start: '2026-11-21T10:00:00Z', end: '2026-11-23T12:00:00Z' }]
    const again = await tom.call(importBusyTimes, { ...wanted, times })
    expect(again).toMatchObject({ calendar_id, times: 1, until: '2026-11-23T12:00:00.000Z' })
    for (const other of [maya, zoe]) {
      expect((await other.call(listCalendars, {})).busy).toEqual([])
      await expect(other.call(deleteBusyTimes, { calendar_id })).rejects.toMatchObject({
        status: 404,
        code: 'calendar.not_found',
      })
    }
    for (const endpoint of [listCalendars, renewCalendarFeed, importBusyTimes, deleteBusyTimes])
      await expect(
        server.stranger().call(endpoint as typeof deleteBusyTimes, { ...wanted, calendar_id } as never),
      ).rejects.toMatchObject({ status: 401 })
    await tom.call(deleteBusyTimes, { calendar_id })
    expect((await tom.call(listCalendars, {})).busy).toEqual([])
  })

  test('are limited, in number and in calendars, and end after they begin', async () => {
    const { tom } = team
    const backwards = [{ start: '2026-11-20T12:00:00Z', end: '2026-11-20T10:00:00Z' }]
    await expect(tom.call(importBusyTimes, { ...wanted, times: backwards })).rejects.toMatchObject({ status: 400 })
    const many = Array.from({ length: 5_001 }, () => wanted.times[0] as (typeof wanted.times)[0])
    await expect(tom.call(importBusyTimes, { ...wanted, times: many })).rejects.toMatchObject({ status: 400 })
    for (let nr = 0; nr < 10; nr += 1) await tom.call(importBusyTimes, { ...wanted, name: `Calendar ${nr}` })
    await expect(tom.call(importBusyTimes, wanted)).rejects.toMatchObject({ status: 409, code: 'calendar.too_many' })
    await tom.call(importBusyTimes, { ...wanted, name: 'Calendar 3' })
  })
})
