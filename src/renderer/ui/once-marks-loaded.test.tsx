import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { OnceMarksLoaded } from './rich-text'

const arrival = vi.hoisted(() => {
  let arrive = () => {}
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  return { arrived, arrive }
})
vi.mock('./markdown', async original => {
  await arrival.arrived
  return original()
})

const list = (isNeeded: boolean) => (
  <OnceMarksLoaded isNeeded={isNeeded} placeholder={<p>Loading</p>}>
    <p>The list</p>
  </OnceMarksLoaded>
)

test('a list whose texts need the markdown code is drawn once that has loaded; another one at once, and it stays', async () => {
  const { rerender, unmount } = render(list(false))
  expect(screen.getByText('The list')).toBeInTheDocument()
  rerender(list(true))
  expect(screen.getByText('The list')).toBeInTheDocument()
  unmount()
  const { container } = render(list(true))
  expect(within(container).getByText('Loading')).toBeInTheDocument()
  expect(within(container).queryByText('The list')).toBeNull()
  arrival.arrive()
  expect(await within(container).findByText('The list')).toBeInTheDocument()
})
