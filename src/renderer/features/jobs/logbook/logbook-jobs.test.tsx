import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listLogbookJobs } from '#shared/contract/jobs/endpoints'
import type { LogbookJobs } from '#shared/contract/jobs/job'
import { apiError } from '#shared/errors'
import { startLive } from '../../../platform/live'
import { usePreferences } from '../../../platform/preferences'
import { endSession } from '../../../platform/session'
import { FakeEnvironment, settled } from '../../../platform/test-environment'
import { renderPage, withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { LivePicture } from '../../sources/slots'
import { CamerasOfThisLogbook } from './logbook-cameras'
import { JobsOfThisLogbook } from './logbook-jobs'

withServer()
withEnglish('jobs')

const named = { instruction_id: 21, name: 'Counter queue watch' }
const hidden = { instruction_id: null, name: null }
const started_at = '2026-11-20T09:00:00.000Z'
const silent_since = '2026-11-20T07:55:00.000Z'

let answer: LogbookJobs
let environment: FakeEnvironment
let stop: () => void

beforeEach(async () => {
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  serve(listLogbookJobs, () => answer)
  environment = new FakeEnvironment()
  stop = startLive(environment)
  await settled()
  environment.latest.emit({ event: 'ready', seq: 0 })
})
afterEach(() => {
  stop()
  endSession()
})

const open = () => renderPage(<JobsOfThisLogbook doc_id={3} />)
const changed = (doc_id: number, seq: number) =>
  act(async () => {
    const change = { kind: 'job.logbook_changed', doc_id }
    environment.latest.emit({ event: 'event', seq, actor_id: 8, at: started_at, change })
  })

test('A logbook says that Mate is writing a log there, until it is written [D45]', async () => {
  answer = { writing: [{ ...named, started_at }], silent: [], camera_ids: [] }
  open()
  expect(await screen.findByText('Mate is writing a log')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Counter queue watch' })).toHaveAttribute('href', '#/jobs/21')
  answer = { writing: [], silent: [], camera_ids: [] }
  await changed(4, 1)
  expect(screen.getByText('Mate is writing a log')).toBeVisible()
  await changed(3, 2)
  await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement())
})

test('A logbook says since when a job is silent and why; its name only to who may see the job [D29, D28]', async () => {
  answer = {
    camera_ids: [],
    writing: [],
    silent: [
      { ...named, silent_since, reason: 'no_picture', pause_cause: null },
      { ...hidden, silent_since, reason: 'model_failed', pause_cause: 'failures' },
    ],
  }
  open()
  const first = await screen.findByText(/“Counter queue watch” has written nothing here since .*7:55/)
  expect(first).toHaveTextContent('No picture arrived.')
  expect(screen.getByText(/^A job has written nothing here since/)).toHaveTextContent('it failed five times in a row.')
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

test('A logbook says nothing about jobs while the server cannot tell', async () => {
  serve(listLogbookJobs, apiError('server.unavailable'))
  open()
  await act(async () => undefined)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

test('The cameras at which jobs look for a logbook show beside it, at most three', async () => {
  answer = { writing: [], silent: [], camera_ids: [4, 5, 6, 7] }
  LivePicture.fill(async () => ({ source }) => <p>{`Picture of ${source.kind === 'camera' && source.camera_id}`}</p>)
  renderPage(
    <>
      <JobsOfThisLogbook doc_id={3} />
      <CamerasOfThisLogbook doc_id={3} />
    </>,
  )
  expect(await screen.findByRole('heading', { name: 'Live now' })).toBeVisible()
  expect((await screen.findAllByText(/^Picture of/)).map(picture => picture.textContent)).toEqual([
    'Picture of 4',
    'Picture of 5',
    'Picture of 6',
  ])
})
