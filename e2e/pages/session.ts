import { expect, type Page } from '@playwright/test'
import { codeFor } from '../support/person'
import type { Server } from '../support/server'

/** Requests a code on the open sign-in page, and waits for the page where it is entered. */
export async function askForCode(page: Page, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail or phone' }).fill(address)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('heading', { name: /^Check your/ })).toBeVisible()
}

/** Signs in from the sign-in page with the code that was sent; the last digit submits the form. */
export async function signIn(page: Page, server: Server, address: string): Promise<void> {
  await askForCode(page, address)
  await page.getByRole('textbox', { name: '6-digit code' }).fill(await codeFor(server, address))
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeHidden()
}

/** Opens the app and signs in a member of the chosen workspace. */
export async function openAs(page: Page, server: Server, address: string, path = ''): Promise<void> {
  await page.goto(`${server.url}/#${path || '/login'}`)
  await signIn(page, server, address)
}

export async function nameOneself(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Display name' }).fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'What should others call you?' })).toBeHidden()
}

/** Creates a first workspace. */
export async function createWorkspace(page: Page, name: string): Promise<void> {
  // Until then the button may still move.
  await expect(page.getByRole('heading', { name: 'Start with a workspace' })).toBeVisible()
  await page.getByRole('button', { name: 'Create a workspace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a workspace' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Create workspace' }).click()
  await expect(page.getByRole('heading', { name: `Welcome aboard ${name}` })).toBeVisible()
}
