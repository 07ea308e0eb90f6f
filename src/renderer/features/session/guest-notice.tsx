import { AudioLines } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useGuest } from '../../platform/guest'
import { Checkbox } from '../../ui/checkbox'

/**
 * Says during sign-in that recordings made as a guest in this browser will become the person's, and lets them decline.
 */
export function GuestNotice() {
  const { t } = useTranslation('session')
  const count = useGuest(state => state.batchIds.length)
  const comesAlong = useGuest(state => state.comesAlong)
  if (count === 0) return null
  return (
    <section
      aria-label={t('guest.title', { count })}
      className="flex gap-3 rounded-md border border-line bg-accent-soft p-3 text-sm text-accent-ink"
    >
      <AudioLines size={18} className="mt-px shrink-0" />
      <div className="grid min-w-0 gap-1.5">
        <p className="font-semibold">{t('guest.title', { count })}</p>
        <p>{t('guest.text', { count })}</p>
        <Checkbox
          label={t('guest.take')}
          checked={comesAlong}
          onChange={event => useGuest.getState().takeAlong(event.target.checked)}
        />
      </div>
    </section>
  )
}
