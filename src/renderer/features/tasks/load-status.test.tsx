import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { listComments } from '#shared/contract/tasks/comments'
import { listMyTasks } from '#shared/contract/tasks/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { serve } from '../../platform/test-server'
import { useComments } from './comments-store'
import { useBoards, useLoadStatus, useMyTasks } from './store'
import { withTestPage } from './test-page'
import { cardOf } from './test-tasks'

const setup = withTestPage()
const statuses = () => {
  const { tasks, comments } = useLoadStatus.getState()
  return { tasks, comments }
}

describe('The state of tasks and comments', () => {
  test('has the status 400 before they are loaded, and then that of the last answer [3.24b]', async () => {
    expect(statuses()).toEqual({ tasks: 400, comments: 400 })
    setup.page.has(cardOf(1, 'Order pads'))
    setup.page.open('/mytasks?task=1')
    await screen.findByRole('button', { name: 'Order pads' })
    await waitFor(() => expect(statuses()).toEqual({ tasks: 200, comments: 200 }))
    serve(listMyTasks, apiError('plan.required'))
    serve(listComments, apiError('task.not_found'))
    await Promise.all([useMyTasks.getState().refresh(), useComments.getState().refresh(1)])
    expect(statuses()).toEqual({ tasks: 402, comments: 404 })
    cleanup()
    endSession()
    expect(statuses()).toEqual({ tasks: 400, comments: 400 })
  })

  test('says that a list is loading, and that it failed [4.16a]', async () => {
    expect(useMyTasks.getState()).toMatchObject({ status: 'idle', failure: null })
    const loading = useMyTasks.getState().load()
    expect(useMyTasks.getState().status).toBe('loading')
    await loading
    expect(useMyTasks.getState()).toMatchObject({ status: 'ready', failure: null })

    serve(listMyTasks, apiError('plan.required'))
    await useMyTasks.getState().load()
    // What was loaded before stays beside the failure.
    expect(useMyTasks.getState()).toMatchObject({ status: 'ready', failure: { code: 'plan.required' } })

    serve(listComments, apiError('task.not_found'))
    await useComments.getState().load(1)
    expect(useComments.getState().lists[1]).toMatchObject({ status: 'failed', failure: { code: 'task.not_found' } })
    const of = { branch_id: 1, group_by: 'rolewise', query: '', is_archive: false } as const
    const board = useBoards.getState().load(of)
    expect(Object.values(useBoards.getState().lists)[0]?.status).toBe('loading')
    await board
  })
})
