import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test, vi } from 'vitest'
import { nameSpeaker } from '#shared/contract/meetings/endpoints'
import { proposeSpeakers } from '#shared/contract/meetings/proposals'
import { apiError } from '#shared/errors'
import { type Received, serve } from '../../../platform/test-server'
import { changeOf, transcriptOf } from '../test-transcripts'
import { open, part, press, setup, withTranscript } from './test-transcript'

vi.mock('virtua', async () => ({ Virtualizer: (await import('./test-virtualizer')).Virtualizer }))
vi.mock('../../../ui/use-media', () => ({ useMedia: () => true }))
withTranscript()

const panel = () => screen.findByRole('region', { name: 'Speakers' })
/** The server names the second speaker as it is told. */
function serveNames(): Received[] {
  return serve(nameSpeaker, ({ body }) => {
    const [first, second] = transcriptOf().speakers
    if (!first || !second) throw new Error('A speaker is missing.')
    const named = { ...second, name: String(body.name) }
    setup.transcript = transcriptOf({ version: 2, speakers: [first, named] })
    return changeOf(setup.transcript)
  })
}

describe('A proposed name of a speaker [D24]', () => {
  test('is a question that somebody answers; a Yes names the speaker', async () => {
    setup.proposals = { questions: [{ speaker: 2, name: 'Tom Reyes', at: 12 }], names: [] }
    const named = serveNames()
    await open()
    const asking = await panel()
    await waitFor(() => expect(asking).toHaveTextContent('Is this Tom Reyes? The speaker says this name at 0:12.'))
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
    expect(named).toHaveLength(0)
    setup.proposals = { questions: [], names: [] }
    await press('Yes, this is Tom Reyes')
    expect(await part('Tom Reyes, 0:10')).toBeInTheDocument()
    expect(named.map(call => call.body)).toMatchObject([{ speaker: 2, name: 'Tom Reyes', version: 1 }])
    await waitFor(() => expect(screen.queryByText(/Is this Tom Reyes/)).not.toBeInTheDocument())
  })

  test('a No takes the question away and names nobody', async () => {
    setup.proposals = { questions: [{ speaker: 2, name: 'Tom Reyes', at: null }], names: [] }
    const named = serveNames()
    await open()
    const asking = await panel()
    await waitFor(() =>
      expect(asking).toHaveTextContent('Only Tom Reyes is left of those who spoke in this meeting before.'),
    )
    await press('No, this is not Tom Reyes')
    expect(screen.queryByText(/Is this Tom Reyes/)).not.toBeInTheDocument()
    expect(named).toHaveLength(0)
  })

  test('names are offered where one is typed, with the reason', async () => {
    setup.proposals = {
      questions: [],
      names: [
        { name: 'Tom Reyes', why: 'recorded' },
        { name: 'Ana Lima', why: 'shared' },
      ],
    }
    const named = serveNames()
    await open()
    await press('Name Speaker 2')
    const names = within(await screen.findByRole('list', { name: 'Proposed names' }))
    expect(names.getByRole('button', { name: 'Tom Reyes' })).toHaveAttribute('title', 'Recorded this meeting')
    await userEvent.click(names.getByRole('button', { name: 'Ana Lima' }))
    expect(await part('Ana Lima, 0:10')).toBeInTheDocument()
    expect(named.map(call => call.body)).toMatchObject([{ speaker: 2, name: 'Ana Lima' }])
  })

  test('is not asked for by people who may only read', async () => {
    const asked = serve(proposeSpeakers, apiError('server.error'))
    await open({ editable: false })
    await panel()
    expect(asked).toHaveLength(0)
  })
})
