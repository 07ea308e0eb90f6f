import { render } from '@testing-library/react'
import { createHashRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { listOrganisations, type Organisation } from '#shared/contract/organisations'
import { fetchProfile, type Profile, trackEvents } from '#shared/contract/profile'
import { startLanguages } from '../i18n/languages'
import { endSession, noOrganisation } from '../platform/session'
import { startShortcuts } from '../platform/shortcuts'
import { organisationOf, profileOf } from '../platform/test-cast'
import { serve, signInAs, withServer } from '../platform/test-server'
import { routes } from './routes'

type Router = ReturnType<typeof createHashRouter>
const open = new Set<Router>()

/** The whole app in a test file: a server that answers nothing yet, English, and the keys. Call it at the top. */
export function withApp(): void {
  withServer()
  beforeAll(startLanguages)
  let stop: () => void
  beforeEach(() => {
    stop = startShortcuts()
    serve(trackEvents, null)
  })
  afterEach(() => {
    stop()
    for (const router of open) router.dispose()
    open.clear()
    endSession()
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', '/')
  })
}

/** Somebody is signed in, and the server knows them and their workspaces. */
export function signedIn(profile: Partial<Profile> = {}, organisations: Organisation[] = [organisationOf()]) {
  const person = profileOf(profile)
  signInAs(person.user_id, { organizationId: noOrganisation })
  return { profiles: serve(fetchProfile, person), lists: serve(listOrganisations, organisations) }
}

/** Opens the app at a hash route. */
export function openApp(path: string) {
  history.replaceState(null, '', `/#${path}`)
  const router = createHashRouter(routes)
  open.add(router)
  return render(<RouterProvider router={router} />)
}
