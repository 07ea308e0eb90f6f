import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test, vi } from 'vitest'
import { readTranscript } from '#shared/contract/meetings/endpoints'
import { apiError } from '#shared/errors'
import { useActions } from '../../../platform/shortcuts'
import { renderPage } from '../../../platform/test-page'
import { serve } from '../../../platform/test-server'
import { ToastStack } from '../../../ui/toast-stack'
import { momentLink } from './moment-link'
import { audio, choose, open, part, playTo, position, press, withTranscript } from './test-transcript'
import { scrolledTo } from './test-virtualizer'

vi.mock('virtua', async () => ({ Virtualizer: (await import('./test-virtualizer')).Virtualizer }))
withTranscript()

/** Chooses an action of the page as the command palette does. */
function ActionsOfPage() {
  return useActions().map(({ label, run }) => (
    <button key={label} type="button" onClick={() => run()}>
      {`Palette: ${label}`}
    </button>
  ))
}

const copied = () => navigator.clipboard.readText()

describe('A link to a moment of a transcript [D24, D40]', () => {
  test('is copied from the menu of a segment, also by those who may only read', async () => {
    userEvent.setup()
    await open({ editable: false })
    await choose(await part('Speaker 2, 0:10'), 'Copy link to this moment')
    expect(await copied()).toBe(`${location.origin}/#/docs/5?at=10`)
    expect(screen.queryByRole('menuitem', { name: 'Edit words' })).not.toBeInTheDocument()
  })

  test('is copied for the position of the player, by its button and from the command palette', async () => {
    userEvent.setup()
    renderPage(<ActionsOfPage />, { path: '/actions' })
    await open()
    await press('Play from 0:10')
    await waitFor(() => expect(audio().currentTime).toBe(10))
    playTo(12.3456)
    await press('Copy link to this moment')
    expect(await copied()).toBe(`${location.origin}/#/docs/5?at=12.345`)
    playTo(14)
    await press('Palette: Copy link to this moment')
    expect(await copied()).toBe(`${location.origin}/#/docs/5?at=14`)
  })

  test('a browser that refuses the clipboard is answered with the link itself', async () => {
    userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'))
    renderPage(<ToastStack label="Messages" closeLabel="Close" />, { path: '/toasts' })
    await open()
    await choose(await part('Maya Okafor, 0:20'), 'Copy link to this moment')
    expect(await screen.findByText(/Copy it from here: .*\/#\/docs\/5\?at=20/)).toBeInTheDocument()
  })

  test('opens at its segment, which is marked and focused; the player waits there in silence', async () => {
    await open({ search: '?at=12.5' })
    const linked = await part('Speaker 2, 0:10')
    expect(scrolledTo).toHaveBeenCalledWith(2, { align: 'center' })
    expect(linked).toHaveTextContent('Linked moment')
    expect(linked).toHaveFocus()
    expect(await position()).toHaveValue('13')
    expect(HTMLMediaElement.prototype.play).not.toHaveBeenCalled()
    await userEvent.keyboard(' ')
    await waitFor(() => expect(audio().currentTime).toBe(12.5))
    playTo(25)
    // The mark of the link stays while playback goes on.
    expect(await part('Maya Okafor, 0:20')).toHaveAttribute('aria-current', 'true')
    expect(linked).toHaveTextContent('Linked moment')
    const found = await axe.run(document.body, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    })
    expect(found.violations).toEqual([])
  })

  test('somebody without access gets the usual refusal', async () => {
    serve(readTranscript, apiError('document.not_found'))
    await open({ search: '?at=12.5' })
    expect(await screen.findByText('The transcript did not load')).toBeInTheDocument()
    expect(screen.queryByRole('article')).not.toBeInTheDocument()
  })

  test('never leads past the beginning of a segment', () => {
    expect(momentLink(5, 3.2567)).toBe(`${location.origin}/#/docs/5?at=3.256`)
  })
})
