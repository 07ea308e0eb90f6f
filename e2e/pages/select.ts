import { expect, type Locator } from '@playwright/test'

/**
 * Chooses an option of a select by keys alone. On a busy machine, a late release of the mouse button is taken for the end
 * of a drag over what is chosen already.
 */
export async function choose(select: Locator, name: string): Promise<void> {
  const option = select.page().getByRole('option', { name })
  await select.press('Enter')
  await option.press('Enter')
  await expect(option).toBeHidden()
  await expect(select).toHaveText(name)
}
