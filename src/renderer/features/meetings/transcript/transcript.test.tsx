import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test, vi } from 'vitest'
import { downloadFiles } from '#shared/contract/attachments/endpoints'
import { diarizationStatus, retryDiarization } from '#shared/contract/meetings/endpoints'
import { settled } from '../../../platform/test-environment'
import { serve } from '../../../platform/test-server'
import { listedKeys } from '../../../ui/local-keys'
import { fileId, fileOf, segmentOf, statusOf, transcriptOf } from '../test-transcripts'
import { audio, emit, open, part, playTo, position, press, setup, withTranscript } from './test-transcript'
import { scrolledTo } from './test-virtualizer'

vi.mock('virtua', async () => ({ Virtualizer: (await import('./test-virtualizer')).Virtualizer }))
withTranscript()

describe('A transcript [D24]', () => {
  test('shows who said what and when, below its summary', async () => {
    await open()
    expect(await part('Maya Okafor, 0:00')).toHaveTextContent('The rims arrive on Tuesday.')
    expect(await part('Speaker 2, 0:10')).toHaveTextContent('Then Saturday needs two more mechanics.')
    expect(screen.getByText('In short: rims.')).toBeInTheDocument()
    expect(screen.getByRole('img', { name: 'Who spoke when: Maya Okafor 0:20, Speaker 2 0:10' })).toBeInTheDocument()
    const found = await axe.run(document.body, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    })
    expect(found.violations).toEqual([])
  })

  test('has a list of its topics, each of which leads to its place and begins a section there', async () => {
    setup.transcript = transcriptOf({
      topics: [
        { start: 0, title: 'The rims' },
        { start: 10.2, title: 'Saturday' },
      ],
    })
    await open()
    const list = await screen.findByRole('navigation', { name: 'Topics' })
    expect(
      within(list)
        .getAllByRole('button')
        .map(button => button.textContent),
    ).toEqual(['0:00 The rims', '0:10 Saturday'])
    expect(within(list).getByRole('button', { name: '0:00 The rims' })).toHaveAttribute('aria-current', 'true')
    const heading = screen.getByRole('heading', { name: 'Saturday 0:10' })
    expect(heading.compareDocumentPosition(await part('Speaker 2, 0:10'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    within(list).getByRole('button', { name: '0:10 Saturday' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(scrolledTo).toHaveBeenLastCalledWith(2, { align: 'start' })
    await waitFor(() => expect(position()).resolves.toHaveValue('10'))
    expect(within(list).getByRole('button', { name: '0:10 Saturday' })).toHaveAttribute('aria-current', 'true')
    expect(audio().paused).toBe(true)
  })

  test('without topics has no list of them', async () => {
    await open()
    await part('Maya Okafor, 0:00')
    expect(screen.queryByRole('navigation', { name: 'Topics' })).not.toBeInTheDocument()
  })

  test('is printed with all its segments, not only the visible ones', async () => {
    await open()
    await part('Maya Okafor, 0:00')
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    const lists = document.querySelectorAll('ol')
    expect([...lists].map(list => list.querySelectorAll('article').length)).toEqual([3, 3])
    expect(lists[1]).toHaveClass('print:hidden')
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(document.querySelectorAll('ol')).toHaveLength(1)
  })

  test('without words says so plainly, and still shows who spoke when', async () => {
    setup.status = statusOf({ has_words: false })
    setup.transcript = transcriptOf({
      segments: [segmentOf(11, 1, 0, '')],
      speakers: [{ speaker: 1, name: null, seconds: 10 }],
    })
    await open()
    expect(await screen.findByText(/This shows who spoke when. For the words/)).toBeInTheDocument()
    expect(await part('Speaker 1, 0:00')).toHaveTextContent('Spoke for 0:10')
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
  })

  test('a press on a time plays it, and the current segment is marked', async () => {
    await open()
    await press('Play from 0:20')
    await waitFor(() => expect(audio().getAttribute('src')).toBe(`/files/${fileId}`))
    await waitFor(() => expect(audio().currentTime).toBe(20))
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeInTheDocument()
    expect(await part('Maya Okafor, 0:20')).toHaveAttribute('aria-current', 'true')
    playTo(12)
    expect(await part('Speaker 2, 0:10')).toHaveAttribute('aria-current', 'true')
    expect(scrolledTo).toHaveBeenLastCalledWith(2, { align: 'center' })
  })

  test('follows playback until the reader scrolls, and again on request', async () => {
    await open()
    await press('Play from 0:00')
    await settled()
    scrolledTo.mockReset()
    const list = screen.getByRole('list', { name: 'Transcript' })
    act(() => void list.parentElement?.dispatchEvent(new WheelEvent('wheel')))
    playTo(12)
    expect(scrolledTo).not.toHaveBeenCalled()
    await press('Follow along')
    expect(scrolledTo).toHaveBeenCalledWith(2, { align: 'center' })
  })

  test('opens at the second in the address', async () => {
    await open({ search: '?at=21' })
    expect(await position()).toHaveValue('21')
    expect(scrolledTo).toHaveBeenCalledWith(3, { align: 'center' })
    expect(await part('Maya Okafor, 0:20')).toHaveAttribute('aria-current', 'true')
  })

  test('keys play, pause and skip, but not while somebody types or presses a button', async () => {
    await open()
    await position()
    await userEvent.keyboard(' ')
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeInTheDocument()
    expect(listedKeys().map(({ group }) => group)).toContain('player')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    await waitFor(async () => expect(await position()).toHaveValue('10'))
    await userEvent.type(screen.getByRole('searchbox'), 'a b')
    expect(screen.getByRole('button', { name: 'Pause' })).toBeInTheDocument()
  })

  test('can be played slower and faster', async () => {
    await open()
    await press('Speed: 1×')
    await userEvent.click(await screen.findByRole('menuitemradio', { name: '1.5×' }))
    expect(audio().playbackRate).toBe(1.5)
    expect(await screen.findByRole('button', { name: 'Speed: 1.5×' })).toBeInTheDocument()
  })

  test('an expired address is replaced, and playback continues where it was', async () => {
    const now = vi.spyOn(Date, 'now')
    const requests = serve(downloadFiles, [{ ...fileOf(), url: '/files/fresh' }])
    await open()
    await press('Play from 0:10')
    await waitFor(() => expect(audio().currentTime).toBe(10))
    playTo(17)
    now.mockReturnValue(Date.now() + 60_000)
    act(() => void audio().dispatchEvent(new Event('error')))
    await waitFor(() => expect(audio().getAttribute('src')).toBe('/files/fresh'))
    await waitFor(() => expect(audio().currentTime).toBe(17))
    expect(requests.map(call => call.body.file_ids)).toEqual([[fileId]])
    // If even a new address does not play, the recording cannot be played.
    act(() => void audio().dispatchEvent(new Event('error')))
    expect(await screen.findByRole('alert')).toHaveTextContent('The recording cannot be played here.')
  })

  test('… even when the clock was set back by an hour meanwhile', async () => {
    const [wall, elapsed] = [vi.spyOn(Date, 'now'), vi.spyOn(performance, 'now')]
    serve(downloadFiles, [{ ...fileOf(), url: '/files/fresh' }])
    await open()
    await press('Play from 0:10')
    wall.mockReturnValue(Date.now() - 3_600_000)
    elapsed.mockReturnValue(performance.now() + 60_000)
    act(() => void audio().dispatchEvent(new Event('error')))
    elapsed.mockRestore()
    await waitFor(() => expect(audio().getAttribute('src')).toBe('/files/fresh'))
  })

  test('several files play as one', async () => {
    const second = '0b0e7c1e-0000-4000-8000-000000000008'
    setup.transcript = transcriptOf({
      files: [
        { file: fileOf(), starts_at: 0 },
        { file: fileOf(second), starts_at: 15 },
      ],
    })
    await open()
    await press('Play from 0:20')
    await waitFor(() => expect(audio().getAttribute('src')).toBe(`/files/${second}`))
    expect(audio().currentTime).toBe(5)
    playTo(6)
    expect(await position()).toHaveValue('21')
  })

  test('a search moves from match to match', async () => {
    await open()
    await userEvent.type(await screen.findByRole('searchbox'), 'RIMS')
    expect(await screen.findByText('1 of 2')).toBeInTheDocument()
    expect(scrolledTo).toHaveBeenLastCalledWith(1, { align: 'center' })
    expect(document.querySelectorAll('mark')).toHaveLength(2)
    await press('Next match')
    expect(scrolledTo).toHaveBeenLastCalledWith(3, { align: 'center' })
    await userEvent.keyboard('{Enter}')
    await userEvent.clear(screen.getByRole('searchbox'))
    await userEvent.type(screen.getByRole('searchbox'), 'brakes')
    expect(await screen.findByText('Not found')).toBeInTheDocument()
  })
})

describe('A recording being processed [D24]', () => {
  const waiting = statusOf({ stage: 'queued', progress: 0 })

  test('each stage is shown, and then the transcript', async () => {
    setup.status = waiting
    setup.transcript = transcriptOf({ segments: [], speakers: [] })
    await open()
    expect(await screen.findByText('The transcript is on its way')).toBeInTheDocument()
    emit({ kind: 'diarization.status', doc_id: 5, status: statusOf({ stage: 'separating', progress: 0.6 }) })
    expect(await screen.findByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '60')
    expect(screen.getByRole('status')).toHaveTextContent('Telling speakers apart')
    setup.transcript = transcriptOf()
    emit({ kind: 'diarization.status', doc_id: 5, status: statusOf() })
    expect(await part('Maya Okafor, 0:00')).toBeInTheDocument()
  })

  test('an answer that is overtaken by what happens next does not hold it up', async () => {
    setup.transcript = transcriptOf({ segments: [], speakers: [] })
    let answer = () => {}
    const calls = serve(
      diarizationStatus,
      () =>
        new Promise(resolve => {
          answer = () => resolve(statusOf({ stage: 'summarising', progress: 0.9 }))
        }),
    )
    await open()
    await waitFor(() => expect(calls).toHaveLength(1))
    setup.transcript = transcriptOf()
    emit({ kind: 'diarization.status', doc_id: 5, status: statusOf() })
    await settled()
    answer()
    expect(await part('Maya Okafor, 0:00')).toBeInTheDocument()
    expect(screen.queryByText('The transcript is on its way')).toBeNull()
  })

  test('a failure shows its reason, and can be tried again', async () => {
    setup.status = statusOf({ stage: 'failed', progress: 0.2, reason: 'endpoint' })
    const retried = serve(retryDiarization, waiting)
    await open()
    expect(await screen.findByRole('alert')).toHaveTextContent('The speech service of this server did not respond')
    await press('Try Again')
    expect(await screen.findByText('The transcript is on its way')).toBeInTheDocument()
    expect(retried).toHaveLength(1)
  })

  test('people who may only read it cannot try again', async () => {
    setup.status = statusOf({ stage: 'failed', reason: 'silent' })
    await open({ editable: false })
    expect(await screen.findByRole('alert')).toHaveTextContent('Nobody speaks in this recording.')
    expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument()
  })
})
