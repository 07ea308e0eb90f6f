import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listDocuments } from '#shared/contract/documents/endpoints'
import { listSpaceGraphs } from '#shared/contract/graphs/spaces'
import { getMessages, listChats, openSpaceChat } from '#shared/contract/messages/endpoints'
import { addBranch, listBranches } from '#shared/contract/organisations/branches'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { readFeed } from '#shared/contract/sources/endpoints'
import { countBranchTasks, listBranchTasks } from '#shared/contract/tasks/endpoints'
import { apiError } from '#shared/errors'
import { administration } from '../features/administration/feature'
import { documents } from '../features/documents/feature'
import { graphs } from '../features/graphs/feature'
import { plotOf } from '../features/graphs/test-graphs'
import { HomePage } from '../features/home/page'
import { itemOf } from '../features/logs/test-logs'
import { messages } from '../features/messages/feature'
import { chatOf } from '../features/messages/test-messages'
import { useOrganisations } from '../features/organisations/store'
import { sources } from '../features/sources/feature'
import { cameraOf, feedOf, memberOf, screenOf } from '../features/sources/test-sources'
import { tasks } from '../features/tasks/feature'
import { usePreferences } from '../platform/preferences'
import { endSession } from '../platform/session'
import { fillSlots } from '../platform/slot'
import { branchOf, detailOf, organisationOf } from '../platform/test-cast'
import { withEnglish } from '../platform/test-page'
import { serve, signInAs, withServer } from '../platform/test-server'
import { Toaster } from '../ui/toast'

withServer()
withEnglish('home', 'administration', 'documents', 'sources', 'graphs', 'messages', 'tasks')

