import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type AccessRequest,
  declineAccess,
  grantSubjectAccess,
  listGrants,
  requestAccess,
  revokeSubjectAccess,
} from '#shared/contract/access/endpoints'
import { changePermission, readFeed, readPermission } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { type Received, serve } from '../../platform/test-server'
import { asMember, closeUp, details, nobodyElse, open, setup, withSourcesPage } from './test-page'
import { cameraOf, feedOf, grantOf, screenOf } from './test-sources'

withSourcesPage()

/** The input of a call without the caller's ids. */
function inputOf([call]: Received[]) {
  const { user_id: _, origin_id: __, organization_id: ___, ...rest } = call?.body ?? {}
  return rest
}

const dialogOf = (name: string) => screen.findByRole('dialog', { name })
const press = async (within_: HTMLElement, name: string) =>
  userEvent.click(await within(within_).findByRole('button', { name }))

async function choosePerson(dialog: HTMLElement, name: string) {
  await userEvent.click(await within(dialog).findByRole('combobox', { name: 'To' }))
  await userEvent.click(await screen.findByRole('option', { name }))
}

function lenaAsks(more: Partial<AccessRequest> = {}): AccessRequest {
  return {
    kind: 'camera',
    id: 4,
    name: 'Front counter',
    user: { user_id: 11, user_displayname: 'Lena Fuchs', user_image: null, user_phone: null, user_email: null },
    note: 'I mind the till on Mondays.',
    asked_at: '2025-11-20T14:04:00.000Z',
    ...more,
  }
}

