import { expect, type Page } from '@playwright/test'

/**
 * Expects nothing to extend over the edge of the screen and no page or pane to scroll sideways. A table, a row of chips
 * or a code block inside may.
 */
export async function expectFits(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => {
      const scrolls = (element: Element | null): boolean =>
        element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
      const all = [...document.body.querySelectorAll('*')]
      const over = all
        .filter(element => element.matches('h1,h2,h3,p,a,button,input,textarea,[role]'))
        .filter(element => {
          const { right, left, width, height } = element.getBoundingClientRect()
          return width > 1 && height > 1 && (right > innerWidth + 1 || left < -1) && !scrolls(element.parentElement)
        })
      // Elements that scroll a page or a pane are as high as one.
      const panes = [document.documentElement, ...all].filter(
        element =>
          element.clientHeight > innerHeight / 2 &&
          !element.querySelector(':scope > table') &&
          element.scrollWidth > element.clientWidth + 1 &&
          (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)),
      )
      return [...over, ...panes].map(element => element.outerHTML.slice(0, 120))
    })
  await expect.poll(tooWide, { message: `what is wider than the screen at ${page.url()}` }).toEqual([])
}

/** The widths that are left of a window of 1280 pixels whose content is enlarged to 400 and to 200 %. */
const windows = [
  { width: 320, height: 512 },
  { width: 640, height: 512 },
]

/** Expects nothing to stand in front of the words of a header, except what floats over the whole screen. */
export async function expectHeadersClear(page: Page): Promise<void> {
  const covered = () =>
    page.locator('#content header').evaluateAll(headers => {
      const seen = (text: Text): DOMRect => {
        const range = document.createRange()
        range.selectNodeContents(text)
        let { left, right, top, bottom } = range.getBoundingClientRect()
        for (let box = text.parentElement; box; box = box.parentElement) {
          if (getComputedStyle(box).overflow === 'visible') continue
          const edge = box.getBoundingClientRect()
          left = Math.max(left, edge.left)
          right = Math.min(right, edge.right)
          top = Math.max(top, edge.top)
          bottom = Math.min(bottom, edge.bottom)
        }
        return new DOMRect(left, top, right - left, bottom - top)
      }
      const textsOf = (header: Element): Text[] => {
        const walker = document.createTreeWalker(header, NodeFilter.SHOW_TEXT)
        const texts: Text[] = []
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          if (node.textContent?.trim()) texts.push(node as Text)
        return texts
      }
      return headers.flatMap(textsOf).flatMap(text => {
        const { left, right, top, bottom } = seen(text)
        if (right - left < 3 || bottom - top < 3 || !text.parentElement?.checkVisibility({ visibilityProperty: true }))
          return []
        const at = [left + 1, (left + right) / 2, right - 1].map(x => document.elementFromPoint(x, (top + bottom) / 2))
        const isOver = at.some(there => there?.closest('[role=dialog]'))
        const isClear = isOver || at.every(there => there?.contains(text) || text.parentElement?.contains(there))
        return isClear ? [] : [text.data]
      })
    })
  await expect.poll(covered, { message: `words of headers that something covers at ${page.url()}` }).toEqual([])
}

/** Expects the same of the page in a window whose content is enlarged, and gives the window its size back. */
export async function expectFitsEnlarged(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const size of windows) {
    await page.setViewportSize(size)
    await expectFits(page)
    await expectHeadersClear(page)
  }
  if (before) await page.setViewportSize(before)
}
