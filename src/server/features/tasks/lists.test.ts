import { beforeAll, describe, expect, test } from 'vitest'
import { addBranch } from '#shared/contract/organisations/branches'
import { manageRoleUsers } from '#shared/contract/organisations/roles'
import { countBranchTasks, listBranchTasks, listMyTasks, updateTasks } from '#shared/contract/tasks/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTeam, refused, type Team } from './test-tasks'

let team: Team
let maya: Actor
let tom: Actor
let ana: Actor
let lena: Actor
let zoe: Actor

beforeAll(async () => {
  team = await openTeam()
  ;({ maya, tom, ana, lena, zoe } = team)
  const at = (hours: number) => new Date(Date.parse('2026-11-20T12:00:00.000Z') + hours * 3_600_000).toISOString()
  await team.task('Sweep', { assignees: [tom.user_id], deadline: at(3) })
  await team.task('Rota', { role_id: team.roles.manager, assignees: [tom.user_id], deadline: at(1) }, maya)
  await team.task('Handover', { assignees: [lena.user_id, tom.user_id], priority: 'urgent' }, maya)
  await team.task('Order tags', { labels: ['Counter'] })
  const done = await team.task('Posted', { assignees: [tom.user_id] })
  await team.changes(tom, done.id, { status: 'done' })
  const old = await team.task('Last year', { assignees: [tom.user_id] })
  await team.changes(tom, old.id, { archived: true })
})

/** The titles of each group. */
async function board(who: Actor, fields: Parameters<typeof fetchBoard>[1] = {}) {
  const { groups } = await fetchBoard(who, fields)
  return groups.map(({ name, group, tasks }) => [name || group, ...tasks.map(task => task.title)])
}
const fetchBoard = (
  who: Actor,
  fields: { group_by?: 'userwise' | 'statuswise'; is_archive?: boolean; query?: string },
) => who.call(listBranchTasks, { branch_id: team.branch_id, ...fields })