beforeAll(() => fillSlots([administration, documents, sources, graphs, messages, tasks]))
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  serve(listBranches, [
    branchOf(1, 'Harbourside', { is_primary_branch: true, users: [{ user_id: 7 }, { user_id: 9 }] }),
    branchOf(2, 'Old Market'),
  ])
  serve(organisationInfo, detailOf({ all_users: [memberOf(9, 'Priya Nair', { branch_ids: [1] })] }))
  serve(countBranchTasks, [{ branch_id: 1, open_count: 17 }])
  serve(listBranchTasks, ({ body }) => ({
    ...{ branch_id: Number(body.branch_id), group_by: 'rolewise' as const, groups: [], open_count: 17, done_today: 0 },
  }))
})
afterEach(() => {
  endSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function open(path: string) {
  const paths = ['/home/:place', '/home/:place/:id', '/home/:place/:id/:part']
  const router = createMemoryRouter(
    [...paths.map(path => ({ path, element: <HomePage /> })), { path: '*', element: <output>Elsewhere</output> }],
    { initialEntries: [path] },
  )
  const page = (
    <>
      <RouterProvider router={router} />
      <Toaster label="Notifications" closeLabel="Close" />
    </>
  )
  return { ...render(page), router }
}

const panel = async (name: RegExp) => within(await screen.findByRole('tabpanel', { name }))

describe('A space [D4, 2.7]', () => {
  test('adds a space, and says when its name is taken without losing a word', async () => {
    useOrganisations.setState({ items: [organisationOf({ org_role: 'owner' })], status: 'ready' })
    const calls = serve(addBranch, apiError('branch.name_taken'))
    const { router } = open('/home/spaces')
    await userEvent.click(await screen.findByRole('button', { name: /New space/ }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Old Market')
    await userEvent.click(screen.getByRole('button', { name: 'Create space' }))
    expect(await within(screen.getByRole('dialog', { name: 'New space' })).findByRole('alert')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Old Market')
    serve(addBranch, ({ body }) => branchOf(5, String(body.branch_name)))
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' 2')
    await userEvent.click(screen.getByRole('button', { name: 'Create space' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Old Market 2' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/home/spaces/5')
    expect(calls[0]?.body).toMatchObject({ branch_name: 'Old Market', is_open_branch: true })
  })

  test('says in the list how many of its tasks are open', async () => {
    open('/home/spaces/1')
    expect(await screen.findByRole('link', { name: /Harbourside\s*Primary, 2 people, 17 open/ })).toBeVisible()
    expect(screen.getByRole('link', { name: /Old Market/ })).toHaveTextContent(/0 people$/)
  })

  test('shows its logbooks', async () => {
    const calls = serve(listDocuments, [itemOf(3, 'Bay log')])
    const { container } = open('/home/spaces/1')
    await userEvent.click(await screen.findByRole('tab', { name: 'Logbooks' }))
    const link = await (await panel(/Logbooks/)).findByRole('link', { name: /Bay log/ })
    expect(link).toHaveAttribute('href', '#/docs/3')
    expect(calls[0]?.body).toMatchObject({ branch_id: 1 })
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('shows its cameras and the screens that its people share, and no others', async () => {
    serve(
      readFeed,
      feedOf({
        accessible_cctv_feeds: [
          cameraOf(4, 'Front counter', { branch_id: 1, space_ids: [1] }),
          cameraOf(5, 'Yard', { space_ids: [1], trouble: 'unreachable' }),
          cameraOf(6, 'Market hall', { space_ids: [2] }),
        ],
        screen_sharing_users: [screenOf(9, 'Priya Nair'), screenOf(10, 'Tom Reyes')],
      }),
    )
    const { router } = open('/home/spaces/1/sources')
    const inside = await panel(/Watch/)
    expect(await inside.findByRole('button', { name: /^Front counter, Camera/ })).toBeVisible()
    expect(inside.getByRole('button', { name: /^Priya Nair, Screen/ })).toBeVisible()
    expect(within(inside.getByRole('region', { name: 'Not available' })).getByRole('button')).toHaveTextContent('Yard')
    expect(inside.queryByText('Market hall')).toBeNull()
    expect(inside.queryByText('Tom Reyes')).toBeNull()
    await userEvent.click(inside.getByRole('button', { name: /^Front counter/ }))
    expect(router.state.location).toMatchObject({ pathname: '/feed', search: '?source=camera.4' })
  })

  test('shows the graphs that are pinned to it, each told in a sentence', async () => {
    const { plot_data: _, has_more: __, ...graph } = plotOf()
    const { container } = open('/home/spaces/1/graphs')
    serve(listSpaceGraphs, [{ ...graph, logbook_name: 'Bay log' }])
    const link = await (await panel(/Graphs/)).findByRole('link', { name: /Queue at the counter/ })
    expect(link).toHaveAttribute('href', '#/docs/3/5')
    expect(within(link).getByRole('img', { name: /3 logs\. Clear 3, Queue 1, Unattended 0\./ })).toBeVisible()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test.each([
    ['logbooks', 'No logbooks in this space yet'],
    ['sources', 'No sources in this space'],
    ['graphs', 'No graphs in this space yet'],
  ])('says what belongs to %s as long as there is nothing', async (part, text) => {
    serve(listDocuments, [])
    serve(listSpaceGraphs, [])
    serve(readFeed, feedOf())
    open(`/home/spaces/1/${part}`)
    expect(await screen.findByText(text)).toBeVisible()
  })

  test('opens its chat from its header, or says why not', async () => {
    serve(openSpaceChat, apiError('branch.not_found'))
    const { router } = open('/home/spaces/1/people')
    const button = await screen.findByRole('button', { name: 'Open the chat of the space' })
    await userEvent.click(button)
    expect(await screen.findByText('The chat of the space did not open')).toBeVisible()
    const calls = serve(openSpaceChat, chatOf({ chat_id: 12, kind: 'space', branch_id: 1 }))
    serve(listChats, [])
    serve(getMessages, [])
    await userEvent.click(button)
    await waitFor(() => expect(router.state.location.pathname).toBe('/home/messages/12'))
    expect(calls[0]?.body).toMatchObject({ branch_id: 1 })
  })
})
