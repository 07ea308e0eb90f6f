import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import {
  changeSegment,
  mergeSegments,
  mergeSpeakers,
  nameSpeaker,
  splitSegment,
} from '#shared/contract/meetings/endpoints'
import { apiError } from '#shared/errors'
import { Dictate } from '../../../platform/dictate'
import { settled } from '../../../platform/test-environment'
import { expectMenuInPalette } from '../../../platform/test-menu-actions'
import { serve } from '../../../platform/test-server'
import { changeOf, segmentOf, transcriptOf } from '../test-transcripts'
import { choose, emit, open, part, press, setup, withTranscript } from './test-transcript'

vi.mock('virtua', async () => ({ Virtualizer: (await import('./test-virtualizer')).Virtualizer }))
withTranscript()

describe('Correcting a transcript [D24]', () => {
  test('a speaker is named once for the whole recording', async () => {
    const named = serve(nameSpeaker, () => {
      setup.transcript = transcriptOf({
        version: 2,
        speakers: [
          setup.transcript.speakers[0] ?? { speaker: 1, name: null, seconds: 0 },
          { speaker: 2, name: 'Tom', seconds: 10 },
        ],
      })
      return changeOf(setup.transcript)
    })
    await open()
    await press('Name Speaker 2')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name of the speaker' }), 'Tom{Enter}')
    expect(await part('Tom, 0:10')).toBeInTheDocument()
    expect(named.map(call => call.body)).toMatchObject([{ doc_id: 5, version: 1, speaker: 2, name: 'Tom' }])
  })

  test('two speakers are merged only after confirmation', async () => {
    const merged = serve(mergeSpeakers, () =>
      changeOf(transcriptOf({ version: 2, speakers: [{ speaker: 1, name: 'Maya Okafor', seconds: 30 }] })),
    )
    await open()
    await press('Merge Speaker 2 with')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Maya Okafor' }))
    const ask = await screen.findByRole('alertdialog', { name: 'Is Speaker 2 the same as Maya Okafor?' })
    expect(merged).toHaveLength(0)
    await press('Merge speakers', ask)
    await waitFor(() => expect(merged.map(call => call.body)).toMatchObject([{ from: 2, into: 1 }]))
  })

  test('words can be dictated', async () => {
    Dictate.fill(async () => ({ onSpoken }) => (
      <button type="button" onClick={() => onSpoken('on Friday')}>
        Dictate
      </button>
    ))
    await open()
    await choose(await part('Maya Okafor, 0:00'), 'Edit words')
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Words' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Rims come')
    await press('Dictate')
    await waitFor(() => expect(field).toHaveValue('Rims come on Friday'))
  })

  test('words can be changed and keep their time', async () => {
    const changed = serve(changeSegment, ({ body }) => {
      const [first] = setup.transcript.segments
      const segments = [{ ...(first ?? segmentOf(0, 1, 0, '')), text: String(body.text), is_edited: true }]
      return changeOf(transcriptOf({ version: 2, segments }))
    })
    await open()
    await choose(await part('Maya Okafor, 0:00'), 'Edit words')
    const field = await screen.findByRole('textbox', { name: 'Words' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Rims come on Friday.')
    await press('Save words')
    // Until it is saved the text stands in the field.
    await waitFor(() => expect(field).not.toBeInTheDocument())
    const edited = await part('Maya Okafor, 0:00')
    await waitFor(() => expect(edited).toHaveTextContent('Edited'))
    expect(edited).toHaveTextContent('Rims come on Friday.')
    expect(await part('Speaker 2, 0:10')).toBeInTheDocument()
    expect(changed.map(call => call.body)).toMatchObject([{ segment_id: 11, version: 1, text: 'Rims come on Friday.' }])
  })

  test('a concurrent change is reported, the newest version is shown, and the typed text stays and can be saved', async () => {
    serve(changeSegment, apiError('transcript.stale'))
    await open()
    await choose(await part('Maya Okafor, 0:00'), 'Edit words')
    const field = await screen.findByRole('textbox', { name: 'Words' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Mine.')
    setup.transcript = transcriptOf({ version: 7 })
    await press('Save words')
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody changed this transcript in the meantime.')
    expect(field).toHaveValue('Mine.')
    const changed = serve(changeSegment, changeOf(transcriptOf({ version: 8 })))
    await press('Save words')
    await waitFor(() => expect(changed.map(call => call.body)).toMatchObject([{ version: 7, text: 'Mine.' }]))
  })

  test('what was typed survives a failure and the page', async () => {
    serve(changeSegment, Response.error())
    const page = await open()
    await choose(await part('Maya Okafor, 0:00'), 'Edit words')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Words' }), ' And the brakes.')
    await press('Save words')
    await screen.findByRole('alert')
    page.unmount()
    await open()
    await choose(await part('Maya Okafor, 0:00'), 'Edit words')
    expect(await screen.findByRole('textbox', { name: 'Words' })).toHaveValue(
      'The rims arrive on Tuesday. And the brakes.',
    )
  })

  test('a segment is split at the caret, at the time of its words', async () => {
    const split = serve(splitSegment, changeOf(transcriptOf({ version: 2 })))
    await open()
    await choose(await part('Maya Okafor, 0:00'), 'Edit words')
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Words' })
    field.setSelectionRange(8, 8)
    await press('Split at the cursor')
    await waitFor(() => expect(split).toHaveLength(1))
    const { at, ...rest } = split[0]?.body ?? {}
    expect(rest).toMatchObject({ segment_id: 11, character: 8, speaker: 1, version: 1 })
    expect(at).toBeCloseTo((10 * 8) / 'The rims arrive on Tuesday.'.length)
  })

  test('a segment can be merged with the next one, or assigned to another speaker', async () => {
    const joined = serve(mergeSegments, changeOf(transcriptOf({ version: 2 })))
    const changed = serve(changeSegment, changeOf(transcriptOf({ version: 3 })))
    await open()
    await choose(await part('Maya Okafor, 0:00'), 'Merge with the next')
    await waitFor(() => expect(joined.map(call => call.body)).toMatchObject([{ segment_id: 11 }]))
    await choose(await part('Speaker 2, 0:10'), 'Maya Okafor', 'menuitemradio')
    await waitFor(() =>
      expect(changed.map(call => call.body)).toMatchObject([{ segment_id: 12, speaker: 1, version: 2 }]),
    )
    await choose(await part('Speaker 2, 0:10'), 'New speaker')
    await waitFor(() => expect(changed[1]?.body).toMatchObject({ segment_id: 12, speaker: 3 }))
  })

  test('people who may only read it see no controls for changes', async () => {
    await open({ editable: false })
    await part('Maya Okafor, 0:00')
    expect(screen.queryByRole('button', { name: /^(Name |Join )/ })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Play from 0:10' })).toBeInTheDocument()
  })

  test('changes by somebody else appear by themselves', async () => {
    await open()
    await part('Maya Okafor, 0:00')
    const before = setup.reads.length
    setup.transcript = transcriptOf({ version: 2, segments: [segmentOf(11, 1, 0, 'Changed by Tom.')] })
    emit({ kind: 'transcript.changed', doc_id: 5, version: 2 })
    expect(await screen.findByText('Changed by Tom.')).toBeInTheDocument()
    emit({ kind: 'transcript.changed', doc_id: 5, version: 2 })
    await settled()
    expect(setup.reads).toHaveLength(before + 1)
  })

  test('it is copied with names and times', async () => {
    const user = userEvent.setup()
    await open()
    await part('Maya Okafor, 0:00')
    await expectMenuInPalette('Export')
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy as text' }))
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toContain(
        '[0:10] Speaker 2: Then Saturday needs two more mechanics.',
      ),
    )
  })
})
