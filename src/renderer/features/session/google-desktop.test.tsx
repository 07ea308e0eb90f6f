import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { GoogleReturn } from '#shared/contract/desktop'
import { getSignInOptions } from '#shared/contract/profile/endpoints'
import { googleSignIn } from '#shared/contract/session/endpoints'
import { apiError } from '#shared/errors'
import { endSession, useSession } from '../../platform/session'
import { signInOptionsOf } from '../../platform/test-cast'
import { FakeDesktop } from '../../platform/test-desktop'
import { renderPage, withEnglish } from '../../platform/test-page'
import { freshTokens, serve, withServer } from '../../platform/test-server'
import { SignInPage } from './sign-in-page'

withServer()
withEnglish('session')

const proof = {
  code: 'from-google',
  code_verifier: 'v'.repeat(43),
  redirect_uri: 'http://127.0.0.1:50123/login',
  nonce: 'once',
}
let app: FakeDesktop
let comeBack: (answer: GoogleReturn) => void

beforeEach(() => {
  const google = { authorization_endpoint: 'https://accounts.example/auth', client_id: 'wheelhouse' }
  serve(getSignInOptions, signInOptionsOf({ google }))
  app = new FakeDesktop({
    signInWithGoogle: () =>
      new Promise<GoogleReturn>(resolve => {
        comeBack = resolve
      }),
    cancelGoogle: () => comeBack({ outcome: 'cancelled' }),
  })
  vi.stubGlobal('wheelhouse', app.bridge)
})
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const button = () => screen.findByRole('button', { name: 'Continue with Google' })
async function leave() {
  const page = renderPage(<SignInPage />, { path: '/login' })
  await userEvent.click(await button())
  await screen.findByText('Continue in your browser. Wheelhouse waits here.')
  return page
}

describe('Continue with Google, in the desktop app [D11]', () => {
  test('continues in the person’s browser, and its answer signs in', async () => {
    const calls = serve(googleSignIn, { ...freshTokens(), user_id: 9, isNewUser: false })
    await leave()
    expect((await axe.run(document.body)).violations).toEqual([])
    expect(calls).toHaveLength(0)
    comeBack({ outcome: 'done', ...proof })
    await waitFor(() => expect(useSession.getState().userId).toBe(9))
    expect(calls.map(({ body }) => body)).toEqual([proof])
    expect(sessionStorage.getItem('app.google')).toBeNull()
  })

  test.each([
    ['refused', 'Google did not sign you in. Try again.'],
    ['mismatch', 'This sign-in was started somewhere else. Try again from here.'],
    ['timed_out', 'Your browser did not answer within five minutes. Try again.'],
    ['unavailable', 'Your browser could not be opened. Try again, or use a code.'],
  ] as const)('that ends with “%s” says so, and can be tried again', async (outcome, text) => {
    const calls = serve(googleSignIn, apiError('google.refused'))
    await leave()
    comeBack({ outcome })
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(calls).toHaveLength(0)
    await userEvent.click(await button())
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(app.callsOn('signInWithGoogle')).toHaveLength(2)
  })

  test('that the server refuses says so', async () => {
    serve(googleSignIn, apiError('google.refused'))
    await leave()
    comeBack({ outcome: 'done', ...proof })
    expect(await screen.findByRole('alert')).toHaveTextContent('Google did not confirm this sign-in. Try again.')
    expect(useSession.getState().userId).toBeNull()
  })

  test('can be cancelled', async () => {
    await leave()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await button()).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('is cancelled when the page is left, and only then', async () => {
    const { unmount } = await leave()
    expect(app.callsOn('cancelGoogle')).toHaveLength(0)
    unmount()
    expect(app.callsOn('cancelGoogle')).toHaveLength(1)
    const second = await leave()
    comeBack({ outcome: 'refused' })
    await screen.findByRole('alert')
    second.unmount()
    expect(app.callsOn('cancelGoogle')).toHaveLength(1)
  })

  test('reports a missing answer of the main process', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    app.answer({
      signInWithGoogle: () => {
        throw new Error('no')
      },
    })
    renderPage(<SignInPage />, { path: '/login' })
    await userEvent.click(await button())
    expect(await screen.findByRole('alert')).toHaveTextContent('Your browser could not be opened.')
    log.mockRestore()
  })
})
