import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BotMessage, confirmOption, fetchMate, type MateMessage, resetMate } from '#shared/contract/mate/endpoints'
import { manageBranchUsers } from '#shared/contract/organisations/branches'
import { updateProfile } from '#shared/contract/profile/endpoints'
import { tasksByIds } from '#shared/contract/tasks/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTeam, type Team } from '../tasks/test-tasks'
import { ask } from './test-model-server'

let team: Team
let maya: Actor
let tom: Actor
beforeAll(async () => {
  team = await openTeam()
  ;({ maya, tom } = team)
})
beforeEach(async () => {
  // A person may ask 60 questions a minute.
  team.server.clock.advance(60_000)
  for (const who of [maya, tom]) await who.call(resetMate, {})
})

const answered = async (who: Actor, question: string) => (await ask(who, question)).end()
const confirm = (who: Actor, { id }: MateMessage, option = 0) => who.call(confirmOption, { message_id: id, option })
const actionsOf = ({ message_text }: MateMessage) => BotMessage.parse(JSON.parse(message_text)).details.actions
const taskOf = async (who: Actor, id: number) => (await who.call(tasksByIds, { task_ids: [id] }))[0]
/** Wall time in UTC, some days from today. */
const at = (days: number, hour: number, minute = 0) => {
  const time = new Date(team.server.clock.now())
  return new Date(
    Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + days, hour, minute),
  ).toISOString()
}

describe('Built-in Mate proposes tasks, and creates one when the person confirms [1.3a, D13, D26]', () => {
  test('a reminder is a task for oneself at a time', async () => {
    const { message, said } = await answered(tom, 'Remind me to call the supplier tomorrow at 3pm')
    expect(said.details).toMatchObject({
      options: ['Create “Call the supplier”'],
      actions: [
        {
          kind: 'create_task',
          state: 'open',
          task: {
            id: null,
            title: 'Call the supplier',
            changes: {
              assignees: [{ id: tom.user_id, name: 'Tom Reyes' }],
              fixed_start_time: at(1, 15),
              estimate_minutes: 15,
            },
          },
        },
      ],
    })
    const [action] = actionsOf(await confirm(tom, message))
    expect(action).toMatchObject({ state: 'done', task: { title: 'Call the supplier' } })
    expect(await taskOf(tom, action?.task?.id ?? 0)).toMatchObject({
      ...{ title: 'Call the supplier', source: 'mate', reporter: tom.user_id, assignees: [tom.user_id] },
      ...{ fixed_start_time: at(1, 15), deadline: at(1, 15, 15), estimate_minutes: 15 },
    })
    await expect(confirm(tom, message)).rejects.toMatchObject({ status: 409, code: 'mate.option_done' })
  })

  test.each([
    ['de', 'Erinnere mich morgen um 15 Uhr daran, den Lieferanten anzurufen', 'Den Lieferanten anzurufen'],
    ['es', 'Recuérdame llamar al proveedor mañana a las 15:00', 'Llamar al proveedor'],
    ['hi', 'मुझे कल 15 बजे सप्लायर को फ़ोन करने की याद दिलाओ', 'सप्लायर को फ़ोन करने'],
  ] as const)('also in %s', async (user_language, question, title) => {
    await tom.call(updateProfile, { user_language })
    const { said } = await answered(tom, question)
    expect(said.details.actions).toMatchObject([{ task: { title, changes: { fixed_start_time: at(1, 15) } } }])
    await tom.call(updateProfile, { user_language: 'en' })
  })

  test('a task for somebody else names them, its day, time and space; who may not assign is told so', async () => {
    const question = 'Create a task for Ana: check the pump by tomorrow 20 min #canalyard !high'
    const { said } = await answered(maya, question)
    expect(said.details.actions).toMatchObject([
      {
        task: {
          title: 'Check the pump',
          changes: {
            ...{ branch: { id: team.yard, name: 'Canal yard' }, assignees: [{ name: 'Ana Lima' }] },
            ...{ deadline: at(1, 17), estimate_minutes: 20, priority: 'high' },
          },
        },
      },
    ])
    const refused = await answered(team.lena, 'Create a task for Tom: check the pump')
    expect(refused.said.details.actions).toEqual([])
    expect(refused.said.message).toContain('you may not give tasks to others')
    // Tom cannot see the canal yard.
    const blind = await answered(maya, 'Create a task for Tom: check the pump #canalyard')
    expect(blind.said).toMatchObject({
      message: expect.stringContaining('cannot see the space'),
      details: { actions: [] },
    })
  })
})

