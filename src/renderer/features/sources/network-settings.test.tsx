import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CameraNetworks, listCameraNetworks, revokeCameraNetwork } from '#shared/contract/sources/camera-tests'
import { endSession } from '../../platform/session'
import { organisationOf } from '../../platform/test-cast'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { useOrganisations } from '../organisations/store'
import { NetworkSettings } from './network-settings'

withServer()
withEnglish('sources')

const known: CameraNetworks = {
  ...{ may_allow: true, ask: [], by_settings: ['127.0.0.0/8'] },
  networks: [{ network: '192.168.4.0/24', allowed_by: 'Maya Okafor', allowed_at: '2026-11-20T09:00:00.000Z' }],
}
beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'owner' })], status: 'ready' })
})
afterEach(endSession)

describe('The networks of cameras in the administration [D35]', () => {
  test('are listed with who allowed them, and revoked after a confirmation', async () => {
    serve(listCameraNetworks, known)
    const calls = serve(revokeCameraNetwork, { ...known, networks: [] })
    const { container } = renderPage(<NetworkSettings />)
    const list = await screen.findByRole('list', { name: 'Networks of cameras' })
    const [first, fixed] = within(list).getAllByRole('listitem')
    expect(first).toHaveTextContent('Allowed by Maya Okafor')
    expect(within(fixed as HTMLElement).queryByRole('button')).toBeNull()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
    await userEvent.click(within(list).getByRole('button', { name: 'Revoke 192.168.4.0/24' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Revoke 192.168.4.0/24?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(screen.queryByText('192.168.4.0/24')).toBeNull())
    expect(calls[0]?.body).toMatchObject({ network: '192.168.4.0/24' })
  })

  test('say so where there are none', async () => {
    serve(listCameraNetworks, { ...known, networks: [], by_settings: [] })
    renderPage(<NetworkSettings />)
    expect(await screen.findByText(/^No private network is allowed/)).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
