import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fetchMate, getNewSuggestions } from '#shared/contract/mate/endpoints'
import { useSession } from '../platform/session'
import { organisationOf } from '../platform/test-cast'
import { serve } from '../platform/test-server'
import { openApp, signedIn, withApp } from './test-app'

withApp()
afterEach(() => void window.dispatchEvent(new Event('online')))

test('without a network a question waits in its field, and what asks Mate says why it cannot', async () => {
  serve(fetchMate, [])
  serve(getNewSuggestions, [
    { text: 'Who is here?', color: 'suggest-0', border_color: 'suggest-0-border', options: [] },
  ])
  signedIn({}, [organisationOf({ organization_id: 3, org_role: 'member' })])
  useSession.setState({ organizationId: 3 })
  openApp('/chat')
  const field = await screen.findByRole('textbox', { name: /Mate/ })
  const chip = await screen.findByRole('button', { name: 'Who is here?' })
  await userEvent.type(field, 'How full is bay 2?')
  act(() => void window.dispatchEvent(new Event('offline')))
  const send = screen.getByRole('button', { name: 'Send' })
  for (const command of [send, chip]) {
    expect(command).toHaveAttribute('aria-disabled', 'true')
    expect(command).toHaveAccessibleDescription('This needs a connection to the server.')
    await userEvent.click(command)
  }
  await userEvent.type(field, '{Enter}')
  expect(field).toHaveValue('How full is bay 2?')
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled'))
})
