import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { useMemo } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { GalleryScope, useGallery } from './gallery'
import { listedKeys } from './local-keys'

const labels = {
  close: 'Close',
  previous: 'Previous picture',
  next: 'Next picture',
  larger: 'Larger',
  smaller: 'Smaller',
  whole: 'Fit to window',
  download: 'Download',
  place: (number: number, count: number) => `${number} of ${count}`,
}
const onBroken = vi.fn()
const onDownload = vi.fn()
beforeEach(() => vi.clearAllMocks())

function Shelf({ order, names }: { order: number; names: readonly string[] }) {
  const pictures = useMemo(
    () =>
      names.map(name => ({
        id: name,
        title: name,
        alt: `Picture ${name}`,
        caption: `${name}, by Tom`,
        src: `/${name}.jpg`,
        onBroken: () => onBroken(name),
        onDownload: () => onDownload(name),
      })),
    [names],
  )
  const open = useGallery(order, pictures)
  return names.map(name => (
    <button key={name} type="button" onClick={() => open(name)}>
      {name}
    </button>
  ))
}

const second = ['c']
const first = ['a', 'b']
async function openAt(name: string) {
  render(
    <GalleryScope labels={labels}>
      <Shelf order={1} names={second} />
      <Shelf order={0} names={first} />
    </GalleryScope>,
  )
  await userEvent.click(screen.getByRole('button', { name }))
  const dialog = await screen.findByRole('dialog', { name })
  // The dialog receives keys only once it holds the focus.
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
  return dialog
}
const shown = () => screen.getByRole('img').getAttribute('src')
const scale = () => /scale\((.+?)\)/.exec(screen.getByRole('img').parentElement?.style.transform ?? '')?.[1]

test('Arrow keys lead through the pictures of all parts, in the order of the parts, and stop at the ends', async () => {
  const dialog = await openAt('b')
  expect(within(dialog).getByText('2 of 3')).toBeVisible()
  expect(dialog).toHaveTextContent('b, by Tom')
  expect(listedKeys().map(({ group }) => group)).toContain('picture')
  await userEvent.keyboard('{ArrowRight}')
  expect(shown()).toBe('/c.jpg')
  await userEvent.keyboard('{ArrowRight}')
  expect(shown()).toBe('/c.jpg')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  expect(shown()).toBe('/a.jpg')
  expect(screen.getByRole('dialog', { name: 'a' })).toBeVisible()
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
})

test('Keys zoom in and fit the picture again; when zoomed in, arrow keys move it', async () => {
  await openAt('a')
  expect(scale()).toBe('1')
  await userEvent.keyboard('+')
  expect(scale()).toBe('1.5')
  await userEvent.keyboard('{ArrowRight}')
  expect(shown()).toBe('/a.jpg')
  await userEvent.keyboard('-')
  expect(scale()).toBe('1')
  await userEvent.keyboard('++0')
  expect(scale()).toBe('1')
  await userEvent.click(screen.getByRole('button', { name: 'Larger' }))
  await userEvent.keyboard('{Escape}')
})

test('Wheel, double click and pinch zoom too; the next picture fits the window again', async () => {
  await openAt('a')
  const picture = screen.getByRole('img')
  fireEvent.wheel(picture, { deltaY: -300 })
  expect(Number(scale())).toBeCloseTo(Math.E)
  fireEvent.doubleClick(picture)
  expect(scale()).toBe('1')
  const finger = (pointerId: number, clientX: number) => ({ pointerId, clientX, clientY: 0, button: 0 })
  fireEvent.pointerDown(picture, finger(1, 100))
  fireEvent.pointerDown(picture, finger(2, 200))
  fireEvent.pointerMove(picture, finger(2, 300))
  expect(scale()).toBe('2')
  fireEvent.pointerUp(picture, finger(1, 100))
  fireEvent.pointerUp(picture, finger(2, 300))
  await userEvent.click(screen.getAllByRole('button', { name: 'Next picture' })[0] as HTMLElement)
  await waitFor(() => expect(scale()).toBe('1'))
  expect(shown()).toBe('/b.jpg')
})

test('A swipe shows the next picture', async () => {
  await openAt('a')
  const picture = screen.getByRole('img')
  fireEvent.pointerDown(picture, { pointerId: 1, clientX: 300, clientY: 0, button: 0 })
  fireEvent.pointerUp(picture, { pointerId: 1, clientX: 200, clientY: 10, button: 0 })
  expect(shown()).toBe('/b.jpg')
})

test('It can be downloaded, reports a broken address once, and returns the focus', async () => {
  await openAt('b')
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  expect(onDownload).toHaveBeenCalledExactlyOnceWith('b')
  fireEvent.error(screen.getByRole('img'))
  fireEvent.error(screen.getByRole('img'))
  expect(onBroken).toHaveBeenCalledExactlyOnceWith('b')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'b' })).toHaveFocus())
})
