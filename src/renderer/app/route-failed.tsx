import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { logError } from '../platform/log'
import { reload } from '../platform/reload'
import { isChunkError, reloadForChunk } from './chunk-reload'
import { ErrorScreen } from './error-screen'

/** The router's own fallback, when a route fails before its page stands [8.10]. */
export function RouteFailed() {
  const { t } = useTranslation()
  const error = useRouteError()
  const [isReloading, setReloading] = useState(() => isChunkError(error))
  useEffect(() => {
    if (isChunkError(error) && reloadForChunk()) return
    setReloading(false)
    logError('A route failed.', error)
  }, [error])
  return isReloading ? null : <ErrorScreen title={t('failed.router')} onTryAgain={reload} />
}
