import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach } from 'vitest'
import { startLive } from '../../platform/live'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { startShortcuts } from '../../platform/shortcuts'
import { organisationOf, profileOf } from '../../platform/test-cast'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { signInAs } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { useProfile } from '../profile/store'
import { useOrganisations } from './store'

/** The pages of Maya, to whom the server pushes what changes. */
export abstract class LivePage {
  readonly #environment = new FakeEnvironment()
  #seq = 10
  #stops: (() => void)[] = []

  /** Says what the server answers. */
  protected abstract serveAll(): void

  protected constructor(private readonly organisation: Parameters<typeof organisationOf>[0]) {}

  async enter(): Promise<void> {
    signInAs(7, { organizationId: 3 })
    usePreferences.setState({ timeZone: 'UTC' })
    useProfile.setState({ profile: profileOf({ user_timezone: 'UTC' }), status: 'ready' })
    useOrganisations.setState({ items: [organisationOf(this.organisation)], status: 'ready' })
    this.serveAll()
    this.#stops = [startLive(this.#environment), startShortcuts()]
    await settled()
    this.#environment.latest.accept()
    this.#environment.latest.emit({ event: 'ready', seq: this.#seq })
  }

  leave(): void {
    cleanup()
    for (const stop of this.#stops) stop()
    endSession()
    localStorage.clear()
  }

  /** Pushes a change, by Tom unless somebody else is named. */
  emit(change: unknown, actor_id: number | null = 8): void {
    this.#seq += 1
    const frame = { event: 'event', seq: this.#seq, actor_id, at: new Date().toISOString(), change }
    act(() => this.#environment.latest.emit(frame))
  }

  /** Renders the page at an address. */
  protected show(routes: RouteObject[], at: string) {
    const router = createMemoryRouter(routes, { initialEntries: [at] })
    const view = render(
      <>
        <RouterProvider router={router} />
        <Toaster label="Notifications" closeLabel="Close" />
      </>,
    )
    return { ...view, router }
  }
}

/** Creates fresh pages for each test of a file. */
export function withFresh<P extends LivePage>(create: () => P): { page: P } {
  const setup = { page: create() }
  beforeEach(() => {
    setup.page = create()
    return setup.page.enter()
  })
  afterEach(() => setup.page.leave())
  return setup
}
