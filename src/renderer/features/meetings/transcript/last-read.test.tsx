import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { diarizationStatus, readTranscript } from '#shared/contract/meetings/endpoints'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../../platform/copies-shown'
import { offlineCopies } from '../../../platform/offline-copies'
import { resetOrganisation } from '../../../platform/store'
import { MemoryCopies } from '../../../platform/test-copies'
import { onItsWay, serve, signInAs } from '../../../platform/test-server'
import { statusOf, transcriptOf } from '../test-transcripts'
import { open, withTranscript } from './test-transcript'

vi.mock('virtua', async () => ({ Virtualizer: (await import('./test-virtualizer')).Virtualizer }))
withTranscript()

let storage: MemoryCopies
beforeEach(() => {
  storage = new MemoryCopies()
  offlineCopies.keepIn(storage)
})
afterEach(() => offlineCopies.keepIn(null))

const words = () => screen.findByText('The rims arrive on Tuesday.')
const shown = () => Object.keys(useCopiesShown.getState().shown)

/** Reads a meeting, and simulates a reload without a server. */
async function readThenReload(): Promise<void> {
  await open()
  await words()
  await offlineCopies.flush()
  cleanup()
  resetOrganisation()
  serve(readTranscript, () => Response.error())
  serve(diarizationStatus, () => Response.error())
}

describe('The words of a meeting', () => {
  test('stay readable without the server, and the strip says that they are a copy', async () => {
    await readThenReload()
    await open()
    expect(await words()).toBeVisible()
    expect(shown()).toEqual(['document.5.transcript'])
  })

  test('are stored as a part of their document, without the addresses of the sound', async () => {
    await readThenReload()
    expect(storage.names).toEqual(['7.3 document.5.transcript'])
    expect(JSON.stringify([...storage.copies.values()])).not.toContain('/files/')
    await offlineCopies.drop('document.5')
    await open()
    expect(await screen.findByRole('heading', { name: 'The transcript did not load' })).toBeVisible()
    expect(shown()).toEqual([])
  })

  test('are as the server says once it answers again', async () => {
    await readThenReload()
    await open()
    await words()
    cleanup()
    serve(diarizationStatus, statusOf())
    const later = transcriptOf({ version: 2 })
    serve(readTranscript, { ...later, segments: later.segments.slice(1) })
    await open()
    // The copy may be shown until then.
    await waitFor(() => expect(screen.queryByText('The rims arrive on Tuesday.')).toBeNull())
    expect(await screen.findByText('Then Saturday needs two more mechanics.')).toBeVisible()
    expect(shown()).toEqual([])
  })

  test('are not shown to somebody whom the server refuses them', async () => {
    await readThenReload()
    serve(readTranscript, apiError('document.not_found'))
    serve(diarizationStatus, apiError('document.not_found'))
    await open()
    expect(await screen.findByRole('heading', { name: 'The transcript did not load' })).toBeVisible()
    expect(screen.queryByText('The rims arrive on Tuesday.')).toBeNull()
  })

  test('that came from the device while the server thought leave the page when it refuses them', async () => {
    await readThenReload()
    const [status, transcript] = [
      onItsWay(apiError('document.not_found')),
      onItsWay(apiError('document.not_found')),
    ] as const
    serve(diarizationStatus, () => status.given)
    serve(readTranscript, () => transcript.given)
    await open()
    expect(await words()).toBeVisible()
    status.arrive()
    transcript.arrive()
    expect(await screen.findByRole('heading', { name: 'The transcript did not load' })).toBeVisible()
    expect(screen.queryByText('The rims arrive on Tuesday.')).toBeNull()
    expect(shown()).toEqual([])
  })

  test('are not shown in another workspace', async () => {
    await readThenReload()
    signInAs(7, { organizationId: 4 })
    await open()
    expect(await screen.findByRole('heading', { name: 'The transcript did not load' })).toBeVisible()
  })
})
