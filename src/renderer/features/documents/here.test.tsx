import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { startLive } from '../../platform/live'
import { endSession } from '../../platform/session'
import { detailOf } from '../../platform/test-cast'
import { FakeEnvironment, ManualClock, settled } from '../../platform/test-environment'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { followHere, useHere } from './here'
import { PeopleHere } from './people-here'

withServer()
withEnglish('documents')

let environment: FakeEnvironment
let stop: () => void
beforeEach(async () => {
  signInAs(7, { organizationId: 3 })
  environment = new FakeEnvironment()
  stop = startLive(environment)
  await settled()
  environment.latest.accept()
  environment.latest.emit({ event: 'ready', seq: 0 })
})
afterEach(() => {
  stop()
  endSession()
})

const say = (user_id: number, state: string) =>
  act(async () => environment.latest.emit({ event: 'caret', doc_id: 3, user_id, state }))
const said = () =>
  environment.latest.sent.flatMap(text => {
    const frame = JSON.parse(text)
    return frame.event === 'caret' ? [String(frame.state).split(' ')[0]] : []
  })
const here = () => useHere.getState().people[3]

describe('Who has a logbook open', () => {
  test('is told to newcomers, and forgotten when they leave or fall silent', async () => {
    const clock = new ManualClock()
    const end = followHere(3, clock)
    expect(said()).toEqual(['here'])
    await say(8, 'here a')
    await say(8, 'here b')
    await say(7, 'here other-tab')
    expect(here()).toEqual([8])
    // Each newcomer gets an answer; what is repeated gets none.
    await say(8, 'here b')
    expect(said()).toEqual(['here', 'here', 'here'])
    await say(8, 'left a')
    expect(here()).toEqual([8])
    await clock.pass(60_000)
    await say(8, 'here b')
    await clock.pass(60_000)
    expect(here()).toEqual([8])
    await clock.pass(60_000)
    expect(here()).toEqual([])
    end()
    expect(said().at(-1)).toBe('left')
  })

  test('is said by the first two dozen only, because each word reaches everybody', async () => {
    const clock = new ManualClock()
    const end = followHere(3, clock)
    for (let user_id = 100; user_id < 123; user_id += 1) await say(user_id, 'here a')
    expect(said()).toHaveLength(24)
    // With the next one, two dozen come before this tab, which falls silent until one of them leaves.
    await say(123, 'here a')
    await clock.pass(30_000)
    expect(said()).toHaveLength(24)
    await say(123, 'left a')
    await clock.pass(30_000)
    expect(said()).toHaveLength(25)
    end()
  })

  test('shows as pictures with names in its header', async () => {
    const person = {
      org_role: 'member' as const,
      role_ids: [],
      branch_ids: [],
      joined_at: '2026-10-01T09:00:00.000Z',
      user_id: 8,
      user_displayname: 'Tom Reyes',
      user_image: null,
      user_phone: null,
      user_email: null,
    }
    serve(organisationInfo, detailOf({ all_users: [person] }))
    renderPage(<PeopleHere doc_id={3} />)
    expect(screen.queryByRole('list')).toBeNull()
    await say(8, 'here a')
    expect(within(await screen.findByRole('list', { name: 'Here now' })).getByRole('img')).toHaveAccessibleName(
      'Tom Reyes',
    )
    await say(8, 'left a')
    expect(screen.queryByRole('list')).toBeNull()
  })
})
