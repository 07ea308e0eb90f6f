import { expect } from '@playwright/test'
import { serveAlone, test } from '../support/fixtures'
import type { DesktopApp } from './app'
import { desktopForEach, launchers } from './desktop'
import { OpenIdProvider } from './openid-provider'

declare global {
  /** The addresses that the main process was asked to open in the person's browser. */
  var opened: string[] | undefined
}

let provider: OpenIdProvider
/** Known once the provider is running. */
const settings: Record<string, string> = {}
test.beforeAll(async () => {
  provider = await OpenIdProvider.open('maya@ridgeway.example')
  Object.assign(settings, provider.settings)
})
const server = serveAlone(settings)
test.describe.configure({ mode: 'default' })
test.afterAll(() => provider.close())

for (const launcher of launchers)
  test.describe(`Signing in with Google [${launcher.name}]`, { tag: `@${launcher.name}` }, () => {
    const desktop = desktopForEach(launcher, () => server.url)
    let app: DesktopApp

    test.beforeEach(async () => {
      provider.refuses = false
      app = await desktop.launch()
      await app.evaluate(({ shell }) => {
        shell.openExternal = async address => {
          globalThis.opened = [...(globalThis.opened ?? []), address]
        }
      }, undefined)
    })

    /** Presses the button, and returns the address to which the person's browser was sent. */
    const leave = async () => {
      await app.page.getByRole('button', { name: 'Continue with Google' }).click()
      await expect(app.page.getByText('Continue in your browser. Wheelhouse waits here.')).toBeVisible()
      const addresses = () => app.evaluate(() => globalThis.opened ?? [], undefined)
      await expect.poll(addresses).toHaveLength(1)
      return (await addresses())[0] ?? ''
    }

    test('goes to the person’s own browser and returns signed in, over loopback [D11]', async ({ page }) => {
      const address = await leave()
      expect(address).toContain(provider.issuer)
      await page.goto(address)
      await expect(page.getByRole('heading', { name: 'Continue in Wheelhouse' })).toBeVisible()
      await expect(page.getByText('You can close this tab.')).toBeVisible()
      await expect(app.page.getByRole('heading', { name: 'What should others call you?' })).toBeVisible()
      // The page was for a single visit.
      await expect(page.reload()).rejects.toThrow(/ERR_CONNECTION_REFUSED/)
    })

    test('that the person refuses there, or cancels here, shows a message, and can be tried again [D11]', async ({
      page,
    }) => {
      provider.refuses = true
      await page.goto(await leave())
      await expect(page.getByRole('heading', { name: 'You were not signed in' })).toBeVisible()
      await expect(app.page.getByRole('alert')).toContainText('Google did not sign you in. Try again.')

      await app.evaluate(() => {
        globalThis.opened = []
      }, undefined)
      const address = await leave()
      await app.page.getByRole('button', { name: 'Cancel' }).click()
      await expect(app.page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
      await expect(page.goto(address)).rejects.toThrow(/ERR_CONNECTION_REFUSED/)
    })
  })
