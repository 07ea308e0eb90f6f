import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { type AccessRequest, type Grant, listAccessRequests, listGrants } from '#shared/contract/access/endpoints'
import { listWordsReaders } from '#shared/contract/jobs/endpoints'
import { type OrganisationDetail, organisationInfo } from '#shared/contract/organisations/endpoints'
import { type FeedData, type FeedRequest, readFeed, readPermission } from '#shared/contract/sources/endpoints'
import { endSession } from '../../platform/session'
import { startShortcuts } from '../../platform/shortcuts'
import { detailOf, organisationOf, profileOf } from '../../platform/test-cast'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { SourcesPage } from './page'
import { startSources } from './start'
import { branchOf, cameraOf, feedOf, memberOf, roundUp, screenOf, viewerOf } from './test-sources'

export const counter = { kind: 'camera', camera_id: 4 } as const
export const nobodyElse = { organisation: false, user_ids: [], role_ids: [], branch_ids: [] }

/** What tests set before they open the page, and inspect afterwards. */
export const setup: {
  environment: FakeEnvironment
  feed: FeedData
  detail: OrganisationDetail
  /** The grants returned for every subject. */
  grants: Grant[]
  requests: AccessRequest[]
  /** Which elements are visible; all, unless a test says otherwise. */
  sees: (element: Element) => boolean
} = {
  environment: new FakeEnvironment(),
  feed: feedOf(),
  detail: detailOf(),
  grants: [],
  requests: [],
  sees: () => true,
}

class Sight {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe(element: Element) {
    this.tell([{ isIntersecting: setup.sees(element) }])
  }
  disconnect() {}
}

let stops: (() => void)[]

/**
 * Maya, an admin, with a working and a broken camera, one shared screen and one that is not shared. Call it at the top.
 */
export function withSourcesPage(): void {
  withServer()
  withEnglish('sources')
  beforeEach(() => {
    vi.stubGlobal('IntersectionObserver', Sight)
    signInAs(7, { organizationId: 3 })
    useProfile.setState({ profile: profileOf({ user_timezone: 'UTC' }), status: 'ready' })
    useOrganisations.setState({ items: [organisationOf({ org_role: 'admin' })], status: 'ready' })
    setup.environment = new FakeEnvironment()
    setup.sees = () => true
    setup.feed = feedOf({
      screen_sharing_users: [screenOf(9, 'Priya Nair')],
      accessible_cctv_feeds: [
        cameraOf(4, 'Front counter', { branch_id: 1 }),
        cameraOf(6, 'Rear yard', { trouble: 'unreachable', branch_id: 2 }),
      ],
      accessible_user_screens: [screenOf(8, 'Tom Reyes', { state: 'off', since: null })],
      screen_viewers: [{ source: counter, users: [viewerOf(7, 'Maya Okafor'), roundUp] }],
    })
    setup.detail = detailOf({
      all_users: [memberOf(7, 'Maya Okafor'), memberOf(8, 'Tom Reyes'), memberOf(9, 'Priya Nair', { branch_ids: [2] })],
      branches: [branchOf(1, 'Harbourside'), branchOf(2, 'Old Market')],
    })
    serve(readFeed, () => setup.feed)
    serve(listWordsReaders, [])
    serve(organisationInfo, () => setup.detail)
    setup.grants = []
    setup.requests = []
    serve(readPermission, nobodyElse)
    serve(listGrants, () => setup.grants)
    serve(listAccessRequests, () => setup.requests)
    stops = [startShortcuts()]
  })
  afterEach(async () => {
    // An open toast would delay those of the next test.
    for (const close of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(close)
    for (const stop of stops) stop()
    endSession()
    vi.unstubAllGlobals()
  })
}

const WithToasts = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <Toaster label="Notifications" closeLabel="Close" />
  </>
)

/** Opens the page and connects its feed. */
export async function open(search = '') {
  stops.push(startSources(setup.environment))
  const page = renderPage(<SourcesPage />, { path: '/feed', search, wrapper: WithToasts })
  await settled()
  act(() => setup.environment.latest.accept())
  return page
}

export const grid = () => screen.findByRole('list', { name: 'Sources' })
export const tile = async (name: RegExp) => within(await grid()).findByRole('button', { name })
export const closeUp = (name: RegExp) => screen.findByRole('figure', { name })
export const details = (name: string) => screen.findByRole('complementary', { name })
export const requests = () => setup.environment.latest.sent.map(text => JSON.parse(text) as FeedRequest)
/** Takes Maya's rights away. */
export const asMember = () =>
  act(() => useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' }))
