import { expect, type Locator } from '@playwright/test'

/**
 * Chooses an option of a select that is opened by key. A select that is opened by the mouse takes a late release of the
 * button, on a busy machine, for the end of a drag over what is chosen already.
 */
export async function choose(select: Locator, name: string): Promise<void> {
  await select.press('Enter')
  await select.page().getByRole('option', { name }).click()
  await expect(select).toHaveText(name)
}
