import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { HashRouter, Link, Route, Routes, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Button } from './button'
import { Dialog } from './dialog'
import { onRouted, startOverlayHistory } from './overlay-history'
import { preloadOverlays } from './preload'

function Page({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const close = () => setOpen(false)
  return (
    <main>
      <h1>{name}</h1>
      <Button onClick={() => setOpen(true)}>Look at the picture</Button>
      <Button
        onClick={() => {
          setOpen(true)
          // Like a link to the page's own address.
          window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
        }}
      >
        Ask
      </Button>
      <Dialog open={isOpen} onClose={close} title="Picture" closeLabel="Close" dismissible={!isBusy}>
        <Button onClick={() => setAsking(true)}>Delete</Button>
        <Button onClick={() => setBusy(true)}>Write</Button>
        <Link to="/tasks" onClick={close}>
          Go to the tasks
        </Link>
        <Button
          onClick={() => {
            close()
            void navigate('/renamed', { replace: true })
          }}
        >
          Rename
        </Button>
        <Dialog open={isAsking} onClose={() => setAsking(false)} title="Really" closeLabel="No" />
      </Dialog>
    </main>
  )
}

/** A page whose dialog is part of its address. */
function Access() {
  const [query, setQuery] = useSearchParams()
  const show = (isShown: boolean) => setQuery(isShown ? { access: '' } : {}, { replace: true })
  return (
    <main>
      <h1>access</h1>
      <Button onClick={() => show(true)}>Look at the picture</Button>
      <Dialog open={query.has('access')} onClose={() => show(false)} title="Picture" closeLabel="Close" />
    </main>
  )
}

/** How often the router was notified. */
let routed = 0

function App() {
  const place = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every location counts.
  useEffect(() => {
    routed += 1
    onRouted()
  }, [place])
  return (
    <Routes>
      {['bays', 'logs', 'tasks', 'renamed'].map(name => (
        <Route key={name} path={`/${name}`} element={<Page key={name} name={name} />} />
      ))}
      <Route path="/access" element={<Access />} />
    </Routes>
  )
}

const onPage = (name: string) => screen.findByRole('heading', { level: 1, name })
const picture = () => screen.findByRole('dialog', { name: 'Picture' })
const gone = (name = 'Picture') => waitFor(() => expect(screen.queryByRole('dialog', { name })).not.toBeInTheDocument())
/** The number of overlays of the current history entry. */
const overlays = () => (history.state as { overlays?: number } | null)?.overlays ?? 0
const standsOn = (count: number) => waitFor(() => expect(overlays()).toBe(count))
/** The overlay counts of the entries visited with Back and Forward. */
const passed: number[] = []

async function openPicture(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Look at the picture' }))
  await picture()
  await standsOn(1)
  passed.length = 0
}

describe('Overlays and the browser history', () => {
  beforeAll(async () => {
    window.addEventListener('popstate', () => passed.push(overlays()), { capture: true })
    startOverlayHistory()
    await preloadOverlays()
  })

  beforeEach(async () => {
    history.pushState(null, '', '/#/bays')
    render(
      <HashRouter>
        <App />
      </HashRouter>,
    )
    await onPage('bays')
    location.hash = '#/logs'
    await onPage('logs')
  })

  test('Back closes the overlay and nothing else, and the focus is where it was', async () => {
    await openPicture()
    const before = routed
    history.back()
    await gone()
    expect(screen.getByRole('heading', { level: 1, name: 'logs' })).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Look at the picture' })).toHaveFocus())
    expect(routed).toBe(before)
    history.back()
    await onPage('bays')
  })

  test('closing an overlay in another way removes its entry: the next Back leaves the page', async () => {
    await openPicture()
    await userEvent.keyboard('{Escape}')
    await gone()
    await standsOn(0)
    await openPicture()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await gone()
    await standsOn(0)
    history.back()
    await onPage('bays')
  })

  test('an overlay that opens while the entry of another one is being removed stays open', async () => {
    await openPicture()
    const go = history.go.bind(history)
    const goes = vi.spyOn(history, 'go').mockImplementationOnce(steps => {
      go(steps)
      screen.getByRole('button', { name: 'Look at the picture' }).click()
    })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(passed).toEqual([0]))
    goes.mockRestore()
    await standsOn(1)
    expect(await picture()).toBeInTheDocument()
    history.back()
    await gone()
    await standsOn(0)
  })

  test('with two overlays Back closes the upper one first', async () => {
    await openPicture()
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByRole('dialog', { name: 'Really' })
    await standsOn(2)
    history.back()
    await gone('Really')
    expect(await picture()).toBeInTheDocument()
    history.back()
    await gone()
    expect(await onPage('logs')).toBeInTheDocument()
  })

  test('a link to the address of its own page may open an overlay', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
    await picture()
    await standsOn(1)
    history.back()
    await gone()
  })

  test('an overlay that must not close keeps its entry', async () => {
    await openPicture()
    await userEvent.click(screen.getByRole('button', { name: 'Write' }))
    history.back()
    await waitFor(() => expect(passed).toEqual([0]))
    await standsOn(1)
    expect(await picture()).toBeInTheDocument()
  })

  test('a link in an overlay opens its page, and one Back leads to the page below', async () => {
    await openPicture()
    await userEvent.click(screen.getByRole('link', { name: 'Go to the tasks' }))
    await onPage('tasks')
    await gone()
    history.back()
    await onPage('logs')
    await standsOn(0)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    history.forward()
    await onPage('tasks')
    history.back()
    await onPage('logs')
    await standsOn(0)
    history.back()
    await onPage('bays')
  })

  test('an address that is typed while an overlay is open opens its page, and one Back leads back', async () => {
    await openPicture()
    location.hash = '#/tasks'
    await onPage('tasks')
    await gone()
    history.back()
    await onPage('logs')
    await standsOn(0)
    history.back()
    await onPage('bays')
  })

  test('Back closes a dialog that is part of the address, and does not return to an earlier page', async () => {
    location.hash = '#/access'
    await onPage('access')
    await standsOn(0)
    await openPicture()
    history.back()
    await gone()
    expect(location.hash).toBe('#/access')
    await openPicture()
    location.hash = '#/tasks'
    await onPage('tasks')
    await gone()
    await waitFor(() => expect([location.hash, overlays()]).toEqual(['#/tasks', 0]))
    // The page opens from its address.
    history.back()
    await picture()
    history.back()
    await gone()
    expect(location.hash).toBe('#/access')
  })

  test('an address replaced from an overlay replaces that of the page', async () => {
    await openPicture()
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
    await onPage('renamed')
    await gone()
    await waitFor(() => expect([location.hash, overlays()]).toEqual(['#/renamed', 0]))
    history.back()
    await onPage('bays')
  })

  test('Forward to the entry of a closed overlay opens nothing and stays on the page', async () => {
    await openPicture()
    history.back()
    await gone()
    history.forward()
    await waitFor(() => expect(passed).toEqual([0, 1, 0]))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(await onPage('logs')).toBeInTheDocument()
  })
})
