import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startLanguages } from '../i18n/languages'
import { ErrorBoundary } from './error-boundary'

const reload = vi.hoisted(() => vi.fn())
const logError = vi.hoisted(() => vi.fn())
vi.mock('../platform/reload', () => ({ reload, reloadToRoot: vi.fn() }))
vi.mock('../platform/log', () => ({ logError }))

/** Fails in the given number of attempts. React renders a failing component twice before it gives up. */
const attempts = { left: 0, made: 0 }
function Fragile() {
  attempts.made += 1
  if (attempts.left > 0) throw new Error('broken')
  return <p>All is well</p>
}

function Boundary({ place = '/chat' }) {
  return (
    <ErrorBoundary place={place}>
      <Fragile />
    </ErrorBoundary>
  )
}

beforeAll(startLanguages)
beforeEach(() => {
  attempts.made = 0
  attempts.left = 0
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  logError.mockReset()
  sessionStorage.clear()
})

describe('The error boundary', () => {
  test('retries by itself, so that a passing failure is not visible [4.18a]', () => {
    let failures = 3
    function Passing() {
      if (failures > 0) throw new Error('passing')
      return <p>All is well</p>
    }
    logError.mockImplementation(() => {
      failures -= 1
    })
    render(
      <ErrorBoundary place="/chat">
        <Passing />
      </ErrorBoundary>,
    )
    expect(screen.getByText('All is well')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('shows its screen with the exact texts after three retries [4.18a] [9.4] [2.21a] [2.21b]', () => {
    attempts.left = 1
    render(<Boundary />)
    expect(logError).toHaveBeenCalledTimes(4)
    expect(screen.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeInTheDocument()
    expect(
      screen.getByText(
        'An unexpected error has occurred. Please try again or contact support if the problem persists.',
      ),
    ).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument()
  })

  test('Try Again starts over [2.21b]', async () => {
    attempts.left = 1
    render(<Boundary />)
    attempts.left = 0
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(screen.getByText('All is well')).toBeInTheDocument()
  })

  test('another page starts over as well', () => {
    attempts.left = 1
    const { rerender } = render(<Boundary place="/chat" />)
    expect(screen.getByRole('alert')).toBeInTheDocument()
    attempts.left = 0
    rerender(<Boundary place="/docs" />)
    expect(screen.getByText('All is well')).toBeInTheDocument()
  })

  test('a component whose code does not load reloads the page instead [4.18b]', () => {
    function Missing(): never {
      throw new TypeError('Failed to fetch dynamically imported module: /assets/dialog.js')
    }
    render(
      <ErrorBoundary place="/chat">
        <Missing />
      </ErrorBoundary>,
    )
    expect(reload).toHaveBeenCalledOnce()
  })
})
