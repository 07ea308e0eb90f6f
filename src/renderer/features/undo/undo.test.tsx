import '../../platform/test-indexed-db'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { deleteLogComment } from '#shared/contract/logs/discussion'
import { apiError } from '#shared/errors'
import { call } from '../../platform/api'
import type { Mutation, MutationKind } from '../../platform/mutation-queue/mutation'
import { mutationQueue, useMutations } from '../../platform/mutation-queue/store'
import { TestTab } from '../../platform/mutation-queue/test-browser'
import { endSession } from '../../platform/session'
import { withEnglish } from '../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { deleteWithUndo, discardWithUndo, followDeletions, sendUndoable, useUndeleted } from './store'
import { closeNotice, Notices, pressUndo } from './test-undo'

withServer()
withEnglish()

const notice = 'Comment deleted'
const comments = [
  { comment_id: 3, comment: 'Which size?' },
  { comment_id: 4, comment: '32 mm' },
]
let tab: TestTab
let calls: Received[]

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  signInAs(7, { organizationId: 4 })
  tab = new TestTab()
  calls = serve(deleteLogComment, null)
  open()
})
afterEach(async () => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close)
  await waitFor(() => expect(screen.queryByRole('listitem', { name: notice })).toBeNull())
  cleanup()
  tab.close()
  endSession()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function List() {
  const shown = useUndeleted('log.comment', comments, ({ comment_id }) => comment_id)
  return shown.map(({ comment_id, comment }) => <article key={comment_id}>{comment}</article>)
}

function open(): void {
  render(
    <>
      <List />
      <Notices />
    </>,
  )
}

async function remove(comment_id: number): Promise<void> {
  act(() =>
    deleteWithUndo({
      ...{ of: 'log.comment', keys: [comment_id], endpoint: deleteLogComment, fields: { comment_id } },
      ...{ done: notice, refused: 'The comment was not deleted' },
    }),
  )
  await screen.findByText(notice)
}

/** Everything of the page ends, and what is on the device stays. */
async function reload(): Promise<void> {
  cleanup()
  tab.close()
  tab = new TestTab(tab.clock)
  await mutationQueue().open()
  open()
}

describe('What is deleted [D41]', () => {
  test('disappears at once, and is deleted when the notice is closed', async () => {
    await remove(3)
    expect(screen.queryByText('Which size?')).toBeNull()
    expect(screen.getByText('32 mm')).toBeVisible()
    expect(calls).toHaveLength(0)
    await closeNotice(notice)
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ comment_id: 3 }))
    await waitFor(() => expect(useMutations.getState().mutations).toEqual([]))
    expect(screen.queryByText('Which size?')).toBeNull()
  })

  test('comes back by Undo, and nothing was sent', async () => {
    await remove(3)
    await pressUndo(notice)
    expect(screen.getByText('Which size?')).toBeVisible()
    await act(() => tab.clock.pass(60_000))
    expect(calls).toHaveLength(0)
    expect(useMutations.getState().mutations).toEqual([])
  })

  test('waits while the person looks at its notice, and not while the page is hidden', async () => {
    await remove(3)
    await act(() => tab.clock.pass(60_000))
    expect(calls).toHaveLength(0)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(() => tab.clock.pass(10_000))
    await waitFor(() => expect(calls).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  })

  test('is deleted when the page goes away, by a call that outlives it', async () => {
    await remove(3)
    const sent = vi.spyOn(window, 'fetch')
    fireEvent(window, new Event('pagehide'))
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ keepalive: true })),
    )
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ comment_id: 3 }))
    expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })

  test('is deleted before the person signs out', async () => {
    await remove(3)
    await act(() => sendUndoable())
    expect(calls[0]?.body).toMatchObject({ comment_id: 3 })
  })

  test('is deleted by the next page after a crash, and does not show meanwhile', async () => {
    await remove(3)
    await act(reload)
    expect(screen.queryByText('Which size?')).toBeNull()
    expect(calls).toHaveLength(0)
    await act(() => tab.clock.pass(10_000))
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ comment_id: 3 }))
  })

  test('comes back with the reason when the server refuses, also one of an earlier page', async () => {
    serve(deleteLogComment, apiError('document.read_only'))
    await remove(3)
    await act(reload)
    followDeletions()
    await act(() => tab.clock.pass(10_000))
    expect(await screen.findByText('Which size?')).toBeVisible()
    expect(await screen.findByText('The comment was not deleted')).toBeVisible()
    expect(useMutations.getState().mutations).toEqual([])
  })

  test('counts as deleted where somebody else was faster', async () => {
    serve(deleteLogComment, apiError('log.not_found'))
    await remove(4)
    await closeNotice(notice)
    await waitFor(() => expect(useMutations.getState().mutations).toEqual([]))
    expect(screen.queryByText('32 mm')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('Unsent words that are discarded', () => {
  const words: MutationKind<{ comment: string }, unknown> = {
    name: 'test.words',
    input: z.object({ comment: z.string() }),
    lane: () => 'test.words',
    send: (_, idempotencyKey) => call(deleteLogComment, { comment_id: 3 }, { idempotencyKey }),
    settle: () => undefined,
  }
  const said = 'Comment discarded'
  const mutations = () => useMutations.getState().mutations
  let onEnd = vi.fn()

  /** Words that the server refused, which the person discards. */
  async function discarded(): Promise<Mutation> {
    onEnd = vi.fn()
    serve(deleteLogComment, apiError('document.read_only'))
    const id = mutationQueue().send(words, { comment: 'Which size?' })
    await waitFor(() => expect(mutations()).toMatchObject([{ id, state: 'failed' }]))
    const [refused] = mutations()
    act(() => discardWithUndo(id, { done: said, onEnd }))
    await screen.findByText(said)
    expect(mutations()).toEqual([])
    return refused as Mutation
  }

  test('come back by Undo as they were, and nothing of theirs is deleted', async () => {
    const before = await discarded()
    await pressUndo(said)
    await waitFor(() => expect(mutations()).toEqual([before]))
    expect(onEnd).not.toHaveBeenCalled()
    await act(reload)
    expect(mutations()).toEqual([before])
    serve(deleteLogComment, null)
    mutationQueue().register(words)
    await act(() => mutationQueue().retry(before.id))
    await waitFor(() => expect(mutations()).toEqual([]))
  })

  test('are gone for good, with what belongs to them, when the notice is closed', async () => {
    await discarded()
    expect(onEnd).not.toHaveBeenCalled()
    await closeNotice(said)
    await waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1))
    await act(reload)
    expect(mutations()).toEqual([])
  })

  test('are gone after a crash, and never sent', async () => {
    await discarded()
    const sent = serve(deleteLogComment, null)
    await act(reload)
    await act(() => tab.clock.pass(60_000))
    expect(mutations()).toEqual([])
    expect(sent).toEqual([])
  })

  test('lose what belongs to them when the page goes away or the person signs out', async () => {
    await discarded()
    fireEvent(window, new Event('pagehide'))
    await waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1))
    await closeNotice(said)
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  test('return to the workspace in which they were written', async () => {
    const before = await discarded()
    signInAs(7, { organizationId: 5 })
    await pressUndo(said)
    expect(mutations()).toEqual([])
    signInAs(7, { organizationId: 4 })
    await act(() => mutationQueue().open())
    await waitFor(() => expect(mutations()).toMatchObject([{ id: before.id, input: before.input }]))
  })
})
