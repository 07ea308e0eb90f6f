import { expect, type Locator, type Page } from '@playwright/test'

/** Enters from the sign-in page without an account. */
export async function comeAsGuest(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/login`)
  await page.getByRole('link', { name: 'Try Mate as a guest' }).click()
  await expect(page.getByRole('heading', { name: 'Try Mate with a recording' })).toBeVisible()
}

/** Attaches a recording and waits until Mate has processed it. */
export async function attachRecording(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach a recording' }).click()
  await (await chooser).setFiles(path)
  await expect(transcript(page)).toBeVisible({ timeout: 60_000 })
}

export function transcript(page: Page): Locator {
  return page.getByRole('list', { name: 'Transcript' })
}

export function signUpDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Sign up to access the full version of Wheelhouse. It’s Free!' })
}
