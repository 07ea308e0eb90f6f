import { Cctv, MonitorUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../platform/format'
import { cx } from '../../../ui/cx'
import type { Item } from '../items'
import type { SourceKey } from '../keys'
import { LivePicture } from '../live-picture'
import { useSources } from '../store'
import { useStatusText } from '../use-status-text'

/** Every source with its last picture. Nobody is watched until a source is opened. */
export function SourceList({ items, onOpen }: { items: readonly Item[]; onOpen: (key: SourceKey) => void }) {
  const { t } = useTranslation('sources')
  const sorted = [...items.filter(item => item.isThere), ...items.filter(item => !item.isThere)]
  return (
    <ul aria-label={t('list.label')} className="grid grid-cols-2 gap-3 md:grid-cols-3">
      {sorted.map(item => (
        <li key={item.key} className="min-w-0">
          <SourceCard item={item} onOpen={() => onOpen(item.key)} />
        </li>
      ))}
    </ul>
  )
}

function SourceCard({ item, onOpen }: { item: Item; onOpen: () => void }) {
  const { t } = useTranslation('sources')
  const { dayAndTime } = useFormat()
  const status = useStatusText()(item, false)
  const last = useSources(state => state.pictures[item.key]?.taken_at)
  const Glyph = item.kind === 'camera' ? Cctv : MonitorUp
  return (
    <button
      type="button"
      onClick={onOpen}
      className="block w-full overflow-hidden rounded-md border border-line bg-surface-1 text-left hover:border-strong"
    >
      <span aria-hidden className="relative block aspect-video overflow-hidden bg-surface-3">
        <LivePicture source={item.key} name={item.name} isOld={!item.isThere} />
      </span>
      <span className="block px-2.5 py-2">
        <span className="flex items-center gap-1.5 text-sm font-medium">
          <Glyph size={16} className="shrink-0 text-muted" />
          <span className="truncate">{item.name}</span>
        </span>
        <span className={cx('block text-xs', item.isThere ? 'text-muted' : 'text-warn-ink')}>{status}</span>
        {last && <span className="block text-xs text-muted">{t('unavailable.since', { when: dayAndTime(last) })}</span>}
      </span>
    </button>
  )
}
