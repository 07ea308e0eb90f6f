import '../../../platform/test-indexed-db'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteLogComment, listLogComments } from '#shared/contract/logs/discussion'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { TestTab } from '../../../platform/mutation-queue/test-browser'
import { endSession } from '../../../platform/session'
import { detailOf } from '../../../platform/test-cast'
import { withEnglish } from '../../../platform/test-page'
import { PageOf, serve, signInAs, withServer } from '../../../platform/test-server'
import { closeNotice, Notices, pressUndo } from '../../undo/test-undo'
import { logOf } from '../test-logs'
import { Discussion } from './discussion'

withServer()
withEnglish('logs')

const maya = { user_id: 7, user_displayname: 'Maya Okafor', user_image: null, user_phone: null, user_email: null }
let tab: TestTab

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  signInAs(7, { organizationId: 4 })
  tab = new TestTab()
  serve(organisationInfo, detailOf())
})
afterEach(() => {
  cleanup()
  tab.close()
  endSession()
  vi.unstubAllGlobals()
})

function show(address = '/docs/1?log=2') {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Discussion log={logOf(2, {})} />
      <Notices />
    </MemoryRouter>,
  )
}

const commentOf = (comment_id: number, comment: string) => ({
  ...{ comment_id, log_id: 2, doc_id: 1, author: maya, comment, mentions: [], edited_at: null },
  created_at: '2026-11-20T09:00:00.000Z',
})

test('A link to an older comment loads what lies between, and gives it the focus [D46]', async () => {
  const asked = serve(listLogComments, ({ body }) =>
    body.cursor === undefined
      ? new PageOf([commentOf(13, 'Thanks')], 'older')
      : [commentOf(12, '32 mm'), commentOf(11, 'Which size?')],
  )
  show('/docs/1?log=2&comment=11')
  await waitFor(() => expect(screen.getByText('Which size?').closest('article')).toHaveFocus())
  expect(asked).toHaveLength(2)
})

test('Comments that are deleted by keyboard leave the focus on the next one, then on the one before', async () => {
  const comments = ['Which size?', '32 mm', 'Thanks'].map((comment, at) => ({
    ...{ comment_id: 13 - at, log_id: 2, doc_id: 1, author: maya, comment, mentions: [], edited_at: null },
    created_at: '2026-11-20T09:00:00.000Z',
  }))
  serve(listLogComments, comments)
  serve(deleteLogComment, null)
  show()
  const rows = await screen.findAllByRole('article')
  const remove = async (row: HTMLElement) => {
    within(row).getByRole('button', { name: 'Delete comment' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(row).not.toBeInTheDocument())
  }
  const [first, second, third] = rows as [HTMLElement, HTMLElement, HTMLElement]
  await remove(second)
  await waitFor(() => expect(third).toHaveFocus())
  await remove(third)
  await waitFor(() => expect(first).toHaveFocus())
  await closeNotice('Comment deleted')
})

test('A comment on a log disappears at once, comes back by Undo, and is deleted when nobody takes it back', async () => {
  serve(listLogComments, [
    {
      ...{ comment_id: 3, log_id: 2, doc_id: 1, author: maya, comment: 'Which size?', mentions: [], edited_at: null },
      created_at: '2026-11-20T09:00:00.000Z',
    },
  ])
  const calls = serve(deleteLogComment, null)
  show()
  const remove = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete comment' }))
  await remove()
  expect(screen.queryByText('Which size?')).toBeNull()
  expect(screen.getByText('No comments yet.')).toBeVisible()
  await pressUndo('Comment deleted')
  expect(screen.getByText('Which size?')).toBeVisible()
  await remove()
  expect(calls).toHaveLength(0)
  await closeNotice('Comment deleted')
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ comment_id: 3 }))
  expect(screen.queryByText('Which size?')).toBeNull()
})
