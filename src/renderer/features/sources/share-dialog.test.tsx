import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listAccessRequests } from '#shared/contract/access/endpoints'
import type { Consent } from '#shared/contract/desktop'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { changePermission, readFeed } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { detailOf, organisationOf } from '../../platform/test-cast'
import { FakeDesktop, notSharing } from '../../platform/test-desktop'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { useOrganisations } from '../organisations/store'
import { OwnCard } from './own-card'
import { feedOf, memberOf } from './test-sources'

withServer()
withEnglish('sources')

const never: Consent = { agreed_at: null, start_with_computer: false }
const sharing = { ...notSharing, state: 'sharing', sharing: 'sharing' } as const
let app: FakeDesktop
let permissions: { body: Record<string, unknown> }[]

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  useOrganisations.setState({ items: [organisationOf()], status: 'ready' })
  serve(organisationInfo, detailOf({ all_users: [memberOf(8, 'Tom Reyes')] }))
  serve(readFeed, feedOf())
  serve(listAccessRequests, [])
  permissions = serve(changePermission, { organisation: false, user_ids: [], role_ids: [], branch_ids: [] })
  app = new FakeDesktop({
    captureSources: () => [
      { id: 'window:1', name: 'Stock sheet', thumbnail: '' },
      { id: 'screen:1', name: 'Entire screen', thumbnail: '' },
    ],
    readConsent: () => never,
    screenPermission: () => 'granted',
    giveConsent: () => ({ agreed_at: '2025-11-20T14:04:00.000Z', start_with_computer: false }),
    startCapture: () => sharing,
    withdrawConsent: () => never,
    openScreenSettings: () => undefined,
  })
  vi.stubGlobal('wheelhouse', app.bridge)
})
afterEach(() => {
  vi.unstubAllGlobals()
  endSession()
})

async function ask() {
  renderPage(<OwnCard onAccess={() => undefined} />)
  await userEvent.click(screen.getByRole('button', { name: 'Share your screen' }))
  return screen.findByRole('dialog', { name: 'Share your screen with Ridgeway Cycles?' })
}
const start = (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: 'Start sharing' }))
const calls = () => app.calls.map(([name]) => name)

describe('Before the screen is shared, in the desktop app [D34]', () => {
  test('the person sees what is shared, with whom, how often and how long; nothing starts by itself', async () => {
    const dialog = await ask()
    expect(await within(dialog).findByRole('radio', { name: 'Entire screen' })).toBeChecked()
    expect(dialog).toHaveTextContent('owners, admins and roles that see all sources always can')
    expect(dialog).toHaveTextContent('At most one picture a second while somebody watches')
    expect(dialog).toHaveTextContent('Pictures are kept for 7 days, then deleted.')
    expect(dialog).toHaveTextContent('Sound and key presses are never captured.')
    expect(within(dialog).getByRole('switch', { name: /^Start sharing when this computer starts/ })).not.toBeChecked()
    expect(calls()).not.toContain('startCapture')
    expect((await axe.run(dialog)).violations).toEqual([])
  })

  test('access is saved first, then the consent, and then sharing starts with the chosen screen [5.8b]', async () => {
    const dialog = await ask()
    await userEvent.click(await within(dialog).findByRole('radio', { name: 'Stock sheet' }))
    await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'Tom Reyes' }))
    await userEvent.click(within(dialog).getByRole('switch', { name: /^Start sharing when/ }))
    await start(dialog)
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(permissions[0]?.body).toMatchObject({ is_my_screen_accessible_to_org: false, user_ids: [8] })
    expect(app.callsOn('giveConsent')).toEqual([{ organization_id: 3, start_with_computer: true }])
    expect(app.callsOn('startCapture')).toEqual([{ source_id: 'window:1' }])
    expect(calls().indexOf('giveConsent')).toBeLessThan(calls().indexOf('startCapture'))
  })

  test('unchanged names are not sent again', async () => {
    const dialog = await ask()
    await within(dialog).findByRole('checkbox', { name: 'Tom Reyes' })
    await start(dialog)
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(permissions[0]?.body).toMatchObject({ is_my_screen_accessible_to_org: false })
    expect(permissions[0]?.body).not.toHaveProperty('user_ids')
  })

  test('nothing is captured when access could not be saved', async () => {
    serve(changePermission, apiError('server.unavailable'))
    const dialog = await ask()
    await within(dialog).findByRole('radio', { name: 'Entire screen' })
    await start(dialog)
    expect(await within(dialog).findByRole('alert')).toBeInTheDocument()
    expect(calls()).not.toContain('giveConsent')
    expect(calls()).not.toContain('startCapture')
  })

  test('the reason is shown when sharing cannot start', async () => {
    app.answer({ startCapture: () => ({ ...notSharing, trouble: 'permission_error' }) })
    const dialog = await ask()
    await within(dialog).findByRole('radio', { name: 'Entire screen' })
    await start(dialog)
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Failed to get screen sources due to permission error',
    )
  })

  test.each([
    ['without a screen to share', { captureSources: () => [] }],
    ['without the permission', { screenPermission: () => 'denied' }],
  ])('%s it says what is needed and opens the system’s settings [8.6a] [5.8a]', async (_, answers) => {
    app.answer(answers)
    const dialog = await ask()
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Screen capture permission is required')
    expect(within(dialog).queryByRole('button', { name: 'Start sharing' })).not.toBeInTheDocument()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Open system settings' }))
    expect(calls()).toContain('openScreenSettings')
  })

  test('screens that cannot be read are reported [8.6b]', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    app.answer({
      captureSources: () => {
        throw new Error('denied')
      },
    })
    expect(await within(await ask()).findByRole('alert')).toHaveTextContent(
      'Failed to get screen sources due to permission error',
    )
    log.mockRestore()
  })

  test('a given consent can be withdrawn', async () => {
    app.answer({ readConsent: () => ({ agreed_at: '2025-11-20T14:04:00.000Z', start_with_computer: true }) })
    const dialog = await ask()
    expect(await within(dialog).findByRole('switch', { name: /^Start sharing when/ })).toBeChecked()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Withdraw my consent' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(app.callsOn('withdrawConsent')).toEqual([{ organization_id: 3 }])
  })
})
