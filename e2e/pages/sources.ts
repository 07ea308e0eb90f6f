import { expect, type Locator, type Page } from '@playwright/test'

export async function openSources(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/feed`)
  await expect(page.getByRole('heading', { name: 'Source', level: 1 })).toBeVisible()
}

/** Returns a source in the grid or focused, by its name. */
export function source(page: Page, name: string): Locator {
  const starts = { name: new RegExp(`^${name}, `) }
  return page.getByRole('button', starts).or(page.getByRole('figure', starts))
}

/** Waits until the centre of a source's picture has this colour, as red, green and blue. */
export async function expectColour(page: Page, name: string, colour: readonly [number, number, number]): Promise<void> {
  const middle = () =>
    page
      .getByRole('img', { name: new RegExp(`^${name}, picture from`) })
      .first()
      .evaluate((image: HTMLImageElement) => {
        const canvas = document.createElement('canvas')
        canvas.width = image.naturalWidth
        canvas.height = image.naturalHeight
        const brush = canvas.getContext('2d')
        if (!brush || canvas.width === 0) return 'nothing'
        brush.drawImage(image, 0, 0)
        const [red = 0, green = 0, blue = 0] = brush.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data
        // JPEG colours are slightly off.
        return [red, green, blue].map(part => Math.round(part / 51) * 51).join(' ')
      })
      .catch(() => 'no picture')
  await expect.poll(middle, { message: 'the colour in the middle' }).toBe(colour.join(' '))
}

export const strip = (page: Page): Locator => page.getByRole('region', { name: 'Screen sharing status' })
