import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type SearchAnswer, search } from '#shared/contract/search/endpoints'
import { apiError } from '#shared/errors'
import { answerOf, documentHit, logHit, personHit } from '../../features/search/test-hits'
import { endSession } from '../../platform/session'
import { useAction, useShortcut } from '../../platform/shortcuts'
import { ManualClock } from '../../platform/test-environment'
import { renderPage, withEnglish } from '../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { Button } from '../../ui/button'
import { Menu } from '../../ui/menu'
import { preloadOverlays } from '../../ui/preload'
import { useOverlay } from '../overlay-state'
import { Palette } from './palette'

withServer()
withEnglish('overlays')
afterEach(() => endSession())

async function open() {
  await preloadOverlays()
  signInAs(1)
  const clock = new ManualClock()
  const { router } = renderPage(<Palette clock={clock} />, { path: '/here' })
  return { clock, router, input: await screen.findByRole('combobox', { name: 'Search or jump to' }) }
}

const found = [logHit(9, '[Torque] checked'), documentHit(3, '[Torque] wrenches'), logHit(8, '[Torque] wrong')]
const names = () => screen.getAllByRole('option').map(option => option.textContent)

describe('Search results in the palette', () => {
  test('appear below the commands, by kind, a moment after the last key', async () => {
    const calls = serve(search, answerOf(found))
    const { clock, input } = await open()
    await userEvent.type(input, 'torque')
    expect(names()).toEqual([expect.stringContaining('Ask Mate “torque”')])
    expect(screen.getByText('Searching…')).toBeInTheDocument()
    expect(calls).toHaveLength(0)
    await act(() => clock.pass(200))
    const logs = await screen.findByRole('group', { name: 'Logs' })
    expect(
      within(logs)
        .getAllByRole('option')
        .map(option => option.textContent),
    ).toEqual(['Torque checkedBay log', 'Torque wrongBay log'])
    expect(names()).toEqual([
      expect.stringContaining('Ask Mate “torque”'),
      'Torque checkedBay log',
      'Torque wrongBay log',
      'Torque wrenchesDocument',
      'All results for “torque”',
    ])
    expect(calls.map(call => call.body.query)).toEqual(['torque'])
    expect(screen.queryByText('Searching…')).not.toBeInTheDocument()
  })

  test('open by the keyboard alone', async () => {
    serve(search, answerOf(found))
    const { clock, input } = await open()
    await userEvent.type(input, 'torque')
    await act(() => clock.pass(200))
    await screen.findByRole('option', { name: /Torque checked/ })
    await userEvent.keyboard('{ArrowDown}')
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Torque checked')
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('status', { name: 'Elsewhere' })).toHaveTextContent('/docs/3?log=9')
  })

  test('lead to all results', async () => {
    serve(search, answerOf(found))
    const { clock, input } = await open()
    await userEvent.type(input, 'torque & more')
    await act(() => clock.pass(200))
    await userEvent.click(await screen.findByRole('option', { name: /^All results/ }))
    expect(await screen.findByRole('status', { name: 'Elsewhere' })).toHaveTextContent('/search?q=torque%20%26%20more')
  })

  test('show people in the workspace’s panel', async () => {
    serve(search, answerOf([personHit(7, '[Tom] Reyes')]))
    const { clock, router, input } = await open()
    await userEvent.type(input, 'tom')
    await act(() => clock.pass(200))
    await userEvent.click(await screen.findByRole('option', { name: /Tom Reyes/ }))
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/here', hash: '#org' }))
  })

  test('ignore answers to earlier text and report failures, and commands stay', async () => {
    let late: (answer: SearchAnswer) => void = () => undefined
    serve(search, ({ body }: Received) =>
      body.query === 'torque'
        ? new Promise<SearchAnswer>(resolve => {
            late = resolve
          })
        : apiError('server.error'),
    )
    const { clock, input } = await open()
    await userEvent.type(input, 'torque')
    await act(() => clock.pass(200))
    await userEvent.type(input, 's')
    await act(() => clock.pass(200))
    expect(await screen.findAllByText('The search failed')).not.toHaveLength(0)
    await act(async () => late(answerOf(found)))
    expect(names()).toEqual([expect.stringContaining('Ask Mate “torques”')])
  })

  test('do not appear for a single letter', async () => {
    const calls = serve(search, answerOf(found))
    const { clock, input } = await open()
    await userEvent.type(input, 't')
    await act(() => clock.pass(500))
    expect(calls).toHaveLength(0)
    expect(screen.queryByText('Searching…')).not.toBeInTheDocument()
  })
})

