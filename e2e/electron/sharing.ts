import { expect } from '@playwright/test'
import type { DesktopSession } from '#shared/contract/desktop'
import type { DesktopApp } from './app'

const organization_id = 3
const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`

/** A person with tokens that look valid for an hour, which is all that the servers of these stories check. */
export function maya(): DesktopSession {
  const iat = Math.floor(Date.now() / 1000)
  const IdToken = token({ iat, exp: iat + 3_600 })
  return {
    ...{ user_id: 7, organization_id, organization_name: 'Ridgeway Cycles' },
    tokens: { IdToken, AccessToken: 'access', RefreshToken: 'refresh' },
  }
}

/** Signs Maya in, gives consent, and waits until her screen is shared. */
export async function shareAs(app: DesktopApp): Promise<void> {
  // Before it renders anything, the page has reported that nobody is signed in.
  await expect(app.page.getByRole('textbox', { name: 'E-mail or phone' })).toBeVisible({ timeout: 30_000 })
  await app.page.evaluate(session => window.wheelhouse?.setSession(session), maya())
  await app.page.evaluate(() => window.wheelhouse?.startCapture({}))
  await app.page.evaluate(
    id => window.wheelhouse?.giveConsent({ organization_id: id, start_with_computer: false }),
    organization_id,
  )
  await expect
    .poll(() => app.page.evaluate(() => window.wheelhouse?.captureStatus()))
    .toMatchObject({ state: 'sharing', sharing: 'sharing', what: 'Entire screen' })
}
