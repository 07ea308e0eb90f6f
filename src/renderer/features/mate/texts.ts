import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageDetails } from '#shared/contract/mate/endpoints'

/** Says what was read for an answer: "read 18 logs and 2 logbooks". Null if nothing was. */
export function useReadText(): (read: MessageDetails['read']) => string | null {
  const { t } = useTranslation('mate')
  return useCallback(
    read => {
      const things = [
        read?.logs && t('read.logs', { count: read.logs }),
        read?.documents && t('read.logbooks', { count: read.documents }),
        read?.people && t('read.people', { count: read.people }),
      ].filter(thing => typeof thing === 'string')
      return things.length > 0 ? t('read.all', { things }) : null
    },
    [t],
  )
}
