import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { fetchMate, getNewSuggestions } from '#shared/contract/mate/endpoints'
import { useMate } from '../features/mate/store'
import { useSession } from '../platform/session'
import { serve } from '../platform/test-server'
import { fetchFirstPage } from './first-page'
import { openApp, signedIn, withApp } from './test-app'

withApp()

let conversations: unknown[]
beforeEach(() => {
  conversations = serve(fetchMate, [])
  serve(getNewSuggestions, [])
  history.replaceState(null, '', '/#/chat')
})

describe('Before the first render', () => {
  test('profile and conversation are requested in parallel, and the loaded page is there at once', async () => {
    const { profiles } = signedIn()
    useSession.setState({ organizationId: 3 })
    await fetchFirstPage()
    await waitFor(() => expect(useMate.getState().status).toBe('ready'))
    expect([profiles.length, conversations.length]).toEqual([1, 1])
    act(() => void openApp('/chat'))
    // The page is there at once, without a skeleton before it.
    expect(screen.getByRole('heading', { name: 'Mate' })).toBeInTheDocument()
  })

  test('nothing is requested while nobody is signed in', async () => {
    await fetchFirstPage()
    await act(async () => {})
    expect(conversations).toHaveLength(0)
  })
})
