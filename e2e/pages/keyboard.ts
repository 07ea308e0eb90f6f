import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the target has a visible focus, like somebody without a mouse. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const steps = 60
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate(element => element === document.activeElement)) return expectFocusSeen(page)
  }
  throw new Error(`${target} is not reached within ${steps} steps.`)
}

/** Expects the focused element, or a frame around it, to show a focus ring. */
export async function expectFocusSeen(page: Page): Promise<void> {
  const hasRing = () =>
    page.evaluate(() => {
      for (let element = document.activeElement, up = 0; element && up < 3; element = element.parentElement, up += 1) {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
        if (
          (outlineStyle !== 'none' && outlineWidth !== '0px') ||
          /(\b[1-9]\d*px){1}\s*$|0px 0px 0px [1-9]/.test(boxShadow)
        )
          return true
      }
      return false
    })
  await expect.poll(hasRing, { message: 'the focus can be seen' }).toBe(true)
}
