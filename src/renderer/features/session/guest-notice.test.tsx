import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getSignInOptions } from '#shared/contract/profile/endpoints'
import { sendEmailCode } from '#shared/contract/session/endpoints'
import { useGuest } from '../../platform/guest'
import { signInOptionsOf } from '../../platform/test-cast'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, withServer } from '../../platform/test-server'
import { AdminSignInPage, SignInPage } from './sign-in-page'
import { useSignIn } from './store'
import { VerifyPage } from './verify-page'

withServer()
withEnglish('session')
beforeEach(() => {
  useSignIn.setState({ options: null })
  serve(getSignInOptions, signInOptionsOf({ guests: true }))
})
afterEach(() => {
  useGuest.getState().erase()
  localStorage.clear()
})

const record = (...batches: string[]) => {
  const guest_id = '0622c69b-6024-4d6c-aebd-00fb755b72b1'
  useGuest.getState().become({ guest_id, guest_token: 'secret', expires_at: '2026-11-21T14:04:00.000Z' })
  for (const batch of batches) useGuest.getState().add(batch)
}

describe('Trying the product without an account [1.3b, D42]', () => {
  test('is offered if the server takes guests', async () => {
    renderPage(<SignInPage />, { path: '/login' })
    expect(await screen.findByRole('link', { name: 'Try Mate as a guest' })).toHaveAttribute('href', '#/chat-guest')
  })

  test('is not offered if it takes none, nor to the operator', async () => {
    serve(getSignInOptions, signInOptionsOf({ outbox: '/outbox' }))
    const { unmount } = renderPage(<SignInPage />, { path: '/login' })
    expect(await screen.findByText(/sends no mail/)).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Try Mate as a guest' })).not.toBeInTheDocument()
    unmount()
    serve(getSignInOptions, signInOptionsOf({ outbox: '/outbox', guests: true }))
    renderPage(<AdminSignInPage />, { path: '/admin' })
    expect(await screen.findByText(/sends no mail/)).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Try Mate as a guest' })).not.toBeInTheDocument()
  })
})

describe('Signing in where a guest has recorded something [D40]', () => {
  test('says beforehand that the recording comes along, and as what; it can be left behind', async () => {
    record('one')
    renderPage(<SignInPage />, { path: '/login' })
    expect(screen.getByRole('region', { name: 'Your recording comes with you' })).toHaveTextContent(
      'It goes into the workspace you open next, and only you can see it.',
    )
    expect((await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])
    const choice = screen.getByRole('checkbox', { name: 'Keep what I recorded as a guest' })
    expect(choice).toBeChecked()
    await userEvent.click(choice)
    expect(useGuest.getState().comesAlong).toBe(false)
  })

  test('says so on the page for the code too, with the count', () => {
    record('one', 'two')
    renderPage(<VerifyPage />, { path: '/verify', search: '?email=maya%40ridgeway.example' })
    expect(screen.getByRole('region', { name: 'Your 2 recordings come with you' })).toBeInTheDocument()
  })

  test('says nothing without a recording', () => {
    record()
    renderPage(<SignInPage />, { path: '/login' })
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  })

  test('passes the recording from the address to the page for the code [3.20]', async () => {
    serve(sendEmailCode, { expires_in: 300 })
    record('one')
    renderPage(<SignInPage />, { path: '/login', search: '?batchId=one' })
    await userEvent.type(screen.getByRole('textbox', { name: 'E-mail or phone' }), 'maya@ridgeway.example')
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    expect(await screen.findByRole('status', { name: 'Elsewhere' })).toHaveTextContent('/verify?batchId=one')
  })
})