describe('The tasks of a branch [7.7b, D4]', () => {
  test('are grouped by role unless asked otherwise: their own, or that of their first person [9.1a]', async () => {
    expect(await board(lena)).toEqual([
      ['Manager', 'Rota'],
      ['Member', 'Sweep', 'Handover'],
      ['none', 'Order tags'],
    ])
    expect(await fetchBoard(lena, {})).toMatchObject({ group_by: 'rolewise', open_count: 4, done_today: 1 })
  })

  test('are grouped by person, in the group of each, and by status', async () => {
    expect(await board(lena, { group_by: 'userwise' })).toEqual([
      ['Lena Fuchs', 'Handover'],
      ['Tom Reyes', 'Rota', 'Sweep', 'Handover'],
      ['none', 'Order tags'],
    ])
    expect(await board(lena, { group_by: 'statuswise' })).toEqual([
      ['todo', 'Rota', 'Sweep', 'Handover', 'Order tags'],
      ['done', 'Posted'],
    ])
  })

  test('are counted for each space that the caller may see', async () => {
    const { branch_id, server } = team
    expect(await lena.call(countBranchTasks, {})).toEqual([{ branch_id, open_count: 4 }])
    expect(await zoe.call(countBranchTasks, {})).toEqual([])
    await expect(server.stranger().call(countBranchTasks, {})).rejects.toMatchObject({ status: 401 })
    const closed = await maya.call(addBranch, { branch_name: 'Vault', is_open_branch: false })
    await team.task('Open it', { branch_id: closed.id }, maya)
    expect(await maya.call(countBranchTasks, {})).toContainEqual({ branch_id: closed.id, open_count: 1 })
    expect(await lena.call(countBranchTasks, {})).toEqual([{ branch_id, open_count: 4 }])
  })

  test('are filtered by words in titles and labels, and hold archived ones only on request', async () => {
    expect(await board(lena, { query: 'COUNTER' })).toEqual([['none', 'Order tags']])
    expect(await board(lena, { query: 'nothing' })).toEqual([])
    expect(await board(lena, { is_archive: true })).toEqual([['Member', 'Last year']])
  })

  test('are refused to those who may not see the branch', async () => {
    const missing = refused(404, 'branch.not_found')
    await expect(tom.call(listBranchTasks, { branch_id: team.yard })).rejects.toMatchObject(missing)
    await expect(zoe.call(listBranchTasks, { branch_id: team.branch_id })).rejects.toMatchObject(missing)
    await expect(team.server.stranger().call(listBranchTasks, { branch_id: 1 })).rejects.toMatchObject({ status: 401 })
    const after = { branch_id: team.branch_id, after: 'nonsense' }
    await expect(tom.call(listBranchTasks, after)).rejects.toMatchObject(refused(400, 'request.invalid'))
  })

  test('follow the roles of people', async () => {
    const role = { role_id: team.roles.member, users_to_be_removed: [lena.user_id] }
    await maya.call(manageRoleUsers, role)
    expect(await board(lena)).toContainEqual(['none', 'Handover', 'Order tags'])
    await maya.call(manageRoleUsers, { role_id: team.roles.member, users_to_be_added: [lena.user_id] })
  })

  test('come twenty of each group, with the number of all; ten thousand are listed in a moment', async () => {
    await team.server.asOwner(
      `insert into tasks (organization_id, branch_id, title, description, excerpt, status, priority, labels, source, checklist, created_at, updated_at, deadline)
       select $1, $2, 'Task ' || nr, '', '', case when nr % 2 = 0 then 'todo' else 'blocked' end, 'normal', '{}', 'person', '[]', now(), now(),
         '2027-01-01'::timestamptz + nr * interval '1 minute' from generate_series(1, 10000) nr`,
      [maya.organization_id, team.yard],
    )
    const began = performance.now()
    const first = await ana.call(listBranchTasks, { branch_id: team.yard, group_by: 'statuswise' })
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(first.groups.map(({ group, count, tasks }) => [group, count, tasks.length])).toEqual([
      ['todo', 5_000, 20],
      ['blocked', 5_000, 20],
    ])
    expect(first.open_count).toBe(10_000)
    const after = first.groups[1]?.next_cursor ?? ''
    const more = await ana.call(listBranchTasks, {
      branch_id: team.yard,
      group_by: 'statuswise',
      group: 'blocked',
      after,
    })
    expect(more.groups).toMatchObject([{ group: 'blocked', count: 5_000 }])
    expect(more.groups[0]?.tasks.map(task => task.title).slice(0, 2)).toEqual(['Task 41', 'Task 43'])
    await team.server.asOwner(`delete from tasks where branch_id = $1`, [team.yard])
  })
})

describe('My tasks [2.14, D17]', () => {
  const titles = async (fields: { status?: 'open' | 'done'; is_archive?: boolean } = {}) =>
    (await tom.call(listMyTasks, fields)).map(task => task.title)

  test('are those that are assigned to me, by deadline, the done ones last', async () => {
    expect(await titles()).toEqual(['Rota', 'Sweep', 'Handover', 'Posted'])
    expect(await titles({ status: 'open' })).toEqual(['Rota', 'Sweep', 'Handover'])
    expect(await titles({ status: 'done' })).toEqual(['Posted'])
    expect(await titles({ is_archive: true })).toEqual(['Last year'])
  })

  test('come page by page', async () => {
    const { data, next_cursor } = await tom.reply(listMyTasks, { limit: 2 })
    expect(data.map(task => task.title)).toEqual(['Rota', 'Sweep'])
    const rest = await tom.reply(listMyTasks, { limit: 2, cursor: next_cursor ?? '' })
    expect(rest.data.map(task => task.title)).toEqual(['Handover', 'Posted'])
    expect(rest.next_cursor).toBeNull()
  })

  test('need a paid plan, on a server where plans are paid [D31, 6.3]', async () => {
    const paid = await openTeam({ BILLING: 'sandbox' })
    await expect(paid.maya.call(listMyTasks, {})).rejects.toMatchObject(refused(402, 'plan.required'))
    const [task] = [await paid.task('Free all the same')]
    expect(await paid.maya.call(updateTasks, { task_id: task.id, status: 'done' })).toHaveLength(1)
    await expect(paid.server.stranger().call(listMyTasks, {})).rejects.toMatchObject({ status: 401 })
  })
})
