import { screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, test, vi } from 'vitest'
import { type Caption, readCaptions } from '#shared/contract/meetings/live'
import { serve } from '../../../platform/test-server'
import { statusOf, transcriptOf } from '../test-transcripts'
import { emit, open, part, setup, withTranscript } from './test-transcript'

vi.mock('virtua', async () => ({ Virtualizer: (await import('./test-virtualizer')).Virtualizer }))
withTranscript()

const lines = async () => within(await screen.findByRole('region', { name: 'Live captions' })).findAllByRole('listitem')

describe('The page of a meeting that is being recorded [D24, D40]', () => {
  test('shows the captions as they come, politely, until the transcript replaces them', async () => {
    const said: Caption[] = [{ place: 0, start: 6, text: 'The rims are here.' }]
    serve(readCaptions, () => said)
    setup.status = statusOf({ stage: 'recording', progress: 0 })
    setup.transcript = transcriptOf({ segments: [], speakers: [], files: [] })
    await open()
    expect(await screen.findByRole('heading', { name: 'This meeting is being recorded' })).toBeInTheDocument()
    expect((await lines()).map(line => line.textContent)).toEqual(['0:06The rims are here.'])
    expect(screen.getByRole('list')).toHaveAttribute('aria-live', 'polite')
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
    said.push({ place: 1, start: 12, text: 'All of them?' })
    emit({ kind: 'caption.added', doc_id: 5, place: 1 })
    expect(await screen.findByText('All of them?')).toBeInTheDocument()
    // While it is transcribed the captions stay.
    emit({ kind: 'diarization.status', doc_id: 5, status: statusOf({ stage: 'transcribing', progress: 0.2 }) })
    expect(await screen.findByText('The transcript is on its way')).toBeInTheDocument()
    expect(await lines()).toHaveLength(2)
    setup.transcript = transcriptOf()
    emit({ kind: 'diarization.status', doc_id: 5, status: statusOf() })
    expect(await part('Maya Okafor, 0:00')).toBeInTheDocument()
    expect(screen.queryByText('All of them?')).not.toBeInTheDocument()
  })

  test('says so while nobody has spoken yet', async () => {
    serve(readCaptions, [])
    setup.status = statusOf({ stage: 'recording', progress: 0 })
    await open()
    expect(await screen.findByText('Nobody has said anything yet.')).toBeInTheDocument()
  })
})
