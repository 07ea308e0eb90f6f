import { render } from '@testing-library/react'
import { HashRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { listAccessRequests } from '#shared/contract/access/endpoints'
import { listUnread } from '#shared/contract/documents/endpoints'
import { listBranches } from '#shared/contract/organisations/branches'
import { listOrganisations, type Organisation, organisationInfo } from '#shared/contract/organisations/endpoints'
import { fetchProfile, type Profile, trackEvents } from '#shared/contract/profile/endpoints'
import { startLanguages, withNamespaces } from '../i18n/languages'
import { endSession, noOrganisation } from '../platform/session'
import { startShortcuts } from '../platform/shortcuts'
import { detailOf, organisationOf, profileOf } from '../platform/test-cast'
import { serve, signInAs, withServer } from '../platform/test-server'
import { preloadOverlays } from '../ui/preload'
import { features } from './features'
import { AppRoutes } from './routes'

/** A connection that never opens. */
class SilentSocket {
  close(): void {}
}

/** Prepares the whole app for a test file: a server without answers, English, and the keys. Call it at the top. */
export function withApp(): void {
  withServer()
  beforeAll(async () => {
    await startLanguages()
    await withNamespaces('apiErrors', Promise.resolve())
    await withNamespaces('overlays', Promise.resolve())
    // Preloads lazy modules, because the first load takes longer than a test should.
    await Promise.all([
      preloadOverlays(),
      import('./palette/palette'),
      import('./shortcut-list'),
      import('../features/organisations/organisation-panel'),
      ...features.flatMap(({ routes: own = [], bareRoutes = [] }) =>
        [...own, ...bareRoutes].map(route => route.lazy()),
      ),
    ])
  }, 60_000)
  let stop: () => void
  beforeEach(() => {
    vi.stubGlobal('WebSocket', SilentSocket)
    stop = startShortcuts()
    serve(trackEvents, null)
    serve(listBranches, [])
    serve(organisationInfo, detailOf())
    serve(listAccessRequests, [])
    serve(listUnread, [])
  })
  afterEach(() => {
    stop()
    vi.unstubAllGlobals()
    endSession()
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', '/')
  })
}

/** Signs somebody in; the server knows them and their workspaces. */
export function signedIn(
  profile: Partial<Profile> = {},
  organisations: Organisation[] = [organisationOf({ org_role: 'member' })],
) {
  const person = profileOf(profile)
  signInAs(person.user_id, { organizationId: noOrganisation })
  return { profiles: serve(fetchProfile, person), lists: serve(listOrganisations, organisations) }
}

/** Opens the app at a hash route. */
export function openApp(path: string) {
  history.replaceState(null, '', `/#${path}`)
  return render(
    <HashRouter>
      <AppRoutes />
    </HashRouter>,
  )
}
