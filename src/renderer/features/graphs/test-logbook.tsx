import { cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach } from 'vitest'
import { listAccessRequests, listGrants } from '#shared/contract/access/endpoints'
import { type Document, fetchDocument, listDocuments, openedDocument } from '#shared/contract/documents/endpoints'
import { listAnnotations } from '#shared/contract/graphs/annotations'
import { type ListedGraph, listGraphs } from '#shared/contract/graphs/endpoints'
import { listThresholds } from '#shared/contract/graphs/thresholds'
import { readLogs } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { readSide } from '#shared/contract/logs/side'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { apiError } from '#shared/errors'
import { startLive } from '../../platform/live'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { startShortcuts } from '../../platform/shortcuts'
import { detailOf, organisationOf, profileOf } from '../../platform/test-cast'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { serve, signInAs } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { DocumentsPage } from '../documents/page'
import { startDocuments } from '../documents/start'
import { withDocumentSlots } from '../documents/test-slots'
import { matches } from '../logs/filter'
import { documentOf, itemOf, pageFrom, sideFrom } from '../logs/test-logs'
import { useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { GraphPage } from './page'

/** Maya, a member, created logbook 3 and reads it. The test changes the data of the server. */
export class TestLogbook {
  logs: Log[] = []
  graphs: ListedGraph[] = []
  doc: Document | null = documentOf()
  #environment = new FakeEnvironment()
  #seq = 10
  #stop = () => {}

  async enter(): Promise<void> {
    this.#environment = new FakeEnvironment()
    signInAs(7, { organizationId: 3 })
    usePreferences.setState({ timeZone: 'UTC' })
    useProfile.setState({ profile: profileOf({ user_timezone: 'UTC' }), status: 'ready' })
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' })
    serve(listDocuments, [itemOf(3, 'Bay log')])
    serve(fetchDocument, () => this.doc ?? apiError('document.not_found'))
    serve(openedDocument, null)
    serve(listAccessRequests, [])
    serve(listGrants, [])
    serve(listGraphs, () => this.graphs)
    serve(listAnnotations, [])
    serve(listThresholds, [])
    serve(organisationInfo, detailOf({ all_users: people }))
    serve(readSide, call => sideFrom(this.logs, call))
    serve(readLogs, call => {
      const paramOf = (name: string) => JSON.parse(call.query.get(name) ?? '[]')
      const filter = { labels: paramOf('labels'), user_ids: paramOf('user_ids') }
      return pageFrom(
        this.logs.filter(log => matches(log, filter)),
        call,
      )
    })
    const stops = [startLive(this.#environment), startShortcuts()]
    this.#stop = () => {
      for (const stop of stops) stop()
    }
    await settled()
    this.#environment.latest.accept()
    this.#environment.latest.emit({ event: 'ready', seq: this.#seq })
  }

  leave(): void {
    cleanup()
    this.#stop()
    endSession()
    localStorage.clear()
  }

  emit(change: unknown): void {
    this.#seq += 1
    this.#environment.latest.emit({
      event: 'event',
      seq: this.#seq,
      actor_id: 8,
      at: '2026-11-20T10:00:00.000Z',
      change,
    })
  }

  open(at: string) {
    const router = createMemoryRouter(
      [
        { path: '/docs', element: <DocumentsPage /> },
        { path: '/docs/:doc_id', element: <DocumentsPage /> },
        { path: '/docs/:doc_id/:graph_id', element: <GraphPage /> },
      ],
      { initialEntries: [at] },
    )
    const view = render(
      <>
        <RouterProvider router={router} />
        <Toaster label="Notifications" closeLabel="Close" />
      </>,
    )
    return { ...view, router }
  }
}

const person = {
  user_image: null,
  user_phone: null,
  user_email: null,
  org_role: 'member' as const,
  role_ids: [],
  branch_ids: [],
  joined_at: '2026-11-01T00:00:00.000Z',
}
const people = [
  { ...person, user_id: 7, user_displayname: 'Maya Okafor' },
  { ...person, user_id: 8, user_displayname: 'Tom Reyes' },
]

/** Creates a fresh instance for each test of a file. Call it after `withEnglish`. */
export function withTestLogbook(): { logbook: TestLogbook } {
  const setup = { logbook: new TestLogbook() }
  startDocuments()
  withDocumentSlots()
  beforeEach(() => {
    setup.logbook = new TestLogbook()
    return setup.logbook.enter()
  })
  afterEach(() => setup.logbook.leave())
  return setup
}
