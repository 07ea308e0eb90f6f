import { expect, type Locator, type Page } from '@playwright/test'
import { choose } from './select'

/** Creates a page that everybody can see, and waits until it is open. */
export async function createPage(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New logbook' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New logbook' })
  await dialog.getByText('Page', { exact: true }).click()
  const newPage = page.getByRole('dialog', { name: 'New page' })
  await newPage.getByRole('textbox', { name: 'Name' }).fill(name)
  await choose(newPage.getByRole('combobox', { name: 'Who can see it' }), 'Everybody in the workspace')
  await newPage.getByRole('button', { name: 'Create page' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** The text of the open page, for those who may write it. */
export function pageText(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Page text' })
}

/** Expects words in a page. The caret of somebody else, or one that a killed tab has left, may stand between them. */
export async function expectWords(page: Page, words: RegExp): Promise<void> {
  const shown = () =>
    pageText(page).evaluate(text => {
      const copy = text.cloneNode(true) as HTMLElement
      for (const caret of copy.querySelectorAll('.caret')) caret.remove()
      return copy.textContent
    })
  await expect.poll(shown).toMatch(words)
}

/** Waits until the server has everything that was written. */
export async function savedPage(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
}

/** Chooses from the menu of the open document. */
export async function chooseMore(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: entry }).click()
}
