import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { registerAccessSlots } from './features/access/slots'
import { registerAttachmentSlots } from './features/attachments/slots'
import { registerLogbookSlots } from './features/logbooks/slots'
import { registerMeetingSlots } from './features/meetings/slots'
import { registerSourceSlots } from './features/sources/slots'

// What is loaded on demand (menus, dialogs) takes longer the first time than the usual second.
configure({ asyncUtilTimeout: 15_000 })

// What features show of one another, joined as the app joins it.
registerAccessSlots()
registerAttachmentSlots()
registerLogbookSlots()
registerMeetingSlots()
registerSourceSlots()

// Testing Library knows faked timers by Jest's name only; without it, it waits for ever while they stand still.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } })

afterEach(() => {
  cleanup()
  window.innerWidth = DESKTOP_WIDTH
})

/** Tests see the desktop layout unless they set `window.innerWidth` before rendering. */
const DESKTOP_WIDTH = 1440
window.innerWidth = DESKTOP_WIDTH

/** jsdom lays nothing out: of media queries only the widths are answered, every preference is "no". */
function matches(query: string): boolean {
  const conditions = [...query.matchAll(/\((min|max)-width:\s*(\d+)px\)/g)]
  return (
    conditions.length > 0 &&
    conditions.every(([, bound, width]) =>
      bound === 'min' ? window.innerWidth >= Number(width) : window.innerWidth <= Number(width),
    )
  )
}

window.matchMedia = query =>
  Object.assign(new EventTarget(), {
    matches: matches(query),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

Object.assign(window, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver })
Object.assign(Element.prototype, {
  scrollIntoView: () => undefined,
  scrollTo: () => undefined,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
  hasPointerCapture: () => false,
  showPopover: () => undefined,
  hidePopover: () => undefined,
})

// An editor that takes the focus asks where its caret stands.
Object.assign(Range.prototype, {
  getClientRects: () => [],
  getBoundingClientRect: () => new DOMRect(),
})