describe('Built-in Mate proposes changes of tasks, with the rights of the moment in which they are confirmed [D26]', () => {
  test('a task is given to somebody, moved and done', async () => {
    const task = await team.task('Count the inner tubes', {}, maya)
    const given = await answered(maya, 'Assign the inner tubes task to Tom')
    expect(given.said.details).toMatchObject({
      options: ['Assign “Count the inner tubes” to Tom Reyes'],
      actions: [{ kind: 'change_task', task: { id: task.id, changes: { assignees: [{ id: tom.user_id }] } } }],
      task_ids: [task.id],
    })
    expect(given.said.message).toContain(`[Count the inner tubes](#/tasks/${task.id})`)
    expect((await taskOf(maya, task.id))?.assignees).toEqual([])
    await confirm(maya, given.message)
    expect((await taskOf(maya, task.id))?.assignees).toEqual([tom.user_id])

    await confirm(tom, (await answered(tom, 'Move “count the inner tubes” to tomorrow 4pm')).message)
    expect(await taskOf(tom, task.id)).toMatchObject({ deadline: at(1, 16) })
    await confirm(tom, (await answered(tom, 'Mark count the inner tubes as done')).message)
    expect(await taskOf(tom, task.id)).toMatchObject({ status: 'done' })
    const again = await answered(tom, 'Mark the task count the inner tubes as done')
    expect(again.said.details.actions).toEqual([])
  })

  test.each([
    ['de', 'Gib Kette ölen an Tom', 'Markiere Kette ölen als erledigt', 'Verschiebe Kette ölen auf morgen'],
    ['es', 'Asigna Kette ölen a Tom', 'Marca Kette ölen como hecha', 'Mueve Kette ölen a mañana'],
    ['hi', 'Kette ölen Tom को सौंपो', 'Kette ölen को पूरा करो', 'Kette ölen को कल पर ले जाओ'],
  ] as const)('also in %s', async (user_language, ...questions) => {
    const task = await team.task('Kette ölen', {}, maya)
    await maya.call(updateProfile, { user_language })
    const wanted = [{ assignees: [{ id: tom.user_id }] }, { status: 'done' }, { deadline: at(1, 17) }]
    for (const [index, question] of questions.entries()) {
      const { said } = await answered(maya, question)
      expect(said.details.actions, question).toMatchObject([{ task: { id: task.id, changes: wanted[index] } }])
    }
    await maya.call(updateProfile, { user_language: 'en' })
    await team.changes(maya, task.id, { archived: true })
  })

  test.each([
    [
      ...['en', 'Push the fork seals back by 2 days', 'Take the fork seals off Tom and give it to Ana'],
      ...['Archive the fork seals', 'I need to order rims tomorrow, make a task'],
    ],
    [
      ...['de', 'Verschiebe die fork seals um 2 Tage', 'Nimm Tom die fork seals weg und gib sie Ana'],
      ...['Archiviere die fork seals', 'Ich muss morgen rims bestellen, mach eine Aufgabe daraus'],
    ],
    [
      ...['es', 'Aplaza fork seals 2 días', 'Quítale fork seals a Tom y dásela a Ana'],
      ...['Archiva fork seals', 'Tengo que pedir rims mañana, crea una tarea'],
    ],
    [
      ...['hi', 'fork seals को 2 दिन आगे बढ़ाओ', 'fork seals Tom से लेकर Ana को दे दो'],
      ...['fork seals को आर्काइव करो', 'मुझे कल rims मँगाने हैं, टास्क बना दो'],
    ],
  ] as const)(
    'in %s a task is also pushed back, taken over, archived, and made of what one needs to do',
    async (user_language, ...questions) => {
      const task = await team.task('Fork seals', { assignees: [tom.user_id], deadline: at(1, 12) }, maya)
      await maya.call(updateProfile, { user_language })
      const wanted = [{ deadline: at(3, 12) }, { assignees: [{ id: team.ana.user_id }] }, { archived: true }]
      for (const [index, changes] of wanted.entries()) {
        const { said } = await answered(maya, questions[index] ?? '')
        expect(said.details.actions, questions[index]).toMatchObject([{ task: { id: task.id, changes } }])
      }
      const made = (await answered(maya, questions[3] ?? '')).said.details.actions
      expect(made).toMatchObject([
        { kind: 'create_task', task: { title: expect.stringMatching(/rims/i), changes: { deadline: at(1, 17) } } },
      ])
      const { message } = await answered(maya, questions[2] ?? '')
      await confirm(maya, message)
      expect((await taskOf(maya, task.id))?.archived_at).not.toBeNull()
      await maya.call(updateProfile, { user_language: 'en' })
    },
  )

  test('a task that somebody may not see is not found, and a right that is lost is missing', async () => {
    const secret = await team.task('Repaint the barge', { branch_id: team.yard, assignees: [team.ana.user_id] }, maya)
    const hidden = await answered(tom, 'Mark the task repaint the barge as done')
    expect(hidden.said.details.actions).toEqual([])
    expect(hidden.said.message).toContain('I found no task')
    const { message } = await answered(team.ana, 'Mark repaint the barge as done')
    await team.changes(maya, secret.id, { branch_id: team.branch_id, assignees: [] })
    await maya.call(manageBranchUsers, { branch_id: team.yard, users_to_be_removed: [team.ana.user_id] })
    await team.changes(maya, secret.id, { branch_id: team.yard })
    await expect(confirm(team.ana, message)).rejects.toMatchObject({ status: 404, code: 'task.not_found' })
    // The title of a task that is hidden meanwhile is hidden too.
    const [stored] = await team.ana.call(fetchMate, {})
    expect(stored?.message_text).not.toContain('barge')
  })
})
