import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getSignInOptions } from '#shared/contract/profile/endpoints'
import { startDesktopApp } from '../../platform/desktop-app'
import { signInOptionsOf } from '../../platform/test-cast'
import { FakeDesktop } from '../../platform/test-desktop'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, withServer } from '../../platform/test-server'
import { SignInPage } from './sign-in-page'

withServer()
withEnglish('session')

const server = 'https://wheelhouse.example'
let app: FakeDesktop
beforeEach(async () => {
  serve(getSignInOptions, signInOptionsOf())
  app = new FakeDesktop({
    appInfo: () => ({ version: '1.0.0', platform: 'linux', server: null }),
    setServer: (address: string) =>
      address === server ? { ok: true, address } : { ok: false, reason: address ? 'not_wheelhouse' : 'not_an_address' },
  })
  vi.stubGlobal('wheelhouse', app.bridge)
  await startDesktopApp()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const address = () => screen.getByRole('textbox', { name: 'Server address' })
const connect = () => userEvent.click(screen.getByRole('button', { name: 'Connect' }))

describe('In the desktop app the server', () => {
  test('is requested before anybody can sign in, with a message if it is wrong', async () => {
    renderPage(<SignInPage />, { path: '/login' })
    expect(screen.getByRole('heading', { name: 'Which server do you use?' })).toBeVisible()
    expect(screen.queryByRole('textbox', { name: 'E-mail or phone' })).not.toBeInTheDocument()
    await connect()
    expect(await screen.findByText(/^This is not an address/)).toBeVisible()
    await userEvent.type(address(), 'https://example.com')
    await connect()
    expect(await screen.findByText(/is not Wheelhouse/)).toBeVisible()
    expect(address()).toHaveValue('https://example.com')
  })

  test('is shown once it was found, and can be changed', async () => {
    renderPage(<SignInPage />, { path: '/login' })
    await userEvent.type(address(), ` ${server} `)
    await connect()
    expect(await screen.findByRole('textbox', { name: 'E-mail or phone' })).toBeVisible()
    expect(screen.getByText(`Server: ${server}`)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Change server' }))
    expect(address()).toHaveValue(server)
  })
})
