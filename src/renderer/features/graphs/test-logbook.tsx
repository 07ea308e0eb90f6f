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
import { detailOf } from '../../platform/test-cast'
import { serve } from '../../platform/test-server'
import { DocumentsPage } from '../documents/page'
import { startDocuments } from '../documents/start'
import { withDocumentSlots } from '../documents/test-slots'
import { matches } from '../logs/filter'
import { documentOf, itemOf, pageFrom, sideFrom } from '../logs/test-logs'
import { LivePage, withFresh } from '../organisations/test-live-page'
import { GraphPage } from './page'

/** Maya, a member, created logbook 3 and reads it. The test changes the data of the server. */
export class TestLogbook extends LivePage {
  logs: Log[] = []
  graphs: ListedGraph[] = []
  doc: Document | null = documentOf()

  constructor() {
    super({ org_role: 'member' })
  }

  protected serveAll(): void {
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
  }

  open(at: string) {
    return this.show(
      [
        { path: '/docs', element: <DocumentsPage /> },
        { path: '/docs/:doc_id', element: <DocumentsPage /> },
        { path: '/docs/:doc_id/:graph_id', element: <GraphPage /> },
      ],
      at,
    )
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
  startDocuments()
  withDocumentSlots()
  const setup = withFresh(() => new TestLogbook())
  return {
    get logbook() {
      return setup.page
    },
  }
}