describe('Who may see a camera [6.8b, D41]', () => {
  async function change() {
    await open('?source=camera.4')
    await press(await details('Front counter'), 'Change')
    return dialogOf('Who can watch Front counter')
  }

  test('is listed with its last day, given until a day, and revoked', async () => {
    setup.grants = [grantOf('role', 1, 'Manager', { expires_at: '2025-11-28T00:00:00.000Z' })]
    const given = serve(grantSubjectAccess, ({ body }) => {
      setup.grants = [...setup.grants, grantOf('user', 8, 'Tom Reyes', { expires_at: String(body.expires_at) })]
      return setup.grants
    })
    const taken = serve(revokeSubjectAccess, () => {
      setup.grants = setup.grants.filter(grant => grant.grantee_kind !== 'role')
      return setup.grants
    })
    const dialog = await change()
    const list = await within(dialog).findByRole('list', { name: 'Shared with' })
    expect(within(list).getByRole('listitem')).toHaveTextContent('ManagerRole · Until Thursday, November 27, 2025')
    expect(within(dialog).queryByRole('combobox', { name: 'Level' })).not.toBeInTheDocument()
    await choosePerson(dialog, 'Tom Reyes')
    fireEvent.change(within(dialog).getByLabelText('Ends after'), { target: { value: '2999-03-31' } })
    await press(dialog, 'Give access')
    expect(await within(list).findByText('Person · Until Sunday, March 31, 2999')).toBeInTheDocument()
    expect(inputOf(given)).toEqual({
      kind: 'camera',
      id: 4,
      grantee_kind: 'user',
      grantee_id: 8,
      level: 'viewer',
      expires_at: '2999-04-01T00:00:00.000Z',
    })
    await press(dialog, 'Revoke Manager’s access')
    await waitFor(() => expect(within(list).queryByText('Manager')).not.toBeInTheDocument())
    expect(inputOf(taken)).toEqual({ kind: 'camera', id: 4, grantee_kind: 'role', grantee_id: 1 })
    expect((await axe.run(dialog)).violations).toEqual([])
  })

  test('can be everybody, after a second press; a refusal says why', async () => {
    serve(changePermission, apiError('permission.missing'))
    const dialog = await change()
    const all = await within(dialog).findByRole('switch', { name: 'Everybody in Ridgeway Cycles' })
    expect(within(dialog).queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
    await userEvent.click(all)
    await press(dialog, 'Save')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Your role does not allow this.')
    expect(all).toBeChecked()
    const calls = serve(changePermission, { ...nobodyElse, organisation: true })
    await press(dialog, 'Save')
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Save' })).not.toBeInTheDocument())
    expect(inputOf(calls)).toEqual({ camera_id: 4, organisation: true })
    expect(all).toBeChecked()
  })

  test('is read-only for people who do not manage cameras', async () => {
    setup.grants = [grantOf('user', 8, 'Tom Reyes', { expires_at: '2025-11-28T00:00:00.000Z' })]
    serve(readPermission, { ...nobodyElse, organisation: true })
    asMember()
    await open('?source=camera.4&access=camera.4')
    const dialog = await dialogOf('Who can watch Front counter')
    expect(await within(dialog).findByText('Person · Until Thursday, November 27, 2025')).toBeInTheDocument()
    expect(await within(dialog).findByText('Everybody in Ridgeway Cycles')).toBeInTheDocument()
    expect(within(dialog).queryByRole('switch')).not.toBeInTheDocument()
    expect(within(dialog).queryByRole('button', { name: /Revoke|Give access/ })).not.toBeInTheDocument()
    await press(dialog, 'Close')
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    const drawer = await details('Front counter')
    expect(drawer).toHaveTextContent('Tom ReyesUntil Thursday, November 27, 2025')
  })

  test('that did not load says so and can be tried again', async () => {
    serve(readPermission, apiError('server.unavailable'))
    serve(listGrants, apiError('server.unavailable'))
    const dialog = await change()
    await waitFor(() => expect(within(dialog).getAllByRole('alert')).toHaveLength(2))
    serve(readPermission, nobodyElse)
    serve(listGrants, [grantOf('user', 8, 'Tom Reyes')])
    for (const again of within(dialog).getAllByRole('button', { name: 'Try Again' })) await userEvent.click(again)
    expect(await within(dialog).findByText('Tom Reyes')).toBeInTheDocument()
    expect(await within(dialog).findByRole('switch', { name: 'Everybody in Ridgeway Cycles' })).not.toBeChecked()
  })

  test('that somebody requests is counted on the button that leads to the answer', async () => {
    setup.requests = [lenaAsks(), lenaAsks({ id: 6, name: 'Rear yard' })]
    const given = serve(grantSubjectAccess, ({ body }) => [grantOf('user', Number(body.grantee_id), 'Lena Fuchs')])
    await open('?source=camera.4')
    await press(await details('Front counter'), 'Change 1 request')
    const dialog = await dialogOf('Who can watch Front counter')
    const row = await within(dialog).findByRole('list', { name: 'Requests for access' })
    expect(row).toHaveTextContent('Lena FuchsI mind the till on Mondays.Thursday, November 20, 2025, 2:04 PM')
    await press(row, 'Give access to Lena Fuchs')
    await waitFor(() => expect(row).not.toBeInTheDocument())
    expect(inputOf(given)).toEqual({
      kind: 'camera',
      id: 4,
      grantee_kind: 'user',
      grantee_id: 11,
      level: 'viewer',
    })
    expect(await within(dialog).findByRole('button', { name: 'Revoke Lena Fuchs’s access' })).toBeInTheDocument()
    await press(dialog, 'Close')
    expect(await within(await details('Front counter')).findByRole('button', { name: 'Change' })).toBeInTheDocument()
  })
})

describe('The person’s own screen [6.8c, D41]', () => {
  async function openOwn(button = 'Who can watch') {
    await open()
    await press(await screen.findByRole('region', { name: 'Your screen' }), button)
    return dialogOf('Who can watch your screen')
  }

  test('can be shown to chosen people, but not to themselves; the feed is read again', async () => {
    const feeds = serve(readFeed, () => setup.feed)
    serve(grantSubjectAccess, () => {
      setup.feed = feedOf({ my_screen_user_ids: [9] })
      return [grantOf('user', 9, 'Priya Nair')]
    })
    const dialog = await openOwn()
    await userEvent.click(await within(dialog).findByRole('combobox', { name: 'To' }))
    await screen.findByRole('option', { name: 'Priya Nair' })
    expect(screen.queryByRole('option', { name: 'Maya Okafor' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('option', { name: 'Priya Nair' }))
    const before = feeds.length
    await press(dialog, 'Give access')
    expect(await within(dialog).findByRole('button', { name: 'Revoke Priya Nair’s access' })).toBeInTheDocument()
    await waitFor(() => expect(feeds.length).toBeGreaterThan(before))
  })

  test('is shown to everybody by a switch and Save', async () => {
    const calls = serve(changePermission, () => {
      setup.feed = feedOf({ is_my_screen_accessible_to_org: true })
      return { ...nobodyElse, organisation: true }
    })
    const dialog = await openOwn()
    const all = within(dialog).getByRole('switch', { name: 'Everybody in Ridgeway Cycles' })
    await userEvent.click(all)
    await press(dialog, 'Save')
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Save' })).not.toBeInTheDocument())
    await waitFor(() => expect(all).toBeChecked())
    expect(inputOf(calls)).toEqual({ is_my_screen_accessible_to_org: true })
  })

  test('that somebody requests shows this on its card; declining is an answer, too', async () => {
    setup.requests = [lenaAsks({ kind: 'screen', id: 7, name: 'Maya Okafor', note: '' })]
    const declined = serve(declineAccess, () => {
      setup.requests = []
      return null
    })
    const dialog = await openOwn('Who can watch 1 request')
    await press(dialog, 'Decline Lena Fuchs’s request')
    await waitFor(() => expect(within(dialog).queryByText('Lena Fuchs')).not.toBeInTheDocument())
    expect(inputOf(declined)).toEqual({ kind: 'screen', id: 7, requested_by: 11 })
  })
})

describe('A source that is not there', () => {
  test.each(['camera.99', 'screen.99'])('%s is not requested by those who see all', async source => {
    await open(`?source=${source}`)
    const none = await screen.findByRole('heading', { name: 'There is nothing here' })
    expect(none.parentElement).toHaveTextContent('It was removed, or it never existed.')
    expect(screen.queryByRole('button', { name: 'Ask for access' })).not.toBeInTheDocument()
  })
})

describe('A source that the person cannot see', () => {
  beforeEach(asMember)

  test.each([
    ['camera.99', { kind: 'camera', id: 99 }, /people who manage cameras can give you access\./],
    ['screen.99', { kind: 'screen', id: 99 }, /Only the person who shares a screen can give access to it\./],
  ])('%s can be requested without revealing its name, and opens by itself [D41]', async (source, subject, who) => {
    const calls = serve(requestAccess, null)
    await open(`?source=${source}`)
    const gone = await screen.findByRole('heading', { name: 'You cannot see this source' })
    expect(gone.parentElement).toHaveTextContent(/It does not exist, or you have no access\./)
    expect(gone.parentElement).toHaveTextContent(who)
    await userEvent.click(await screen.findByRole('button', { name: 'Ask for access' }))
    const dialog = await dialogOf('Ask for access')
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'For the night shift')
    await press(dialog, 'Send request')
    expect(await screen.findByText('Request sent. This page opens as soon as you have access.')).toBeInTheDocument()
    expect(inputOf(calls)).toEqual({ ...subject, note: 'For the night shift' })
    setup.feed = feedOf({
      accessible_cctv_feeds: [cameraOf(99, 'Gate')],
      screen_sharing_users: [screenOf(99, 'Noor Haddad')],
    })
    act(() => setup.environment.latest.emit({ event: 'feed_changed' }))
    expect(await closeUp(/^(Gate|Noor Haddad), /)).toBeInTheDocument()
  })

  test('keeps the note when the request failed', async () => {
    serve(requestAccess, apiError('server.unavailable'))
    await open('?source=camera.99')
    await userEvent.click(await screen.findByRole('button', { name: 'Ask for access' }))
    const dialog = await dialogOf('Ask for access')
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'For the night shift')
    await press(dialog, 'Send request')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The server is not ready.')
    await press(dialog, 'Cancel')
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(screen.queryByText(/^Asked\./)).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Ask for access' }))
    const again = await dialogOf('Ask for access')
    expect(within(again).getByRole('textbox', { name: 'Note' })).toHaveValue('For the night shift')
  })

  test.each(['nonsense', 'screen.7'])('cannot be requested as %s', async source => {
    await open(`?source=${source}`)
    await screen.findByRole('heading', { name: 'You cannot see this source' })
    expect(await screen.findByRole('button', { name: 'All sources' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Ask for access' })).not.toBeInTheDocument()
  })
})
