import { CameraOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { Avatar } from '../../ui/avatar'
import type { Item } from './items'
import { useSources } from './store'
import { useStatusText } from './use-status-text'

/** Sources without pictures at the moment, each with its reason; opening one shows its last picture. */
export function Unavailable({ items, onOpen }: { items: readonly Item[]; onOpen: (key: string) => void }) {
  const { t } = useTranslation('sources')
  if (items.length === 0) return null
  return (
    <section
      aria-label={t('unavailable.title')}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line bg-surface-1 px-3.5 py-2"
    >
      <h2 className="text-xs font-semibold text-muted max-md:w-full">{t('unavailable.title')}</h2>
      <ul className="flex min-w-0 flex-wrap gap-x-3">
        {items.map(item => (
          <li key={item.key} className="min-w-0">
            <button
              type="button"
              onClick={() => onOpen(item.key)}
              className="flex min-h-control-sm max-w-full flex-wrap items-center gap-x-1.5 rounded-sm px-1.5 text-left text-sm hover:bg-surface-3 pointer-coarse:min-h-touch"
            >
              {item.kind === 'camera' ? (
                <CameraOff size={16} className="text-danger" />
              ) : (
                <Avatar
                  name={item.screen.user.user_displayname}
                  id={String(item.screen.user.user_id)}
                  src={item.screen.user.user_image}
                  size={20}
                  decorative
                />
              )}
              <span className="font-medium">{item.name}</span>
              <Why item={item} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The reason and, for a camera, the time of its last picture. */
export function Why({ item }: { item: Item }) {
  const { t } = useTranslation('sources')
  const { dayAndTime } = useFormat()
  const status = useStatusText()(item, false)
  const last = useSources(state => state.pictures[item.key]?.taken_at)
  return (
    <span className="text-xs text-muted">
      {status}
      {item.kind === 'camera' && last && ` ${t('unavailable.since', { when: dayAndTime(last) })}`}
    </span>
  )
}