describe('Actions of the screen in the palette', () => {
  function Screen() {
    const isOpen = useOverlay(state => state.open === 'palette')
    const [done, setDone] = useState('')
    useShortcut({ keys: 'c', label: 'New document', group: 'Documents' }, () => setDone('Document'))
    useShortcut({ keys: 'c', label: 'Write a line', group: 'Bay log' }, () => setDone('Line'))
    useShortcut({ keys: 'j', label: 'Next log', group: 'Bay log' }, () =>
      setDone(`Went on from ${document.activeElement?.textContent}`),
    )
    useShortcut({ keys: 'e', label: 'Correct the log', group: 'Bay log', isOn: false }, () => setDone('Corrected'))
    useAction({ label: 'Export the log', group: 'Bay log' }, () => setDone('Exported'))
    return (
      <>
        <button type="button">First log</button>
        <p role="status" aria-label="Done">
          {done}
        </p>
        {isOpen && <Palette clock={new ManualClock()} />}
      </>
    )
  }

  async function openOverScreen() {
    act(() => screen.getByRole('button', { name: 'First log' }).focus())
    act(() => useOverlay.getState().show('palette'))
    return screen.findByRole('combobox', { name: 'Search or jump to' })
  }
  const done = () => screen.getByRole('status', { name: 'Done' })

  test('come first, with their keys, and act where the focus was before', async () => {
    await preloadOverlays()
    signInAs(1)
    renderPage(<Screen />)
    const input = await openOverScreen()
    expect(names().slice(0, 3)).toEqual([
      expect.stringContaining('Write a line'),
      'Next logThis screenj',
      'Export the logThis screen',
    ])
    await userEvent.type(input, 'next{Enter}')
    await waitFor(() => expect(done()).toHaveTextContent('Went on from First log'))
    expect(screen.getByRole('button', { name: 'First log' })).toHaveFocus()
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  })

  test('begin with those of the menus of the row that has the focus', async () => {
    await preloadOverlays()
    signInAs(1)
    const remove = vi.fn()
    const Row = ({ name, onDelete }: { name: string; onDelete: () => void }) => (
      <li>
        <button type="button">{name}</button>
        <Menu
          label={`Actions for ${name}`}
          entries={[
            { label: 'Rename', disabled: true, onSelect: vi.fn() },
            { label: 'Delete', onSelect: onDelete },
          ]}
        >
          {trigger => <Button {...trigger}>{`More of ${name}`}</Button>}
        </Menu>
      </li>
    )
    renderPage(
      <ul>
        <Row name="Bay 1" onDelete={vi.fn()} />
        <Row name="First log" onDelete={remove} />
        <Screen />
      </ul>,
    )
    act(() => screen.getAllByRole('button', { name: 'First log' })[0]?.focus())
    act(() => useOverlay.getState().show('palette'))
    await screen.findByRole('combobox', { name: 'Search or jump to' })
    expect(names().slice(0, 2)).toEqual(['DeleteActions for First logEnter', expect.stringContaining('Write a line')])
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(remove).toHaveBeenCalledOnce())
    expect(screen.getAllByRole('button', { name: 'First log' })[0]).toHaveFocus()
  })

  test('include those without keys, and omit those that do nothing now or whose keys another one has', async () => {
    await preloadOverlays()
    signInAs(1)
    renderPage(<Screen />)
    await userEvent.type(await openOverScreen(), 'document')
    expect(screen.queryByRole('option', { name: /New document/ })).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}a{/Control}correct')
    expect(screen.queryByRole('option', { name: /Correct the log/ })).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}a{/Control}export')
    await userEvent.click(screen.getByRole('option', { name: /Export the log/ }))
    await waitFor(() => expect(done()).toHaveTextContent('Exported'))
  })
})
