import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openApp, withApp } from './test-app'

withApp()

test('a route that fails shows the router’s fallback [8.10]', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  vi.doMock('../features/session/verify-page', () => {
    throw new Error('broken module')
  })
  openApp('/verify?email=maya@ridgeway.example')
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeInTheDocument()
  vi.doUnmock('../features/session/verify-page')
  log.mockRestore()
})
