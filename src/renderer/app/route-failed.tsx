import { Component, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { logError } from '../platform/log'
import { reload } from '../platform/reload'
import { isChunkError } from '../platform/retry-import'
import { reloadForChunk } from './chunk-reload'
import { ErrorScreen } from './error-screen'

/** The fallback when a route fails before its page is rendered [8.10]. */
export function RouteFailed({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const [isReloading, setReloading] = useState(() => isChunkError(error))
  useEffect(() => {
    if (isChunkError(error) && reloadForChunk()) return
    setReloading(false)
    logError('A route failed.', error)
  }, [error])
  return isReloading ? null : <ErrorScreen title={t('failed.router')} onTryAgain={reload} />
}

/** Catches failures outside of the pages, which the boundary inside cannot see. */
export class RouteBoundary extends Component<{ children: ReactNode }, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure ? <RouteFailed error={failure.error} /> : this.props.children
  }
}
