import { type RouteObject, useRoutes } from 'react-router-dom'
import type { PageRoute } from '../platform/feature'
import { features } from './features'
import { lazyPage } from './lazy-page'
import { Root } from './root'
import { RouteBoundary } from './route-failed'
import { Shell } from './shell/shell'

function pageRoute({ path, lazy }: PageRoute): RouteObject {
  const { Page } = lazyPage(lazy)
  return { path, element: <Page /> }
}

/**
 * Every address of the app. Unknown ones are answered inside the shell [2.2b], which people who are signed out never
 * reach.
 */
const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      ...features.flatMap(({ bareRoutes = [] }) => bareRoutes.map(pageRoute)),
      {
        element: <Shell />,
        children: [
          { path: '/', element: null },
          ...features.flatMap(({ routes: own = [] }) => own.map(pageRoute)),
          pageRoute({ path: '*', lazy: async () => ({ Component: (await import('./not-found')).NotFound }) }),
        ],
      },
    ],
  },
]

/** The page for the current address, inside a router. */
export function AppRoutes() {
  return <RouteBoundary>{useRoutes(routes)}</RouteBoundary>
}
