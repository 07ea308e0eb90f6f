import type { RouteObject } from 'react-router-dom'
import { features } from './features'
import { firstSegment } from './guards'
import { laterEntries } from './nav-entries'
import { NotFound } from './not-found'
import { type LaterPage, NotLanded } from './not-landed'
import { Root } from './root'
import { RouteFailed } from './route-failed'
import { Shell } from './shell/shell'
import { ShellSkeleton } from './shell/shell-skeleton'

/** Paths of the specification whose features come later, with what the page is called [2.1, 2.3a]. */
const later: readonly { path: string; page: LaterPage }[] = laterEntries.map(({ id, route }) => ({
  path: `${firstSegment(route)}/*`,
  page: id,
}))

/** Every address of the app. Unknown ones are answered inside the shell [2.2b]; people who are signed out never get that far. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteFailed />,
    hydrateFallbackElement: <ShellSkeleton />,
    children: [
      ...features.flatMap(({ bareRoutes = [] }) => bareRoutes),
      { path: '/meeting', element: <NotLanded page="meeting" isBare /> },
      { path: '/chat-guest', element: <NotLanded page="guest" isBare /> },
      {
        element: <Shell />,
        children: [
          { path: '/', element: null },
          ...features.flatMap(({ routes: own = [] }) => own),
          ...later.map(({ path, page }) => ({ path, element: <NotLanded page={page} /> })),
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]
