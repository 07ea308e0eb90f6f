import { trackPage } from './test-page-state'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { ignorePrinted } from '#shared/testing/console'
import { registerTexts } from './i18n/languages'
import { ownTexts } from './i18n/own-texts'
import { spreading } from './platform/live'
import { fillSlots } from './platform/slot'
import { answerStylesQuickly } from './test-computed-style'
import { rememberNoCreation } from './test-react'

afterAll(trackPage())
answerStylesQuickly()
rememberNoCreation()

// The first load of lazy modules (menus, dialogs) takes longer than the default timeout of one second.
configure({ asyncUtilTimeout: 15_000 })

spreading.within = 0

// jsdom has no IndexedDB; tests of what is stored bring one.
ignorePrinted('indexedDB is not defined')

// Registers the texts and the slots of features, like the app does. Imported late, so that a test file can replace modules.
beforeAll(async () => {
  const { features } = await import('./app/features')
  registerTexts([ownTexts, ...features])
  fillSlots(features)
})

// Testing Library detects fake timers through the global `jest` only; without it, it would wait forever.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } })

afterEach(() => {
  cleanup()
  window.innerWidth = DESKTOP_WIDTH
})

/** Tests use the desktop layout unless they set `window.innerWidth` before rendering. */
const DESKTOP_WIDTH = 1440
window.innerWidth = DESKTOP_WIDTH

/** jsdom has no layout, so only width queries are answered; every preference is "no". */
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

// jsdom does not know all elements, for example <search>, of which React would warn.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })

// jsdom neither draws nor plays, and would print that each time.
HTMLCanvasElement.prototype.getContext = () => null
Object.assign(HTMLMediaElement.prototype, {
  load: () => undefined,
  pause: () => undefined,
  play: async () => undefined,
})

// A focused editor asks for the position of its caret.
Object.assign(Range.prototype, {
  getClientRects: () => [],
  getBoundingClientRect: () => new DOMRect(),
})
