import { beforeAll, describe, expect, test } from 'vitest'
import { downloadFiles } from '#shared/contract/attachments/endpoints'
import { deleteBranch, editBranch, manageBranchUsers, restoreBranch } from '#shared/contract/organisations/branches'
import { createTask, listTaskHistory, tasksByIds, updateTasks } from '#shared/contract/tasks/endpoints'
import { hour, minute } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { sends, text } from '../attachments/test-files'
import { allRefused, noTask, openTeam, refused, type Team } from './test-tasks'

let team: Team
let maya: Actor
let dev: Actor
let tom: Actor
let ana: Actor
let lena: Actor
let zoe: Actor

beforeAll(async () => {
  team = await openTeam()
  ;({ maya, dev, tom, ana, lena, zoe } = team)
})

describe('A task [D13, 3.11a]', () => {
  test('is created with all its fields, and with few', async () => {
    const first = await team.task('Order pads')
    const fields = {
      title: '  Brake bleed, **Kestrel** gravel ',
      description: 'The *front* brake.\n\n- two pads',
      priority: 'high' as const,
      assignees: [tom.user_id],
      role_id: team.roles.member,
      labels: ['4182', 'Brakes'],
      estimate_minutes: 20,
      deadline: '2026-11-20T15:00:00.000Z',
      start_after_time: '2026-11-20T10:00:00.000Z',
      depends_on: [first.id],
      checklist: [
        { id: 'a', text: 'Front', is_done: true },
        { id: 'b', text: 'Rear' },
      ],
      source: 'job' as const,
      origin: { kind: 'job' as const, instruction_id: 7 },
    }
    const task = await tom.call(createTask, { ...fields, branch_id: team.branch_id })
    expect(task).toMatchObject({
      ...fields,
      id: task.task_id,
      title: 'Brake bleed, **Kestrel** gravel',
      excerpt: 'The front brake. two pads',
      status: 'todo',
      reporter: tom.user_id,
      points: 2,
      points_done: 1,
      checklist: [fields.checklist[0], { id: 'b', text: 'Rear', is_done: false }],
      fixed_start_time: null,
      parent_id: null,
      archived_at: null,
      is_recurring: false,
    })
    expect(first).toMatchObject({ description: '', priority: 'normal', assignees: [], labels: [], deadline: null })
    expect(await lena.call(tasksByIds, { task_ids: [task.id, first.id, task.id] })).toEqual([task, first])
  })

  test('is refused without a session, elsewhere, and with wrong fields', async () => {
    const { branch_id } = team
    await expect(team.server.stranger().call(createTask, { title: 'No', branch_id })).rejects.toMatchObject({
      status: 401,
    })
    await expect(zoe.call(createTask, { title: 'No', branch_id })).rejects.toMatchObject(
      refused(404, 'branch.not_found'),
    )
    await expect(tom.call(createTask, { title: ' ', branch_id })).rejects.toMatchObject(refused(400, 'request.invalid'))
    const labels = ['Same', 'Same']
    await expect(team.task('No', { labels })).rejects.toMatchObject(refused(400, 'request.invalid'))
    await expect(team.task('No', { role_id: 999_999 })).rejects.toMatchObject(refused(404, 'role.not_found'))
    await expect(team.task('No', { assignees: [zoe.user_id] }, dev)).rejects.toMatchObject(
      refused(404, 'person.not_found'),
    )
    await expect(team.task('No', { depends_on: [999_999] })).rejects.toMatchObject(noTask)
    await expect(team.task('No', { parent_id: 999_999 })).rejects.toMatchObject(noTask)
    const repeat = { cron: 'every day', timezone: 'UTC' }
    await expect(team.task('No', { repeat })).rejects.toMatchObject(refused(400, 'task.repeat_invalid'))
    const never = { cron: '0 0 30 2 *', timezone: 'UTC' }
    await expect(team.task('No', { repeat: never })).rejects.toMatchObject(refused(400, 'task.repeat_invalid'))
  })

  test('changes by the named keys alone, and its history says who changed what [7.7a]', async () => {
    const task = await team.task('Full service', { labels: ['4190'], estimate_minutes: 60 })
    team.server.clock.advance(minute)
    const changed = await team.changes(lena, task.id, { title: 'Full service, courier bike', priority: 'urgent' })
    expect(changed).toEqual({
      ...task,
      title: 'Full service, courier bike',
      priority: 'urgent',
      updated_at: changed.updated_at,
    })
    expect(changed.updated_at > task.updated_at).toBe(true)
    const history = await tom.call(listTaskHistory, { task_id: task.id })
    expect(history).toMatchObject([
      { field: 'priority', from: 'normal', to: 'urgent', changed_by: { user_id: lena.user_id } },
      { field: 'title', from: 'Full service', to: 'Full service, courier bike' },
      { field: 'created', from: null, to: 'Full service', changed_by: { user_id: tom.user_id } },
    ])
    const page = await tom.reply(listTaskHistory, { task_id: task.id, limit: 1 })
    expect(page.data).toEqual(history.slice(0, 1))
    const rest = await tom.call(listTaskHistory, { task_id: task.id, cursor: page.next_cursor ?? '' })
    expect(rest).toEqual(history.slice(1))
    await expect(zoe.call(listTaskHistory, { task_id: task.id })).rejects.toMatchObject(noTask)
    await expect(team.server.stranger().call(listTaskHistory, { task_id: 1 })).rejects.toMatchObject({ status: 401 })
  })

  test('is archived and brought back', async () => {
    const task = await team.task('Old rota')
    expect((await team.changes(tom, task.id, { archived: true })).archived_at).toBe(
      new Date(team.server.clock.now()).toISOString(),
    )
    expect((await team.changes(tom, task.id, { archived: false })).archived_at).toBeNull()
  })

  test('keeps files, which everybody may read who sees the task [D23]', async () => {
    const [plan, quote] = [await sends(tom, text('plan.txt', 'A plan')), await sends(tom, text('quote.txt', 'A quote'))]
    const task = await team.task('Quote', { file_ids: [plan.file_id] })
    expect(task.attachments).toEqual([plan.file_id])
    const names = async (who: Actor) =>
      (await who.call(downloadFiles, { file_ids: [plan.file_id, quote.file_id] })).map(file => file.file_name)
    expect(await names(lena)).toEqual(['plan.txt'])
    expect(await names(zoe)).toEqual([])
    const other = await team.task('Another')
    const taken = team.changes(tom, other.id, { file_ids: [plan.file_id] })
    await expect(taken).rejects.toMatchObject(refused(409, 'attachment.taken'))
    await team.changes(tom, task.id, { file_ids: [quote.file_id] })
    expect(await names(lena)).toEqual(['quote.txt'])
    const shared = tom.call(updateTasks, { task_ids: [task.id, other.id], file_ids: [plan.file_id] })
    await expect(shared).rejects.toMatchObject(refused(400, 'request.invalid'))
    // The cleanup leaves files of tasks alone.
    expect(await team.server.asOwner(`select task_id from attachments where id = $1`, [quote.file_id])).toMatchObject([
      { task_id: task.id },
    ])
  })
})

