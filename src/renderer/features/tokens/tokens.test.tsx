import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AccessToken, createToken, listTokens, revokeToken } from '#shared/contract/tokens/endpoints'
import { apiError } from '#shared/errors'
import { day } from '#shared/limits'
import { endSession } from '../../platform/session'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { TokensCard } from './tokens-card'

withServer()
withEnglish('tokens')

const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const token = (more: Partial<AccessToken> = {}): AccessToken => ({
  ...{ token_id: 5, name: 'Laptop agent', scope: 'propose', created_at: inDays(-1) },
  ...{ expires_at: inDays(30), last_used_at: null, ...more },
})

beforeEach(() => void signInAs(7, { organizationId: 3 }))
afterEach(async () => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(close)
  vi.unstubAllGlobals()
  endSession()
})

const open = () =>
  renderPage(
    <main>
      <TokensCard />
      <Toaster label="Toasts" closeLabel="Close" />
    </main>,
  )
const secret = `wheelhouse_3_${'s'.repeat(65)}`

async function create(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'New access token' }))
  const form = within(await screen.findByRole('dialog', { name: 'New access token' }))
  if (name) await userEvent.type(await form.findByRole('textbox', { name: 'Name' }), name)
  await userEvent.click(form.getByRole('button', { name: 'Create token' }))
  return form
}

describe('Access tokens in the profile [D47]', () => {
  test('a new one is shown once, with the address and a configuration to paste', async () => {
    serve(listTokens, [])
    const calls = serve(createToken, { token: token(), secret })
    open()
    const form = await create('')
    expect(await form.findByText('Give the token a name.')).toBeVisible()
    expect(form.getByText(/waits in your chat with Mate/)).toBeVisible()
    await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Laptop agent')
    await userEvent.click(form.getByRole('button', { name: 'Create token' }))
    const made = within(await screen.findByRole('dialog', { name: 'Your new access token' }))
    expect(calls[0]?.body).toMatchObject({ name: 'Laptop agent', scope: 'propose', expires_in_days: 90 })
    expect(made.getByRole('textbox', { name: 'Token' })).toHaveValue(secret)
    expect(made.getByRole('textbox', { name: 'Address of the server' })).toHaveValue(`${location.origin}/mcp`)
    const configuration = made.getByRole('textbox', { name: 'Configuration for a client' })
    expect(JSON.parse((configuration as HTMLTextAreaElement).value)).toEqual({
      mcpServers: {
        wheelhouse: { type: 'http', url: `${location.origin}/mcp`, headers: { Authorization: `Bearer ${secret}` } },
      },
    })
    expect((await axe.run(document.body)).violations).toEqual([])
    const writeText = vi.fn(async (_text: string) => {})
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }))
    await userEvent.click(made.getByRole('button', { name: 'Copy the token' }))
    expect(writeText).toHaveBeenCalledWith(secret)
    expect(await screen.findByText('Copied')).toBeVisible()
    await userEvent.click(made.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText('Laptop agent')).toBeVisible()
    expect(document.body).not.toHaveTextContent(secret)
  })

  test('says so where a new one got lost on its way, and why one is refused', async () => {
    serve(listTokens, [])
    serve(createToken, { token: token(), secret: null })
    open()
    await create('Lost')
    const made = within(await screen.findByRole('dialog', { name: 'Your new access token' }))
    expect(made.getByText(/got lost on its way/)).toBeVisible()
    expect(made.queryByRole('textbox')).toBeNull()
    await userEvent.click(made.getByRole('button', { name: 'Done' }))
    serve(createToken, apiError('token.too_many'))
    const form = await create('One more')
    expect(await form.findByRole('alert')).toHaveTextContent(/as many access tokens as possible/)
  })

  test('the list shows last uses and ends, and revokes', async () => {
    const old = token({ token_id: 6, name: 'Old', expires_at: inDays(-2), last_used_at: inDays(-3) })
    serve(listTokens, [token({ scope: 'read' }), old])
    open()
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first).toHaveTextContent(/^Laptop agentReadNever used · Valid until /)
    expect(second).toHaveTextContent(/^OldExpiredLast used: .* · Expired on /)
    serve(revokeToken, apiError('server.error'))
    await userEvent.click(screen.getByRole('button', { name: 'Revoke Laptop agent' }))
    const asked = within(await screen.findByRole('alertdialog', { name: 'Revoke Laptop agent?' }))
    await userEvent.click(asked.getByRole('button', { name: 'Revoke' }))
    expect(await asked.findByRole('alert')).toBeVisible()
    const calls = serve(revokeToken, null)
    await userEvent.click(asked.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(screen.queryByText('Laptop agent')).toBeNull())
    expect(calls[0]?.body).toMatchObject({ token_id: 5 })
    expect(screen.getByText('Old')).toBeVisible()
  })

  test('a list that does not load can be loaded again', async () => {
    serve(listTokens, apiError('server.error'))
    open()
    expect(await screen.findByRole('alert')).toBeVisible()
    serve(listTokens, [token()])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Laptop agent')).toBeVisible()
  })
})
