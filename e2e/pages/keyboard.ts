import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the target has a visible focus, like somebody without a mouse. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await pressUntilFocused(page, target, key)
  await expectFocusSeen(page)
}

/**
 * Chooses an entry of the open menu by keys. The menu focuses its first entry some time after it opened; a key that is
 * pressed before would choose another entry.
 */
export async function chooseByKeys(page: Page, entry: string): Promise<void> {
  const target = page.getByRole('menuitem', { name: entry })
  await expect(page.getByRole('menu').locator(':focus')).toBeVisible()
  if (!(await isFocused(target))) await pressUntilFocused(page, target, 'ArrowDown')
  await page.keyboard.press('Enter')
}

async function pressUntilFocused(page: Page, target: Locator, key: string): Promise<void> {
  const steps = 60
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key)
    if (await isFocused(target)) return
  }
  throw new Error(`${target} is not reached within ${steps} steps.`)
}

const isFocused = (target: Locator) => target.evaluate(element => element === document.activeElement)

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