describe('Who sees a task [D3, D6]', () => {
  test('in a closed branch: its people, owners, who sees all tasks, its assignees and who reported it', async () => {
    const task = await team.task('Paint the boat', { branch_id: team.yard }, ana)
    const seers = async () => {
      const found = await Promise.all(
        [maya, dev, tom, ana, lena].map(async who => (await who.call(tasksByIds, { task_ids: [task.id] })).length > 0),
      )
      return ['maya', 'dev', 'tom', 'ana', 'lena'].filter((_, index) => found[index])
    }
    expect(await seers()).toEqual(['maya', 'dev', 'ana'])
    await allRefused(noTask, [
      tom.call(updateTasks, { task_id: task.id, title: 'Taken' }),
      tom.call(createTask, { title: 'No', branch_id: team.branch_id, depends_on: [task.id] }),
      tom.call(listTaskHistory, { task_id: task.id }),
    ])
    await expect(team.task('No', { branch_id: team.yard })).rejects.toMatchObject(refused(404, 'branch.not_found'))
    // Somebody who left the branch keeps the task that is assigned to them, and the one they reported.
    await maya.call(manageBranchUsers, { branch_id: team.yard, users_to_be_added: [lena.user_id] })
    await team.changes(maya, task.id, { assignees: [lena.user_id] })
    await maya.call(manageBranchUsers, { branch_id: team.yard, users_to_be_removed: [lena.user_id, ana.user_id] })
    expect(await seers()).toEqual(['maya', 'dev', 'ana', 'lena'])
    await maya.call(manageBranchUsers, { branch_id: team.yard, users_to_be_added: [ana.user_id] })
  })

  test('nobody while its branch is deleted, and everybody again once it is restored or opened', async () => {
    const { id } = await maya.call(editBranch, { branch_id: team.yard, is_open_branch: true })
    const task = await team.task('Sweep', { branch_id: id })
    await maya.call(deleteBranch, { branch_id: id })
    expect(await maya.call(tasksByIds, { task_ids: [task.id] })).toEqual([])
    await maya.call(restoreBranch, { branch_id: id })
    expect(await lena.call(tasksByIds, { task_ids: [task.id] })).toHaveLength(1)
    await maya.call(editBranch, { branch_id: team.yard, is_open_branch: false })
  })

  test('nobody in another organisation, for whom it does not exist', async () => {
    const task = await team.task('Ours')
    expect(await zoe.call(tasksByIds, { task_ids: [task.id] })).toEqual([])
    await expect(zoe.call(updateTasks, { task_id: task.id, title: 'Theirs' })).rejects.toMatchObject(noTask)
    const missing = team.server.stranger().call(updateTasks, { task_id: task.id })
    await expect(missing).rejects.toMatchObject({ status: 401 })
    await expect(team.server.stranger().call(tasksByIds, { task_ids: [1] })).rejects.toMatchObject({ status: 401 })
  })
})

