import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listComments, type TaskComment } from '#shared/contract/tasks/comments'
import { listBranchTasks, listMyTasks, tasksByIds } from '#shared/contract/tasks/endpoints'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../platform/copies-shown'
import { offlineCopies } from '../../platform/offline-copies'
import { endSession } from '../../platform/session'
import { resetOrganisation } from '../../platform/store'
import { MemoryCopies } from '../../platform/test-copies'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { useComments } from './comments-store'
import { rereadTasks } from './reread'
import { useBoards, useMyTasks, useTasks } from './store'
import { cardOf, taskOf } from './test-tasks'

withServer()
let storage: MemoryCopies
const rims = taskOf(cardOf(4, 'True the rims'), { description: 'Both of them.' })
const comment: TaskComment = {
  ...{ id: 1, comment_id: 1, task_id: 4, comment: 'The rear one is done.', author: null, edited_at: null },
  ...{ created_at: '2026-11-20T09:00:00.000Z', mentions: [], attachments: [], reactions: [] },
}
const board = { branch_id: 1, group_by: 'rolewise', query: '', is_archive: false } as const

beforeEach(() => {
  storage = new MemoryCopies()
  offlineCopies.keepIn(storage)
  signInAs(7, { organizationId: 3 })
  serve(tasksByIds, [rims])
  serve(listComments, [comment])
})
afterEach(() => {
  endSession()
  offlineCopies.keepIn(null)
})

const shown = () => Object.keys(useCopiesShown.getState().shown).sort()

/** Opens a task, then simulates a reload without a server. */
async function readThenReload(): Promise<void> {
  await useTasks.getState().read(4)
  await useComments.getState().load(4)
  await offlineCopies.flush()
  resetOrganisation()
  for (const endpoint of [tasksByIds, listComments, listMyTasks, listBranchTasks])
    serve(endpoint, () => Response.error())
}

describe('A task that was opened', () => {
  test('stays readable without the server with its comments, and the strip says from when', async () => {
    await readThenReload()
    await useTasks.getState().read(4)
    await useComments.getState().load(4)
    expect(useTasks.getState().opened[4]).toEqual({ task: rims, status: 'ready', failure: null })
    expect(useComments.getState().lists[4]?.items).toEqual([comment])
    expect(shown()).toEqual(['task.4', 'task.4.comments'])
    await useTasks.getState().read(5)
    expect(useTasks.getState().opened[5]).toMatchObject({ task: null, status: 'failed' })
  })

  test('is as the server says once it answers again', async () => {
    await readThenReload()
    await useTasks.getState().read(4)
    serve(tasksByIds, [{ ...rims, description: 'The front one is left.' }])
    await useTasks.getState().read(4)
    expect(useTasks.getState().opened[4]?.task?.description).toBe('The front one is left.')
    expect(shown()).toEqual([])
  })

  test('leaves the device with its comments when the person may not see it any more', async () => {
    await readThenReload()
    serve(tasksByIds, [])
    await useTasks.getState().read(4)
    expect(useTasks.getState().opened[4]).toMatchObject({ task: null, status: 'failed' })
    expect(storage.names).toEqual([])
  })
})

test('Copied tasks and boards are read anew where access may have changed, also when no page shows them', async () => {
  serve(listMyTasks, [cardOf(4, 'True the rims')])
  const group = { group: 'none', name: '', next_cursor: null, count: 1 }
  const answer = { branch_id: 1, group_by: 'rolewise', open_count: 1, done_today: 0 } as const
  serve(listBranchTasks, { ...answer, groups: [{ ...group, tasks: [cardOf(4, 'True the rims')] }] })
  await useMyTasks.getState().load()
  await useBoards.getState().load(board)
  await readThenReload()
  const names = ['7.3 board.1.rolewise', '7.3 task.4', '7.3 task.4.comments', '7.3 tasks.open']
  expect(storage.names.sort()).toEqual(names)
  await rereadTasks()
  expect(storage.names.sort()).toEqual(names)

  serve(listMyTasks, [])
  serve(tasksByIds, [])
  serve(listBranchTasks, apiError('branch.not_found'))
  await rereadTasks()
  await offlineCopies.flush()
  expect([...storage.copies.values()].map(({ name, json }) => `${name} ${json}`)).toEqual(['tasks.open []'])
})
