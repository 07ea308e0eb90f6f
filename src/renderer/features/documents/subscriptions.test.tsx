import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listDocuments, type NoteItem } from '#shared/contract/documents/endpoints'
import { eventually } from '#shared/testing/eventually'
import { startLive } from '../../platform/live'
import { endSession } from '../../platform/session'
import { organisationOf, profileOf } from '../../platform/test-cast'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { itemOf } from '../logs/test-logs'
import { useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { DocumentsPage } from './page'
import { startDocuments } from './start'
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

function emit(seq: number): void {
  const change = { kind: 'document.created', doc_id: 4 }
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
