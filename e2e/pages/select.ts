import { expect, type Locator } from '@playwright/test'

/**
 * Chooses an option. On a busy machine the button is released long after it was pressed, which a select takes for the end
 * of a drag over what is chosen already; then it is opened again.
 */
export async function choose(select: Locator, name: string): Promise<void> {
  await expect(async () => {
    await select.click()
    await select.page().getByRole('option', { name }).click({ timeout: 3_000 })
    await expect(select).toHaveText(name, { timeout: 3_000 })
  }).toPass()
}
