import '../../../platform/test-indexed-db'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readUpload } from '#shared/contract/attachments/endpoints'
import { startDiarization } from '#shared/contract/meetings/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { getSignInOptions } from '#shared/contract/profile/endpoints'
import { apiError } from '#shared/errors'
import { TestTab } from '../../../platform/mutation-queue/test-browser'
import { randomText } from '../../../platform/random'
import { endSession } from '../../../platform/session'
import { detailOf, signInOptionsOf } from '../../../platform/test-cast'
import { renderPage, withEnglish } from '../../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../../platform/test-server'
import { leaveUploads, useUploadStore } from '../../attachments/store'
import { addStored } from '../../attachments/test-stored'
import { useSignIn } from '../../session/store'
import { documentOf } from '../test-transcripts'
import { UploadCard } from './upload-card'

withServer()
withEnglish('meetings')

const ids = ['0b0e7c1e-0000-4000-8000-000000000001', '0b0e7c1e-0000-4000-8000-000000000002']
let started: Received[]
let tab: TestTab

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  signInAs(7, { organizationId: 3 })
  tab = new TestTab()
  useSignIn.setState({ options: signInOptionsOf() })
  serve(organisationInfo, detailOf())
  let made = 4
  started = serve(startDiarization, () => {
    made += 1
    return documentOf(made)
  })
})
afterEach(() => {
  // A page that is still there would ask for what the end of the session forgets.
  cleanup()
  tab.close()
  endSession()
  leaveUploads()
  location.hash = ''
})

/** Adds files that were chosen here, and are at the server unless they wait for it. */
function addUploads(names: readonly string[], state: 'done' | 'waiting' = 'done') {
  act(() => {
    for (const [index, name] of names.entries())
      addStored({ id: randomText(), name, file_id: ids[index] ?? null }, state, index)
  })
}
const open = () => renderPage(<UploadCard />)
const make = () => screen.findByRole('button', { name: 'Create transcript' })

describe('Recordings from files [1.5a, D24]', () => {
  test('say before the upload that this server shows who spoke when, without a transcript', async () => {
    serve(getSignInOptions, signInOptionsOf({ words: false }))
    act(() => useSignIn.setState({ options: null }))
    open()
    expect(await screen.findByText(/^No speech model is connected to this server\./)).toBeVisible()
    addUploads(['morning.mp3'])
    expect(await screen.findByRole('button', { name: 'Find out who spoke when' })).toBeEnabled()
    expect(screen.queryByRole('button', { name: 'Create transcript' })).not.toBeInTheDocument()
  })

  test('several files are one meeting, in their order', async () => {
    open()
    addUploads(['morning.mp3', 'afternoon.mp3'])
    await userEvent.click(await make())
    await waitFor(() => expect(location.hash).toBe('#/docs/5'))
    expect(started.map(call => call.body)).toMatchObject([
      { file_ids: ids, document_name: 'morning', access: 'private' },
    ])
    expect(useUploadStore.getState().uploads).toEqual([])
  })

  test('or a meeting each', async () => {
    open()
    addUploads(['morning.mp3', 'afternoon.mp3'])
    await userEvent.click(await screen.findByRole('radio', { name: 'A separate meeting each' }))
    await userEvent.click(await make())
    await waitFor(() => expect(location.hash).toBe('#/docs'))
    expect(started.map(call => call.body)).toMatchObject([
      { file_ids: [ids[0]], document_name: 'morning' },
      { file_ids: [ids[1]], document_name: 'afternoon' },
    ])
  })

  test('nothing starts before all files are uploaded', async () => {
    serve(readUpload, Response.error())
    open()
    addUploads(['morning.mp3'], 'waiting')
    expect(await make()).toBeDisabled()
    expect(screen.getByText('Available once all files are uploaded.')).toBeInTheDocument()
  })

  test('files that the server refuses stay listed, with the reason', async () => {
    serve(startDiarization, apiError('recording.no_sound'))
    open()
    addUploads(['silent.mp4'])
    await userEvent.click(await make())
    expect(await screen.findByRole('alert')).toHaveTextContent('This file has no sound.')
    expect(useUploadStore.getState().uploads).toHaveLength(1)
    expect(location.hash).toBe('')
  })

  test('files that are neither audio nor video are left out, with a message', async () => {
    open()
    const card = screen.getByRole('region', { name: 'Recordings from files' })
    const input = card.querySelector('input[type=file]')
    if (!input) throw new Error('There is no file input.')
    fireEvent.change(input, { target: { files: [new File(['x'], 'plan.pdf', { type: 'application/pdf' })] } })
    expect(await within(card).findByRole('alert')).toHaveTextContent('1 file was left out')
    expect(useUploadStore.getState().uploads).toEqual([])
  })
})
