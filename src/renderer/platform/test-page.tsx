import { render } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { beforeAll } from 'vitest'
import type { Namespace } from '../i18n/keys'
import { startLanguages, withNamespaces } from '../i18n/languages'

/** Shows the address to which the page under test navigated, for `toHaveTextContent`. */
function Elsewhere() {
  const { pathname, search, hash, state } = useLocation()
  return (
    <output aria-label="Elsewhere">
      {pathname + search + hash}
      {state !== null && JSON.stringify(state)}
    </output>
  )
}

/**
 * Loads English for the whole test file, including the namespaces that load with their feature in the app. Call it at
 * the top.
 */
export function withEnglish(...namespaces: readonly Namespace[]): void {
  beforeAll(async () => {
    await startLanguages()
    const all: Namespace[] = ['apiErrors', ...namespaces]
    await Promise.all(all.map(namespace => withNamespaces(namespace, Promise.resolve())))
  })
}

interface At {
  path?: string
  search?: string
  hash?: string
  state?: unknown
  /** Content around every page, such as the toasts; it survives leaving the page. */
  wrapper?: ComponentType<{ children: ReactNode }>
}

/** Renders one page of a feature at its path; other paths show themselves as the output "Elsewhere". */
export function renderPage(page: ReactNode, { path = '/here', search = '', hash = '', state, wrapper }: At = {}) {
  const router = createMemoryRouter(
    [
      { path, element: page },
      { path: '*', element: <Elsewhere /> },
    ],
    { initialEntries: [{ pathname: path, search, hash, state }] },
  )
  return { ...render(<RouterProvider router={router} />, { wrapper }), router }
}
