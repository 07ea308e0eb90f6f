import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type AccessRequest,
  declineAccess,
  grantSubjectAccess,
  listAccessRequests,
} from '#shared/contract/access/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { offeredActions } from '../../platform/test-menu-actions'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { RequestsPage } from './requests-page'

withServer()
withEnglish()

const person = (user_id: number, user_displayname: string) => ({
  user: { user_id, user_displayname, user_image: null, user_phone: null, user_email: null },
  note: '',
  asked_at: '2025-11-20T14:04:00.000Z',
})
const waiting: AccessRequest[] = [
  { kind: 'document', id: 3, name: 'Bay log', ...person(11, 'Lena Fuchs'), note: 'For the audit' },
  { kind: 'camera', id: 4, name: 'Front counter', ...person(12, 'Tom Reyes') },
  { kind: 'screen', id: 7, name: 'Maya Okafor', ...person(12, 'Tom Reyes') },
]

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  serve(listAccessRequests, waiting)
})
afterEach(async () => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(close)
  endSession()
})

function open() {
  renderPage(<RequestsPage />, {
    wrapper: ({ children }) => [children, <Toaster key="t" label="Notifications" closeLabel="Close" />],
  })
}
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Requests for access' })).getAllByRole('listitem')

describe('Requests for access stay until they are answered [D41]', () => {
  test('are all in one place, whatever they are for, each with a link to where more access can be given', async () => {
    open()
    expect((await rows()).map(row => within(row).getByRole('link').getAttribute('href'))).toEqual([
      '#/docs/3?access',
      '#/feed?source=camera.4&access=camera.4',
      '#/feed?access=screen.7',
    ])
    expect((await rows())[0]).toHaveTextContent(/Lena Fuchs.*Asks to read: Bay log.*For the audit/)
    expect((await rows())[2]).toHaveTextContent('Asks to watch this screen: your screen')
  })

  test('are answered there: given, or declined', async () => {
    const given = serve(grantSubjectAccess, [])
    const declined = serve(declineAccess, null)
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Give access to Lena Fuchs' }))
    await waitFor(() =>
      expect(given[0]?.body).toMatchObject({ kind: 'document', id: 3, grantee_id: 11, level: 'viewer' }),
    )
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    const [camera] = await rows()
    await userEvent.click(within(camera as HTMLElement).getByRole('button', { name: 'Decline Tom Reyes’s request' }))
    await waitFor(() => expect(declined[0]?.body).toMatchObject({ kind: 'camera', id: 4, requested_by: 12 }))
    await waitFor(async () => expect(await rows()).toHaveLength(1))
  })

  test('show an explanation while there are none', async () => {
    serve(listAccessRequests, [])
    open()
    expect(await screen.findByRole('heading', { name: 'No open requests' })).toBeInTheDocument()
  })

  test('that did not load can be requested again', async () => {
    serve(listAccessRequests, apiError('server.error'))
    open()
    expect(await screen.findByText('Requests for access did not load.')).toBeInTheDocument()
    serve(listAccessRequests, waiting)
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await rows()).toHaveLength(3)
  })
})

test('The command palette offers both answers to each request, which says what it is for', async () => {
  open()
  await rows()
  expect(offeredActions()).toEqual(
    expect.arrayContaining([
      'Give access to Lena Fuchs: Bay log',
      'Decline Lena Fuchs’s request: Bay log',
      'Give access to Tom Reyes: Front counter',
      'Give access to Tom Reyes: Maya Okafor',
    ]),
  )
})
