import { expect, type Page } from '@playwright/test'

/** Whether the answer that was asked for first arrives first, or the one that was asked for last. */
export type Order = 'first' | 'last'

/** Something that moved by itself, in words, and the answer after which it did. */
interface Moved {
  what: string
  from: string
  to: string
  after: string
}

interface Shift extends PerformanceEntry {
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

declare global {
  interface Window {
    arrivals: {
      /** Lets the answers that wait arrive one by one, until none waits; returns how many there were. */
      deliver: (order: Order) => Promise<number>
      moved: Moved[]
    }
  }
}

/**
 * Holds every answer back from a page that is opened afterwards, and notes what moves by itself there. The server answers
 * at once, but the page receives an answer when `deliver` lets it. Copies of earlier answers are deleted.
 */
export const holdAnswers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (location.protocol === 'about:') return
    indexedDB.deleteDatabase('wheelhouse.read')
    const waiting: { path: string; deliver: () => Promise<void> }[] = []
    const ask = window.fetch.bind(window)
    window.fetch = (input, init) =>
      new Promise((resolve, reject) => {
        const answer = ask(input, init).then(
          async response => {
            await response.clone().arrayBuffer()
            return () => resolve(response)
          },
          (cause: unknown) => () => reject(cause),
        )
        const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
        waiting.push({ path: pathname, deliver: () => answer.then(arrive => arrive()) })
      })

    const moved: Moved[] = []
    let after = ''
    let shifts: Shift[] = []
    const note = (entries: PerformanceEntryList) => {
      shifts = [...shifts, ...(entries as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)]
    }
    const observer = new PerformanceObserver(list => note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })

    const isSeen = ({ width, top, right, bottom, left }: DOMRectReadOnly) =>
      width > 1 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    /** What only grows stays where it is. The browser takes less than three pixels for no shift either. */
    const isBoth = (one: number, other: number) =>
      Math.sign(one) === Math.sign(other) && Math.min(Math.abs(one), Math.abs(other)) >= 3
    const hasMoved = (from: DOMRectReadOnly, to: DOMRectReadOnly) =>
      isSeen(from) &&
      isSeen(to) &&
      (isBoth(to.left - from.left, to.right - from.right) || isBoth(to.top - from.top, to.bottom - from.bottom))
    const place = ({ left, top, right, bottom }: DOMRectReadOnly) =>
      `x ${Math.round(left)} to ${Math.round(right)}, y ${Math.round(top)} to ${Math.round(bottom)}`
    const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)
    const nameOf = (node: Node) => {
      const element = elementOf(node)
      const words = element?.getAttribute('aria-label') ?? node.textContent ?? ''
      return `${element?.tagName.toLowerCase()} “${words.trim().slice(0, 40)}” (${element?.getAttribute('class')})`
    }
    const add = (node: Node, from: DOMRectReadOnly, to: DOMRectReadOnly) => {
      if (hasMoved(from, to)) moved.push({ what: nameOf(node), from: place(from), to: place(to), after })
    }

    const isLeaf = (node: Node) =>
      node instanceof Element ? /^(svg|img|input|textarea)$/i.test(node.tagName) : node.textContent?.trim() !== ''
    const rectOf = (node: Node) => {
      const range = document.createRange()
      if (node instanceof Element) range.selectNode(node)
      else range.selectNodeContents(node)
      return range.getBoundingClientRect()
    }
    /** The places of the texts and pictures that are seen. */
    const placesNow = () => {
      const now = new Map<Node, DOMRectReadOnly>()
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
      for (let node = nodes.nextNode(); node; node = nodes.nextNode())
        if (isLeaf(node) && elementOf(node)?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          now.set(node, rectOf(node))
      return now
    }
    let places = new Map<Node, DOMRectReadOnly>()
    const compare = () => {
      note(observer.takeRecords())
      const entries = shifts
      shifts = []
      const now = placesNow()
      const kept = [...now].flatMap(([node, to]) => ({ node, from: places.get(node) ?? to, to }))
      places = now
      if (entries.length === 0) return
      // The browser names containers, of which a part may only have grown; the texts in them say what has moved.
      const known = moved.length
      for (const { node, from, to } of kept) add(node, from, to)
      if (moved.length > known) return
      for (const { node, previousRect, currentRect } of entries.flatMap(({ sources }) => sources))
        if (node) add(node, previousRect, currentRect)
    }

    const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
    const deliver = async (order: Order): Promise<number> => {
      // Texts are a little wider or narrower until the typeface is there, which a device fetches once.
      if (after === '') {
        await document.fonts.load('16px "Inter Variable"')
        await frame()
        await frame()
        note(observer.takeRecords())
        shifts = []
        after = 'the page'
      }
      let count = 0
      for (let quiet = 0; quiet < 3; quiet += 1) {
        await frame()
        await frame()
        compare()
        const next = order === 'first' ? waiting.shift() : waiting.pop()
        if (!next) continue
        quiet = 0
        count += 1
        after = next.path
        await next.deliver()
      }
      return count
    }
    window.arrivals = { deliver, moved }
  })

/**
 * Opens an address anew, lets everything arrive in this order, and returns what moved meanwhile, by the answer after which
 * it did.
 */
export async function movedOn(page: Page, address: string, order: Order): Promise<string[]> {
  const asked = new Set<unknown>()
  const ask = (request: unknown) => asked.add(request)
  const end = (request: unknown) => asked.delete(request)
  page.on('request', ask).on('requestfinished', end).on('requestfailed', end)
  await page.goto('about:blank')
  await page.goto(address)
  // Scripts arrive on their own, and ask for more.
  const deliver = () => page.evaluate(by => window.arrivals.deliver(by), order)
  await expect.poll(async () => (await deliver()) + asked.size, { intervals: [0] }).toBe(0)
  page.off('request', ask).off('requestfinished', end).off('requestfailed', end)
  const moved = await page.evaluate(() => window.arrivals.moved)
  return moved.map(({ what, from, to, after }) => `after ${after}, ${what} from ${from} to ${to}`)
}