describe('Assigning [D2]', () => {
  test('needs the right, but for oneself', async () => {
    const task = await team.task('Who does it?')
    expect((await team.changes(tom, task.id, { assignees: [tom.user_id] })).assignees).toEqual([tom.user_id])
    const gives = team.changes(tom, task.id, { assignees: [tom.user_id, lena.user_id] })
    await expect(gives).rejects.toMatchObject(refused(403, 'task.assign_missing'))
    await expect(team.task('No', { assignees: [lena.user_id] })).rejects.toMatchObject(
      refused(403, 'task.assign_missing'),
    )
    const both = [lena.user_id, tom.user_id]
    expect((await team.changes(dev, task.id, { assignees: both })).assignees).toEqual(both)
    const takes = team.changes(tom, task.id, { assignees: [tom.user_id] })
    await expect(takes).rejects.toMatchObject(refused(403, 'task.assign_missing'))
    expect((await team.changes(tom, task.id, { assignees: [lena.user_id] })).assignees).toEqual([lena.user_id])
  })

  test('needs people who may see the branch, also where the task moves to', async () => {
    const blind = team.task('No', { branch_id: team.yard, assignees: [tom.user_id] }, maya)
    await expect(blind).rejects.toMatchObject(refused(400, 'task.assignee_blind'))
    const task = await team.task('Moves', { assignees: [tom.user_id] })
    const moves = team.changes(maya, task.id, { branch_id: team.yard })
    await expect(moves).rejects.toMatchObject(refused(400, 'task.assignee_blind'))
    const moved = await team.changes(maya, task.id, { branch_id: team.yard, assignees: [ana.user_id] })
    expect(moved).toMatchObject({ branch_id: team.yard, assignees: [ana.user_id] })
  })
})

