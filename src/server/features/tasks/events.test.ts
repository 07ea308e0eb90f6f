import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { search } from '#shared/contract/search/endpoints'
import { addComment, deleteComment } from '#shared/contract/tasks/comments'
import { createTask, updateTasks } from '#shared/contract/tasks/endpoints'
import { TaskCard } from '#shared/contract/tasks/task'
import type { Actor } from '../../../../test/actor'
import { closeAllClients, LiveClient } from '../../platform/live/testing/live-client'
import { textOf } from '../search/test-hits'
import { openTeam, type Team } from './test-tasks'

let team: Team
let maya: Actor
let tom: Actor
let ana: Actor
let lena: Actor

beforeAll(async () => {
  team = await openTeam()
  ;({ maya, tom, ana, lena } = team)
})
afterAll(closeAllClients)

/** Everything about tasks that these people received until each of them received the task with this title. */
async function received(clients: readonly LiveClient[], title: string) {
  return Promise.all(
    clients.map(async client => {
      await client.until(
        frame => frame.event === 'event' && frame.change.kind === 'task.changed' && frame.change.task.title === title,
      )
      return client.events
        .map(({ change }) => change)
        .filter(change => change.kind.startsWith('task.') || change.kind === 'comment.changed')
        .map(change => [
          change.kind,
          change.kind === 'task.changed' ? TaskCard.parse(change.task).title : 'task_id' in change && change.task_id,
        ])
    }),
  )
}

describe('Events about tasks', () => {
  test('reach those who may see the task, and tell those who lose sight of it', async () => {
    const clients = await Promise.all([tom, ana].map(who => LiveClient.listening(who)))
    const task = await team.task('Open')
    await maya.call(createTask, { title: 'Closed', branch_id: team.yard })
    await team.changes(maya, task.id, { branch_id: team.yard, title: 'Moved' })
    await tom.call(createTask, { title: 'End', branch_id: team.branch_id })
    const [toTom, toAna] = await received(clients, 'End')
    expect(toTom).toEqual([
      ['task.changed', 'Open'],
      ['task.removed', task.id],
      // Who reported the task still sees it.
      ['task.changed', 'Moved'],
      ['task.changed', 'End'],
    ])
    expect(toAna).toEqual([
      ['task.changed', 'Open'],
      ['task.changed', 'Closed'],
      ['task.removed', task.id],
      ['task.changed', 'Moved'],
      ['task.changed', 'End'],
    ])
  })

  test('tell of comments with their task', async () => {
    const task = await maya.call(createTask, { title: 'Wages', branch_id: team.yard })
    const clients = await Promise.all([lena, ana].map(who => LiveClient.listening(who)))
    const { comment_id } = await maya.call(addComment, { task_id: task.id, comment: 'Raise them' })
    await maya.call(deleteComment, { comment_id })
    await tom.call(createTask, { title: 'Over', branch_id: team.branch_id })
    const [toLena, toAna] = await received(clients, 'Over')
    expect(toLena).toEqual([['task.changed', 'Over']])
    expect(toAna).toEqual([
      ['comment.changed', task.id],
      ['comment.changed', task.id],
      ['task.changed', 'Over'],
    ])
  })
})

describe('Search finds tasks', () => {
  const found = async (who: Actor, query: string) => {
    const { hits, corrected } = await who.call(search, { query, kinds: ['task'] })
    return {
      hits: hits.map(hit => [textOf(hit.title), textOf(hit.excerpt)]),
      corrected: corrected && textOf(corrected),
    }
  }

  test('by title, description and comments, under the rights of the task', async () => {
    const open = await team.task('Derailleur for Halden', { description: 'Ask the *supplier* twice' })
    await tom.call(addComment, { task_id: open.id, comment: 'The parcel arrives on Tuesday' })
    const [hit] = (await lena.call(search, { query: 'derailleur' })).hits
    expect(hit).toMatchObject({ kind: 'task', task_id: open.id, branch_id: team.branch_id, by: 'Tom Reyes' })
    expect((await found(lena, 'supplier')).hits).toEqual([['Derailleur for Halden', 'Ask the supplier twice']])
    expect((await found(lena, 'parcel')).hits).toEqual([['Derailleur for Halden', 'The parcel arrives on Tuesday']])
    expect((await found(lena, 'derailleurr')).corrected).toBe('derailleur')
    const hidden = await maya.call(createTask, { title: 'Severance', branch_id: team.yard, description: 'For nobody' })
    await maya.call(addComment, { task_id: hidden.id, comment: 'Redundancies' })
    for (const query of ['severance', 'severence', 'redundancies', 'redundancys'])
      expect(await found(lena, query)).toEqual({ hits: [], corrected: null })
    expect((await found(ana, 'redundancies')).hits).toEqual([['Severance', 'Redundancies']])
    await maya.call(updateTasks, { task_id: hidden.id, branch_id: team.branch_id })
    expect((await found(lena, 'severance')).hits).toHaveLength(1)
  })
})
