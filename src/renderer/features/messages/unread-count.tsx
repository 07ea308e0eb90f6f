import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { useTotalUnread } from './unread'

/** The number of unread messages: of one chat, or of all. Renders nothing if there are none. */
export function UnreadCount({ of }: { of?: number }) {
  const { t } = useTranslation('messages')
  const { number } = useFormat()
  const all = useTotalUnread()
  const count = of ?? all
  if (count === 0) return null
  return (
    <span className="shrink-0 rounded-full bg-accent px-1.5 text-xs leading-[18px] font-medium text-on-accent tabular-nums">
      <span aria-hidden="true">{count > 99 ? '99+' : number(count)}</span>
      <span className="sr-only">{t('unread', { count })}</span>
    </span>
  )
}
