import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fetchDocument, listDocuments, type NoteItem } from '#shared/contract/documents/endpoints'
import type { OrgEvent } from '#shared/contract/events'
import { eventually } from '#shared/testing/eventually'
import { spreading, startLive } from '../../platform/live'
import { endSession } from '../../platform/session'
import { organisationOf, profileOf } from '../../platform/test-cast'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { documentOf, itemOf } from '../logs/test-logs'
import { useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { DocumentsPage } from './page'
import { startDocuments } from './start'
import { useDocuments } from './store'
import { withDocumentSlots } from './test-slots'

withServer()
withEnglish('documents')
startDocuments()
withDocumentSlots()

let environment: FakeEnvironment
let stop: () => void

beforeEach(async () => {
  environment = new FakeEnvironment()
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf(), status: 'ready' })
  useOrganisations.setState({ items: [organisationOf()], status: 'ready' })
  stop = startLive(environment)
  await settled()
  environment.latest.accept()
  environment.latest.emit({ event: 'ready', seq: 10 })
})
afterEach(() => {
  cleanup()
  stop()
  endSession()
  localStorage.clear()
})

function emit(seq: number, change: OrgEvent = { kind: 'document.created', doc_id: 4 }): void {
  environment.latest.emit({ event: 'event', seq, actor_id: 8, at: '2026-11-20T10:00:00.000Z', change })
}

test('a logbook created while the list is loading appears in it, in whichever order the answers come [3.6]', async () => {
  const answers: ((items: NoteItem[]) => void)[] = []
  serve(listDocuments, ({ body }) => (body.only ? [] : new Promise<NoteItem[]>(answer => answers.push(answer))))
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <DocumentsPage /> }])} />)
  await eventually(() => expect(answers).toHaveLength(1))
  emit(11)
  await eventually(() => expect(answers).toHaveLength(2))

  answers[1]?.([itemOf(4, 'Bay log'), itemOf(3, 'Wages')])
  await screen.findByRole('link', { name: /^Bay log/ })
  answers[0]?.([itemOf(3, 'Wages')])
  // By now that answer has arrived, because a later request was answered.
  emit(12)
  await eventually(() => expect(answers).toHaveLength(3))
  await settled()
  expect(screen.getByRole('link', { name: /^Bay log/ })).toBeTruthy()
})

test('a document is read again only if it is older than an event says', async () => {
  let doc = documentOf({ doc_id: 5, version: 2, updatedat: '2026-11-20T10:00:00.000Z' })
  const calls = serve(fetchDocument, () => doc)
  await useDocuments.getState().readInfo(5)
  const { updatedat: updated_at } = doc
  emit(11, { kind: 'document.updated', doc_id: 5, version: 2, updated_at })
  await settled()
  expect(calls).toHaveLength(1)
  doc = { ...doc, version: 3, content: 'New', updatedat: '2026-11-20T10:01:00.000Z' }
  emit(12, { kind: 'document.updated', doc_id: 5, version: 3, updated_at: doc.updatedat })
  await eventually(() => expect(useDocuments.getState().opened[5]?.info?.content).toBe('New'))
  // Events of earlier versions of the server do not say how new it is.
  emit(13, { kind: 'document.updated', doc_id: 5 })
  await eventually(() => expect(calls).toHaveLength(3))
})

test('many changes of roles, branches and members load the list once, a moment later', async () => {
  spreading.within = 20
  const calls = serve(listDocuments, ({ body }) => (body.only ? [] : [itemOf(4, 'Bay log')]))
  await useDocuments.getState().load()
  const all = () => calls.filter(call => call.body.only === undefined)
  expect(all()).toHaveLength(1)
  for (let seq = 11; seq < 31; seq += 1) emit(seq, { kind: 'role.changed', role_id: 2 })
  await eventually(() => expect(all()).toHaveLength(2))
  spreading.within = 0
  emit(31)
  await eventually(() => expect(all()).toHaveLength(3))
})
