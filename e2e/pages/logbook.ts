import { expect, type Locator, type Page } from '@playwright/test'
import { choose } from './select'

const access = { private: 'Only me and people I add', organisation: 'Everybody in the workspace' } as const

/** Creates a logbook from anywhere among the logbooks, and waits until it is open. */
export async function createLogbook(page: Page, name: string, who: keyof typeof access): Promise<void> {
  await page.getByRole('button', { name: 'New logbook' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New logbook' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await choose(dialog.getByRole('combobox', { name: 'Who can see it' }), access[who])
  await dialog.getByRole('button', { name: 'Create logbook' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

export async function openComposer(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Log', exact: true }).first().click()
  return page.getByRole('textbox', { name: 'What happened' })
}

export async function writeLog(page: Page, content: string, title = ''): Promise<void> {
  const field = await openComposer(page)
  if (title) await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await field.fill(content)
  await page.getByRole('button', { name: 'Save log' }).click()
  await expect(log(page, title || content)).toBeVisible()
}

export function timeline(page: Page): Locator {
  return page.getByRole('feed', { name: 'Logs' })
}

/** Returns a log in the timeline, saved or not. A log without a title of its own is named by its first sentence. */
export function log(page: Page, title: string): Locator {
  return timeline(page).getByRole('article', { name: title.replace(/\.$/, '') })
}

/** Returns a log that the server has, whose time is a link to it. */
export function savedLog(page: Page, title: string): Locator {
  return log(page, title).filter({ has: page.getByRole('link', { name: /^Link to this log/ }) })
}
