import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/toast'
import type { Item } from './items'

/** Tells viewers of a screen that its owner stopped sharing it. */
export function useEndedToast(focused: Item | null): void {
  const { t } = useTranslation('sources')
  const before = useRef<{ key: string; isThere: boolean } | null>(null)
  useEffect(() => {
    const last = before.current
    before.current = focused && { key: focused.key, isThere: focused.isThere }
    if (focused?.kind !== 'screen' || focused.isOwn || last?.key !== focused.key) return
    if (last.isThere && !focused.isThere) toast.info(t('unavailable.ended', { name: focused.name }))
  }, [focused, t])
}
