import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { withNamespaces } from '../i18n/languages'
import { usePreferences } from '../platform/preferences'
import { startShortcuts, useShortcut } from '../platform/shortcuts'
import { renderPage, withEnglish } from '../platform/test-page'
import { Lightbox } from '../ui/lightbox'
import { useListedKeys, useLocalKeys } from '../ui/local-keys'
import { preloadOverlays } from '../ui/preload'
import { useOverlay } from './overlay-state'
import { ShortcutList } from './shortcut-list'

withEnglish('overlays')
beforeAll(() => withNamespaces('overlays', preloadOverlays()))

let stop: () => void
beforeEach(() => {
  stop = startShortcuts()
})
afterEach(() => {
  stop()
  useOverlay.getState().hide()
  usePreferences.setState({ singleKeys: true })
})

function List() {
  const isOpen = useOverlay(state => state.open === 'shortcuts')
  useShortcut({ keys: '?', label: 'All shortcuts' }, () => useOverlay.getState().show('shortcuts'))
  useShortcut({ keys: 'mod+k', label: 'Search, jump or ask Mate' }, () => undefined)
  useShortcut({ keys: 'j', label: 'Next log', group: 'Bay log' }, () => undefined)
  useShortcut({ keys: 'e', label: 'Correct the log', group: 'Bay log', isOn: false }, () => undefined)
  return isOpen && <ShortcutList />
}

const list = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
const lines = async (group: string) => {
  const heading = within(await list()).getByRole('heading', { name: group })
  const section = heading.closest('section') as HTMLElement
  return [...section.querySelectorAll('dl > div')].map(line => [
    line.querySelector('dt')?.textContent,
    [...line.querySelectorAll('kbd')].map(key => key.textContent).join(' '),
  ])
}

describe('The list of shortcuts', () => {
  test('has the keys that a part of the screen handles itself, while it is there', async () => {
    const pressed: string[] = []
    const run = (key: string) => pressed.push(key)
    function Player({ isOn }: { isOn: boolean }) {
      const press = useLocalKeys(
        'player',
        [
          { keys: [' '], does: 'play', run },
          { keys: ['ArrowLeft', 'ArrowRight'], does: 'skip', run },
        ],
        isOn,
      )
      useListedKeys([{ group: 'text', keys: ['Alt+Shift+ArrowUp', 'mod+b'], does: { words: 'Bold' } }])
      return <button type="button" onKeyDown={press} aria-label="Player" />
    }
    const page = (isOn: boolean) => (
      <>
        <Player isOn={isOn} />
        <List />
      </>
    )
    const first = renderPage(page(true))
    const player = screen.getByRole('button', { name: 'Player' })
    expect(fireEvent.keyDown(player, { key: 'ArrowLeft' })).toBe(false)
    expect(fireEvent.keyDown(player, { key: 'ArrowLeft', ctrlKey: true })).toBe(true)
    expect(fireEvent.keyDown(player, { key: 'ArrowLeft', shiftKey: true })).toBe(true)
    expect(pressed).toEqual(['ArrowLeft'])
    await userEvent.keyboard('?')
    expect(await lines('Player')).toEqual([
      ['Play or pause', 'Space'],
      ['Back or on by ten seconds', '← →'],
    ])
    expect(await lines('Text')).toEqual([['Bold', 'Alt Shift ↑ Ctrl B']])
    expect(await lines('Bay log')).toEqual([['Next log', 'j']])
    first.unmount()
    useOverlay.getState().hide()
    renderPage(page(false))
    await userEvent.keyboard('?')
    expect(within(await list()).queryByRole('heading', { name: 'Player' })).toBeNull()
  })

  test('opens over a picture with the keys that work there, and Escape leads back to the picture', async () => {
    const labels = {
      ...{ close: 'Close', previous: 'Previous', next: 'Next', larger: 'Enlarge', smaller: 'Reduce' },
      ...{ whole: 'Whole', download: 'Download', place: () => '' },
    }
    const onClose = vi.fn()
    const picture = { id: '1', title: 'Front counter', alt: '', src: 'data:,', onBroken: () => undefined }
    renderPage(
      <>
        <List />
        <Lightbox pictures={[picture]} id="1" onChange={() => undefined} onClose={onClose} labels={labels} />
      </>,
    )
    const shown = await screen.findByRole('dialog', { name: 'Front counter' })
    await waitFor(() => expect(shown).toHaveFocus())
    await userEvent.keyboard('?')
    expect((await lines('Picture')).map(([, keys]) => keys)).toEqual(['← → ↑ ↓', '+ =', '-', '0'])
    expect(within(await list()).queryByText('Next log')).toBeNull()
    expect(await lines('Everywhere')).toEqual([
      ['Search, jump or ask Mate', 'Ctrl K'],
      ['Go to notifications', 'Alt T'],
    ])
    const opened = await list()
    await waitFor(() => expect(opened).toContainElement(document.activeElement as HTMLElement))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull())
    expect(onClose).not.toHaveBeenCalled()
  })
})
