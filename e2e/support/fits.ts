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

/** Expects the same of the page in a window whose content is enlarged, and gives the window its size back. */
export async function expectFitsEnlarged(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const size of windows) {
    await page.setViewportSize(size)
    await expectFits(page)
  }
  if (before) await page.setViewportSize(before)
}
