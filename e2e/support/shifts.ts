import { expect, type Locator, type Page } from '@playwright/test'

/** Words with their distance from the left and the top of the screen in pixels. */
type Place = [words: string, left: number, top: number]

/** The cumulative layout shift since the page started. */
export const shifts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise(resolve => {
        new PerformanceObserver(list => {
          const found = list.getEntries() as (PerformanceEntry & { value: number })[]
          resolve(found.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(resolve, 500, 0)
      }),
  )

/** The words of a page or a timeline with their places, and how far everything has moved until now. */
export interface Layout {
  places: readonly Place[]
  shift: number
}

export const layoutOf = async (page: Page): Promise<Layout> => ({
  places: await placesIn(page.locator('main, body:not(:has(main))'), 'aside, header, button, label, [role=toolbar]'),
  shift: await shifts(page),
})

/** The places of the visible words of an element, without what is in those that match `except`. */
const placesIn = (of: Locator, except: string): Promise<Place[]> =>
  of.evaluate((element, without) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const places: Place[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent?.trim()
      const parent = text.parentElement
      if (!words || !parent?.checkVisibility({ visibilityProperty: true }) || parent.closest(without)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, top, width } = range.getBoundingClientRect()
      if (width > 1) places.push([words.slice(0, 20), left, top])
    }
    return places
  }, `${except}, p.sr-only, [role=status]`)

/**
 * Lets something arrive, and expects the words that an element shows before to be in the same places of it afterwards,
 * give or take two pixels. Returns what else it shows then.
 */
export async function expectKept(of: Locator, arrive: () => Promise<void>): Promise<string[]> {
  const before = await placesWithin(of)
  await arrive()
  const after = await placesWithin(of)
  const isAt = (place: Place) => (other: Place) =>
    other[0] === place[0] && [1, 2].every(side => Math.abs(Number(other[side]) - Number(place[side])) <= 2)
  expect(before.filter(place => !after.some(isAt(place)))).toEqual([])
  return after.filter(place => !before.some(isAt(place))).map(([words]) => words)
}

/** A dialog grows on both sides, so distances are from its own corner. */
async function placesWithin(of: Locator): Promise<Place[]> {
  const box = await of.boundingBox()
  const places = await placesIn(of, '[aria-hidden]')
  return places.map(([words, left, top]) => [words, left - (box?.x ?? 0), top - (box?.y ?? 0)])
}

/**
 * Expects the words to be where they were, give or take two pixels. What is drawn anew in another place is no layout shift
 * to the browser, so the places are compared too.
 */
export async function expectUnmoved(page: Page, before: Layout, what: string): Promise<void> {
  const after = await layoutOf(page)
  const words = ({ places }: Layout) => places.map(([text]) => text)
  expect(words(after), what).toEqual(words(before))
  const isMoved = (place: Place, at: number) =>
    [1, 2].some(side => Math.abs(Number(before.places[at]?.[side]) - Number(place[side])) > 2)
  expect(after.places.filter(isMoved), what).toEqual([])
  expect(after.shift - before.shift, what).toBeLessThan(0.02)
}
