import { expect, type Locator, type Page } from '@playwright/test'

/** Returns the navigation on the left, or at the bottom of a phone. */
export function navigation(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' })
}

export function organisationButton(page: Page): Locator {
  return page.getByRole('button', { name: /, workspaces$/ })
}

/** Expects the browser to be at a hash route, given without its `#`. */
export async function expectRoute(page: Page, route: string | RegExp): Promise<void> {
  await expect
    .poll(() => new URL(page.url()).hash.slice(1), { message: 'the route in the address bar' })
    .toEqual(typeof route === 'string' ? route : expect.stringMatching(route))
}

export async function openProfileMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Profile menu' }).click()
  const menu = page.getByRole('menu', { name: 'Profile menu' })
  await expect(menu).toBeVisible()
  return menu
}

/** Waits until no part of the screen shows that it loads. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}
