import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ignorePrinted } from '#shared/testing/console'
import { openApp, withApp } from './test-app'

withApp()
// The router may try the module again, and then it is logged twice.
ignorePrinted('A route failed.')

test('a route that fails shows the router’s fallback [8.10]', async () => {
  vi.doMock('../features/session/verify-page', () => {
    throw new Error('broken module')
  })
  openApp('/verify?email=maya@ridgeway.example')
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeInTheDocument()
  vi.doUnmock('../features/session/verify-page')
})
