import { expect, type Page } from '@playwright/test'

/**
 * Expects the command palette to offer what the buttons of the screen do that can be pressed now. Buttons of menus stand
 * for their lines, and those that many rows have are offered for the row with the focus. Returns how many buttons were
 * compared: a screen without any would prove nothing.
 */
export async function expectButtonsInPalette(page: Page): Promise<number> {
  let compared = 0
  await expect(async () => {
    const buttons = await page.locator('#content').getByRole('button', { disabled: false }).all()
    const pressed = await Promise.all(buttons.map(button => button.evaluate(said)))
    const own = pressed
      .filter(({ name, isInRow }) => !isInRow || pressed.filter(other => other.name === name).length === 1)
      .flatMap(({ name }) => name ?? [])
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('listbox', { name: 'Search or jump to' })
    await expect(palette).toBeVisible()
    const offered = await palette.getByRole('option').allInnerTexts()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    const isOffered = (name: string) => offered.some(text => text.replace(/\s+/g, ' ').includes(name))
    expect(own.filter(name => !isOffered(name.replace(/ [\d.,]+$/, '')))).toEqual([])
    compared = own.length
  }, `what the palette does not offer at ${page.url()}`).toPass()
  return compared
}

/** What a button says, unless it opens a menu or stands for where one is, and whether it acts on one row of many. */
function said(button: Element): { name: string | null; isInRow: boolean } {
  const isInRow = button.closest('li, article, tr, [role=row], [role=listitem]') !== null
  if (button.matches('[aria-haspopup=menu], [aria-current]')) return { name: null, isInRow }
  const name = button.ariaLabel ?? (button as HTMLElement).innerText
  return { name: name.replace(/\s+/g, ' ').trim(), isInRow }
}