describe('The status of a task [D13, 3.24a]', () => {
  test('follows the lifecycle', async () => {
    const task = await team.task('Lifecycle')
    for (const status of ['in_progress', 'in_review', 'blocked', 'todo', 'done'] as const)
      expect((await team.changes(tom, task.id, { status })).status).toBe(status)
    await expect(team.changes(tom, task.id, { status: 'blocked' })).rejects.toMatchObject(
      refused(409, 'task.status_refused'),
    )
    expect(await team.changes(tom, task.id, { status: 'in_progress' })).toMatchObject({ done_at: null })
    await team.changes(tom, task.id, { status: 'blocked' })
    await expect(team.changes(tom, task.id, { status: 'done' })).rejects.toMatchObject(
      refused(409, 'task.status_refused'),
    )
  })

  test('can be taken back for ten minutes after the task was done', async () => {
    const task = await team.task('By mistake')
    await team.changes(tom, task.id, { status: 'done' })
    expect(await team.changes(tom, task.id, { status: 'todo' })).toMatchObject({ status: 'todo', done_at: null })
    await team.changes(tom, task.id, { status: 'done' })
    team.server.clock.advance(11 * minute)
    await expect(team.changes(tom, task.id, { status: 'todo' })).rejects.toMatchObject(
      refused(409, 'task.status_refused'),
    )
  })

  test('changes for many tasks at once, or for none [4.15]', async () => {
    const ids = await Promise.all(['One', 'Two', 'Three'].map(async title => (await team.task(title)).id))
    const [first = 0, second = 0, third = 0] = ids
    const done = await tom.call(updateTasks, { task_ids: [third, first, second], status: 'done' })
    expect(done.map(task => [task.id, task.status])).toEqual([third, first, second].map(id => [id, 'done']))
    const open = await team.task('Four')
    await expect(tom.call(updateTasks, { task_ids: [open.id, first], status: 'in_review' })).rejects.toMatchObject(
      refused(409, 'task.status_refused'),
    )
    await expect(tom.call(updateTasks, { task_ids: [open.id, 999_999], status: 'done' })).rejects.toMatchObject(noTask)
    expect(await tom.call(tasksByIds, { task_ids: [open.id] })).toMatchObject([{ status: 'todo' }])
    await expect(tom.call(updateTasks, { status: 'done' })).rejects.toMatchObject(refused(400, 'request.invalid'))
    const many = Array.from({ length: 201 }, (_, index) => index + 1)
    await expect(tom.call(updateTasks, { task_ids: many })).rejects.toMatchObject(refused(400, 'request.invalid'))
  })
})

describe('Tasks that belong together', () => {
  test('wait for one another, but never in a circle', async () => {
    const [one, two, three] = [await team.task('A'), await team.task('B'), await team.task('C')]
    await team.changes(tom, two.id, { depends_on: [one.id] })
    expect(await team.changes(tom, three.id, { depends_on: [two.id, one.id] })).toMatchObject({
      depends_on: [one.id, two.id],
    })
    for (const [task_id, depends_on] of [
      [one.id, [three.id]],
      [one.id, [one.id]],
    ] as const) {
      await expect(team.changes(tom, task_id, { depends_on: [...depends_on] })).rejects.toMatchObject(
        refused(400, 'task.dependency_cycle'),
      )
    }
    await team.changes(tom, three.id, { depends_on: [] })
    expect(await team.changes(tom, one.id, { depends_on: [three.id] })).toMatchObject({ depends_on: [three.id] })
  })

  test('have a parent, which has none itself', async () => {
    const [parent, child, other] = [await team.task('Parent'), await team.task('Child'), await team.task('Other')]
    expect(await team.changes(tom, child.id, { parent_id: parent.id })).toMatchObject({ parent_id: parent.id })
    const invalid = refused(400, 'task.parent_invalid')
    await expect(team.changes(tom, other.id, { parent_id: child.id })).rejects.toMatchObject(invalid)
    await expect(team.changes(tom, parent.id, { parent_id: other.id })).rejects.toMatchObject(invalid)
    await expect(team.changes(tom, other.id, { parent_id: other.id })).rejects.toMatchObject(invalid)
    expect(await team.changes(tom, child.id, { parent_id: null })).toMatchObject({ parent_id: null })
  })
})

