import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resetMate } from '#shared/contract/mate/endpoints'
import { setWorkingHours } from '#shared/contract/schedule/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTeam, type Team } from '../tasks/test-tasks'
import { ask } from './test-model-server'

let team: Team
let maya: Actor
let tom: Actor
let wheel: number
let pump: number

/** It is Friday, 20 November 2026, nine o'clock; everybody works from nine to five with an hour at noon. */
beforeAll(async () => {
  team = await openTeam()
  ;({ maya, tom } = team)
  const days = [1, 2, 3, 4, 5].map(weekday => ({
    ...{ weekday, from: '09:00', to: '17:00' },
    breaks: [{ from: '12:00', to: '13:00' }],
  }))
  for (const person of [maya, tom, team.lena, team.dev, team.ana])
    await person.call(setWorkingHours, { timezone: 'UTC', days })
  const ofTom = { assignees: [tom.user_id] }
  wheel = (await team.task('True the wheel', { ...ofTom, estimate_minutes: 240, deadline: '2026-11-20T15:00:00.000Z' }))
    .id
  pump = (await team.task('Repair the pump', { ...ofTom, estimate_minutes: 180, deadline: '2026-11-20T15:30:00.000Z' }))
    .id
  const secret = { branch_id: team.yard, assignees: [team.ana.user_id], estimate_minutes: 60 }
  await team.task('Paint the barge', secret, maya)
})
beforeEach(async () => {
  for (const who of [maya, tom]) await who.call(resetMate, {})
})

const answered = async (who: Actor, question: string) => (await (await ask(who, question)).end()).said
const linkTo = (title: string, id: number) => `[${title}](#/tasks/${id})`

describe('Built-in Mate reads schedules [1.3a, 1.4, D15, D25]', () => {
  test('of the person who asks, with links to the tasks, and follow-ups by person and day', async () => {
    const mine = await answered(tom, 'What is my day?')
    expect(mine.message).toContain(`9:00 AM–12:00 PM: ${linkTo('True the wheel', wheel)}`)
    expect(mine.message).toContain(
      `2:00 PM–5:00 PM: ${linkTo('Repair the pump', pump)} – ends 1 h 30 min after its deadline`,
    )
    expect(mine.details).toMatchObject({ task_ids: [wheel, pump] })
    expect((await answered(tom, 'And tomorrow?')).message).toContain('no working time')
    expect((await answered(tom, 'And Lena on Monday?')).message).toMatch(
      /Lena Fuchs\*\* on Monday, November 23:.*nothing is planned/,
    )
  })

  test('of one person on a day off say that they are off; who can help is who is free', async () => {
    const { message } = await answered(maya, 'Is Tom free tomorrow?')
    expect(message).toContain('No working time')
    expect(message).toContain('Tom Reyes')
    expect(message).not.toContain('Nobody')
    const help = await answered(maya, 'Who can help me today?')
    expect(help.message).toMatch(/^Free.*\n\n[\s\S]*\*\*Lena Fuchs\*\*/)
  })

  test('of somebody else at a part of the day; a task that is hidden has no title', async () => {
    const { message } = await answered(maya, 'What is Tom doing this afternoon?')
    expect(message).toContain('Repair the pump')
    expect(message).not.toContain('9:00 AM')
    const hidden = await answered(tom, "What is Ana's schedule today?")
    expect(hidden.message).toContain('a task that you cannot see')
    expect(JSON.stringify(hidden)).not.toContain('barge')
  })

  test('and finds who is free', async () => {
    const { message } = await answered(maya, 'Who is free at 3pm?')
    expect(message).toMatch(/\*\*Lena Fuchs\*\*: all of the time/)
    expect(message).toContain('Not free: Tom Reyes')
    expect((await answered(maya, 'And Tom?')).message).toMatch(/^Not free: Tom Reyes/)
    expect((await answered(maya, 'Is Lena free on Monday afternoon?')).message).toContain('Mon, Nov 23, 1:00 PM–')
  })

  test('and says why something is late', async () => {
    const { message, details } = await answered(maya, 'Why is the pump late?')
    expect(message).toContain(
      `${linkTo('Repair the pump', pump)} ends 1 h 30 min after its deadline in the plan of Tom Reyes.`,
    )
    expect(message).toContain(`Before it come ${linkTo('True the wheel', wheel)} (4 h)`)
    expect(details.task_ids).toContain(pump)
    const hidden = await answered(tom, 'Why is the barge late?')
    expect(hidden.message).toBe('I found no open task with these words that you can see.')
  })
})
