import { type ComponentType, lazy, useState } from 'react'
import type { PageRoute } from '../platform/feature'
import { retryImport } from '../platform/retry-import'
import { RouteFailed } from './route-failed'

interface LazyPage {
  Page: ComponentType
  /** Fetches it ahead. One that cannot be loaded is told in its place [8.10]. */
  fetch: () => Promise<unknown>
}

const pages = new Map<PageRoute['lazy'], LazyPage>()

/** A page that comes when it is opened. Fetched ahead it stands at once: React would show a skeleton first, and keep it for a while. */
export function lazyPage(load: PageRoute['lazy']): LazyPage {
  const known = pages.get(load)
  if (known) return known
  let Fetched: ComponentType | null = null
  let fetching: Promise<ComponentType> | undefined
  const fetch = () => {
    fetching ??= retryImport(load).then(
      ({ Component }) => Component,
      (error: unknown) => () => <RouteFailed error={error} />,
    )
    return fetching.then(Component => {
      Fetched = Component
      return { default: Component }
    })
  }
  const Later = lazy(fetch)
  const page = {
    fetch,
    Page() {
      // For as long as it stands: another component in its place would begin anew.
      const [Component] = useState<ComponentType>(() => Fetched ?? Later)
      return <Component />
    },
  }
  pages.set(load, page)
  return page
}