describe('A recurring task', () => {
  const nextOf = async (title: string) => {
    const rows = await team.server.asOwner<{ id: string }>(
      `select id from tasks where title = $1 order by id desc limit 1`,
      [title],
    )
    return Number(rows[0]?.id)
  }

  test('makes the next one when it is done, with the deadline moved by the rule', async () => {
    const task = await team.task('Weekly rota', {
      deadline: '2026-11-20T17:00:00.000Z',
      start_after_time: '2026-11-20T12:00:00.000Z',
      repeat: { every: 1, unit: 'week', timezone: 'UTC' },
      checklist: [{ id: 'a', text: 'Ask Tom', is_done: true }],
      assignees: [tom.user_id],
    })
    await team.changes(tom, task.id, { status: 'done' })
    const [next] = await tom.call(tasksByIds, { task_ids: [await nextOf('Weekly rota')] })
    expect(next).toMatchObject({
      status: 'todo',
      deadline: '2026-11-27T17:00:00.000Z',
      start_after_time: '2026-11-27T12:00:00.000Z',
      assignees: [tom.user_id],
      checklist: [{ id: 'a', text: 'Ask Tom', is_done: false }],
      is_recurring: true,
    })
    // Taking it back removes the next one, and doing it again makes one again.
    await team.changes(tom, task.id, { status: 'todo' })
    expect(await tom.call(tasksByIds, { task_ids: [next?.id ?? 0] })).toEqual([])
    await team.changes(tom, task.id, { status: 'done' })
    const again = await nextOf('Weekly rota')
    await team.changes(tom, again, { priority: 'high' })
    await team.changes(tom, task.id, { status: 'in_progress' })
    await team.changes(tom, task.id, { status: 'done' })
    expect(await nextOf('Weekly rota')).toBe(again)
  })

  test('keeps its wall time when clocks change, and passes over missed days', async () => {
    const repeat = { every: 2, unit: 'day' as const, timezone: 'Europe/Berlin' }
    const task = await team.task('Watch the clocks', { deadline: '2026-10-23T07:00:00.000Z', repeat })
    await team.changes(tom, task.id, { status: 'done' })
    const [next] = await tom.call(tasksByIds, { task_ids: [await nextOf('Watch the clocks')] })
    // 9:00 in summer and in winter; the 20th of November is 28 days later, and over already.
    expect(next?.deadline).toBe('2026-11-22T08:00:00.000Z')
  })

  test('follows a cron expression', async () => {
    const repeat = { cron: '30 9 * * 1', timezone: 'UTC' }
    const task = await team.task('Mondays', { repeat })
    await team.changes(tom, task.id, { status: 'done' })
    const [next] = await tom.call(tasksByIds, { task_ids: [await nextOf('Mondays')] })
    expect(next?.deadline).toBe('2026-11-23T09:30:00.000Z')
  })
})

test('A repeated call gets its first answer only as long as the task can be seen [D6]', async () => {
  const task = await team.task('Moves away')
  const call = () => lena.call(updateTasks, { task_id: task.id, priority: 'low' }, { key: 'once' })
  const first = await call()
  team.server.clock.advance(hour)
  expect(await call()).toEqual(first)
  await team.changes(maya, task.id, { branch_id: team.yard })
  await expect(call()).rejects.toMatchObject(noTask)
})
