import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getSignInOptions } from '#shared/contract/profile/endpoints'
import { googleSignIn, sendEmailCode, sendPhoneCode, verifyCode } from '#shared/contract/session/endpoints'
import { type ApiError, apiError } from '#shared/errors'
import { endSession, useSession } from '../../platform/session'
import { signInOptionsOf } from '../../platform/test-cast'
import { renderPage, withEnglish } from '../../platform/test-page'
import { freshTokens, serve, withServer } from '../../platform/test-server'
import { SignInPage } from './sign-in-page'
import { VerifyPage } from './verify-page'

withServer()
withEnglish('session')

const noOptions = signInOptionsOf()
beforeEach(() => {
  serve(getSignInOptions, noOptions)
})
afterEach(() => {
  endSession()
  // Flushes pending drafts, so that they are not written after the storage is cleared.
  fireEvent(window, new Event('pagehide'))
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const address = () => screen.getByRole('textbox', { name: 'E-mail or phone' })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send code' }))
const elsewhere = () => screen.findByRole('status', { name: 'Elsewhere' })

describe('Asking for a code', () => {
  test('by e-mail leads to the page for the code', async () => {
    const calls = serve(sendEmailCode, { expires_in: 300 })
    renderPage(<SignInPage />, { path: '/login' })
    await userEvent.type(address(), ' Maya@Ridgeway.example ')
    await send()
    expect(await elsewhere()).toHaveTextContent('/verify')
    expect(await elsewhere()).toHaveTextContent('maya@ridgeway.example')
    expect(calls[0]?.body).toEqual({ email: 'maya@ridgeway.example' })
  })

  test('by phone accepts a number as people write it', async () => {
    const calls = serve(sendPhoneCode, { expires_in: 300 })
    renderPage(<SignInPage />, { path: '/login' })
    await userEvent.type(address(), '+1 (555) 014-2277')
    await send()
    await elsewhere()
    expect(calls[0]?.body).toEqual({ phone_number: '+15550142277' })
  })

  test.each(['', 'maya', '555 014', 'maya@'])('%j is neither, and the field says what to enter', async typed => {
    renderPage(<SignInPage />, { path: '/login' })
    if (typed) await userEvent.type(address(), typed)
    await send()
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter an e-mail, or a phone number that begins with +')
    expect(address()).toBeInvalid()
    expect(address()).toHaveValue(typed)
  })

  test('that is refused says why, and keeps what was typed', async () => {
    serve(sendEmailCode, apiError('code.too_many_sent'))
    renderPage(<SignInPage />, { path: '/login' })
    await userEvent.type(address(), 'maya@ridgeway.example')
    await send()
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many codes were sent to this address.')
    expect(address()).toHaveValue('maya@ridgeway.example')
  })

  test('survives a reload', async () => {
    const { unmount } = renderPage(<SignInPage />, { path: '/login' })
    await userEvent.type(address(), 'maya@ridgeway')
    fireEvent(window, new Event('pagehide'))
    unmount()
    renderPage(<SignInPage />, { path: '/login' })
    expect(address()).toHaveValue('maya@ridgeway')
  })

  test('says where codes are shown while the server cannot send any [D10]', async () => {
    serve(getSignInOptions, signInOptionsOf({ outbox: 'http://localhost:4780/outbox' }))
    renderPage(<SignInPage />, { path: '/login' })
    expect(await screen.findByRole('link', { name: 'Codes appear here.' })).toHaveAttribute(
      'href',
      'http://localhost:4780/outbox',
    )
  })
})

describe('The sign-in page', () => {
  test('links to the terms and the privacy notice of the operator, if the server names them', async () => {
    const terms = 'https://ridgeway.example/terms'
    serve(getSignInOptions, signInOptionsOf({ terms }))
    renderPage(<SignInPage />, { path: '/login' })
    const link = await screen.findByRole('link', { name: 'Terms of use' })
    expect(link).toHaveAttribute('href', terms)
    expect(link).toHaveAttribute('target', '_blank')
    expect(screen.queryByRole('link', { name: 'Privacy notice' })).not.toBeInTheDocument()
  })
})

const sentTo = { address: { email: 'maya@ridgeway.example' }, sentAt: Date.now() }
const code = () => screen.getByRole('textbox', { name: '6-digit code' })
const newcomer = () => ({ ...freshTokens(), user_id: 8, isNewUser: true, profile_token: 'once' })

describe('Entering the code', () => {
  test('signs in as soon as the sixth digit is there, pasted ones included', async () => {
    const calls = serve(verifyCode, newcomer())
    renderPage(<VerifyPage />, { path: '/verify', state: sentTo })
    await userEvent.click(code())
    await userEvent.paste('407 912')
    await waitFor(() => expect(useSession.getState().userId).toBe(8))
    expect(calls).toHaveLength(1)
    expect(calls[0]?.body).toEqual({ email: 'maya@ridgeway.example', OTP: '407912' })
    expect(useSession.getState()).toMatchObject({ profileToken: 'once', isNewUser: true })
  })

  test('tracks a newcomer [9.11b]', async () => {
    serve(verifyCode, newcomer())
    renderPage(<VerifyPage />, { path: '/verify', state: sentTo })
    await userEvent.type(code(), '407912')
    await waitFor(() => expect(localStorage.getItem('app.events')).toContain('"New_user"'))
  })

  test('a wrong one is reported below the boxes, and can be corrected', async () => {
    serve(verifyCode, apiError('code.wrong'))
    renderPage(<VerifyPage />, { path: '/verify', state: sentTo })
    await userEvent.type(code(), '111111')
    expect(await screen.findByRole('alert')).toHaveTextContent('That code is not right. Check it and try again.')
    expect(code()).toHaveAccessibleDescription(/not right/)
    await userEvent.type(code(), '{Backspace}')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(code()).toHaveValue('11111')
  })

  test('the right one can be typed over a wrong one', async () => {
    const wrong = serve(verifyCode, apiError('code.wrong'))
    renderPage(<VerifyPage />, { path: '/verify', state: sentTo })
    await userEvent.type(code(), '111111')
    await screen.findByRole('alert')
    expect(wrong).toHaveLength(1)
    const right = serve(verifyCode, newcomer())
    await userEvent.type(code(), '4')
    expect(code()).toHaveValue('4')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await userEvent.type(code(), '07912')
    await waitFor(() => expect(useSession.getState().userId).toBe(8))
    expect(right[0]?.body).toMatchObject({ OTP: '407912' })
  })

  test('one that is typed while another is still checked is checked as well', async () => {
    let refuseFirst = () => {}
    const calls = serve(verifyCode, ({ body }) => {
      if (body.OTP === '407912') return newcomer()
      return new Promise<ApiError>(resolve => {
        refuseFirst = () => resolve(apiError('code.wrong'))
      })
    })
    renderPage(<VerifyPage />, { path: '/verify', state: sentTo })
    await userEvent.type(code(), '111111407912')
    await waitFor(() => expect(calls).toHaveLength(1))
    refuseFirst()
    await waitFor(() => expect(useSession.getState().userId).toBe(8))
    expect(calls).toHaveLength(2)
  })

  test('too few digits are not sent', async () => {
    renderPage(<VerifyPage />, { path: '/verify', state: sentTo })
    await userEvent.type(code(), '123')
    await userEvent.click(screen.getByRole('button', { name: 'Verify and continue' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter all six digits.')
  })

  test('another one can be sent after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: sentTo.sentAt })
    const calls = serve(sendEmailCode, { expires_in: 300 })
    renderPage(<VerifyPage />, { path: '/verify', state: sentTo })
    expect(screen.getByText('Send a new code in 0:30')).toBeInTheDocument()
    act(() => vi.advanceTimersByTime(29_000))
    expect(screen.getByText('Send a new code in 0:01')).toBeInTheDocument()
    act(() => vi.advanceTimersByTime(1000))
    vi.useRealTimers()
    await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
    expect(await screen.findByText('Send a new code in 0:30')).toBeInTheDocument()
    expect(calls).toHaveLength(1)
  })

  test('another one can be sent after 30 seconds even if the clock was set back by an hour', async () => {
    const hour = 3_600_000
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'], now: sentTo.sentAt })
    vi.setSystemTime(sentTo.sentAt - hour)
    renderPage(<VerifyPage />, { path: '/verify', state: sentTo })
    expect(screen.getByText('Send a new code in 0:30')).toBeInTheDocument()
    act(() => vi.advanceTimersByTime(10_000))
    vi.setSystemTime(sentTo.sentAt - 2 * hour)
    act(() => vi.advanceTimersByTime(20_000))
    vi.useRealTimers()
    expect(screen.getByRole('button', { name: 'Send a new code' })).toBeInTheDocument()
  })

  test('a link passes address and code in the query', async () => {
    const calls = serve(verifyCode, newcomer())
    renderPage(<VerifyPage />, { path: '/verify', search: '?phone_number=%2B15550142277&code=123456' })
    expect(screen.getByText('+15550142277')).toBeInTheDocument()
    expect(code()).toHaveValue('123456')
    await userEvent.click(screen.getByRole('button', { name: 'Verify and continue' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toEqual({ phone_number: '+15550142277', OTP: '123456' })
  })

  test('needs an address', async () => {
    renderPage(<VerifyPage />, { path: '/verify' })
    expect(await elsewhere()).toHaveTextContent('/login')
  })

  test('can be abandoned for the other kind of address', async () => {
    renderPage(<VerifyPage />, { path: '/verify', state: sentTo })
    await userEvent.click(screen.getByRole('button', { name: 'Use a phone instead' }))
    expect(await elsewhere()).toHaveTextContent('/login{"kind":"phone"}')
  })
})

describe('Google [D11]', () => {
  const google = {
    authorization_endpoint: 'https://accounts.example/auth?prompt=select_account',
    client_id: 'wheelhouse',
  }

  /** Presses the button, and returns the address to which the browser was sent. */
  async function leaveForGoogle(): Promise<URL> {
    serve(getSignInOptions, signInOptionsOf({ google }))
    const assign = vi.fn()
    vi.stubGlobal('location', { origin: location.origin, hash: '', pathname: '/', assign })
    renderPage(<SignInPage />, { path: '/login' })
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
    await waitFor(() => expect(assign).toHaveBeenCalledOnce())
    vi.unstubAllGlobals()
    return new URL(assign.mock.calls[0]?.[0])
  }

  test('is offered only if the server has it', async () => {
    const requests = serve(getSignInOptions, noOptions)
    renderPage(<SignInPage />, { path: '/login' })
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).not.toBeInTheDocument()
  })

  test('receives a request for a code with PKCE, state and nonce', async () => {
    const { searchParams: query, origin } = await leaveForGoogle()
    expect(origin).toBe('https://accounts.example')
    expect(Object.fromEntries(query)).toMatchObject({
      prompt: 'select_account',
      client_id: 'wheelhouse',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${location.origin}/login`,
      code_challenge_method: 'S256',
    })
    expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(query.get('state')).not.toBe(query.get('nonce'))
  })

  test('returns a code that the server exchanges, with the verifier of the challenge', async () => {
    const { searchParams: sent } = await leaveForGoogle()
    const calls = serve(googleSignIn, { ...freshTokens(), user_id: 9, isNewUser: false })
    renderPage(<SignInPage />, { path: '/login', search: `?code=from-google&state=${sent.get('state')}` })
    await waitFor(() => expect(useSession.getState().userId).toBe(9))
    expect(calls).toHaveLength(1)
    const { code_verifier, ...rest } = calls[0]?.body ?? {}
    expect(rest).toEqual({ code: 'from-google', redirect_uri: `${location.origin}/login`, nonce: sent.get('nonce') })
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(String(code_verifier)))
    expect(Buffer.from(digest).toString('base64url')).toBe(sent.get('code_challenge'))
  })

  test.each([
    ['a state that is not ours', '?code=from-google&state=forged', 'This sign-in was started somewhere else.'],
    ['a refusal', '?error=access_denied', 'Google did not sign you in.'],
  ])('with %s signs nobody in', async (_, search, message) => {
    await leaveForGoogle()
    const calls = serve(googleSignIn, apiError('google.refused'))
    const { router } = renderPage(<SignInPage />, { path: '/login', search })
    expect((await screen.findAllByRole('alert'))[0]).toHaveTextContent(message)
    expect(router.state.location.search).toBe('')
    expect(calls).toHaveLength(0)
  })

  test('refused by the server says so', async () => {
    const { searchParams: sent } = await leaveForGoogle()
    serve(googleSignIn, apiError('google.refused'))
    renderPage(<SignInPage />, { path: '/login', search: `?code=x&state=${sent.get('state')}` })
    expect(await screen.findByText('Google did not confirm this sign-in. Try again.')).toBeInTheDocument()
  })
})
