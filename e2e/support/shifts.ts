import { expect, type Page } from '@playwright/test'

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
  places: await page.evaluate(() => {
    const aside = 'aside, header, button, label, p.sr-only, [role=toolbar], [role=status]'
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const places: Place[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent?.trim()
      if (!words || text.parentElement?.closest(aside)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, top, width } = range.getBoundingClientRect()
      if (width > 1) places.push([words.slice(0, 20), left, top])
    }
    return places
  }),
  shift: await shifts(page),
})

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
