import { expect, type Page, type Route } from '@playwright/test'
import { sendEmailCode } from '#shared/contract/session/endpoints'
import { persistKey } from '#shared/limits'
import { codeFor, fromNewComputer, type Person } from '../support/person'
import type { Server } from '../support/server'

/** Requests a code on the open sign-in page, and waits for the page where it is entered. */
export async function askForCode(page: Page, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail or phone' }).fill(address)
  const counted = (route: Route) => route.continue({ headers: { ...route.request().headers(), ...fromNewComputer() } })
  await page.route(`**${sendEmailCode.path}*`, counted, { times: 1 })
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('heading', { name: /^Check your/ })).toBeVisible()
}

/** Signs in from the sign-in page with the code that was sent; the last digit submits the form. */
export async function signIn(page: Page, server: Server, address: string): Promise<void> {
  await askForCode(page, address)
  await page.getByRole('textbox', { name: '6-digit code' }).fill(await codeFor(server, address))
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeHidden()
}

/**
 * Opens the app on a device on which the person signed in earlier. The stories about signing in do it with `signIn`
 * and see its pages; all others begin behind them. A path that redirects must not be given: the redirect may come after
 * the next step of the story.
 */
export async function openAs(page: Page, person: Person, path = '/chat'): Promise<void> {
  const { user_id: userId, IdToken, AccessToken, RefreshToken } = await person.signIn()
  const session = {
    tokens: { IdToken, AccessToken, RefreshToken },
    userId,
    organizationId: person.organizationId,
  }
  // A small file of the app's origin, so that the app itself finds the session when it starts.
  await page.goto(`${person.server.url}/favicon.svg`)
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    persistKey,
    JSON.stringify({ session }),
  ] as const)
  await page.goto(`${person.server.url}/#${path}`)
  // The router numbers the entry when it starts. A `goto` before that takes the numbering for its own navigation.
  await page.waitForFunction(() => typeof history.state?.idx === 'number')
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
