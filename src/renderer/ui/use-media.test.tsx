import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useViewport } from './use-media'

const lists = new Map<string, EventTarget & { matches: boolean }>()

function set(matching: Record<string, boolean>): void {
  act(() => {
    for (const [query, matches] of Object.entries(matching)) {
      const list = lists.get(query) ?? Object.assign(new EventTarget(), { matches })
      lists.set(query, Object.assign(list, { matches }))
      list.dispatchEvent(new Event('change'))
    }
  })
}

beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation(query => lists.get(query) as unknown as MediaQueryList)
  set({ print: false, '(min-width: 768px)': true, '(min-width: 1200px)': true })
})

afterEach(() => vi.restoreAllMocks())

function Viewport() {
  return <p>{useViewport()}</p>
}

test('the layout follows the window, but not the width of the paper during printing', () => {
  render(<Viewport />)
  expect(screen.getByText('desktop')).toBeVisible()

  set({ print: true, '(min-width: 1200px)': false, '(min-width: 768px)': false })
  expect(screen.getByText('desktop')).toBeVisible()

  set({ print: false })
  set({ '(min-width: 1200px)': false, '(min-width: 768px)': true })
  expect(screen.getByText('tablet')).toBeVisible()
})
