import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Log } from '#shared/contract/logbooks'
import { useFormat } from '../../platform/format'
import { Avatar } from '../../ui/avatar'
import { MateMark } from '../../ui/mate-mark'
import { useWriters } from './writers'

/** Who wrote how many of these logs, the busiest first. */
export function WrittenBy({ logs }: { logs: readonly Log[] }) {
  const { t } = useTranslation('logbooks')
  const format = useFormat()
  const pictures = useWriters(state => state.pictures)
  useEffect(() => {
    void useWriters.getState().meet(logs)
  }, [logs])
  const counts = new Map<number | null, { writer: Log['created_by']; count: number }>()
  for (const { created_by } of logs) {
    const key = created_by?.user_id ?? null
    counts.set(key, { writer: created_by, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const rows = [...counts.values()].sort((one, other) => other.count - one.count)
  return (
    <section aria-labelledby="written-by">
      <h2 id="written-by" className="text-xs font-semibold text-muted">
        {t('timeline.writtenBy')}
      </h2>
      <ul className="mt-2 grid grid-cols-1 gap-2 text-sm">
        {rows.map(({ writer, count }) => (
          <li key={writer?.user_id ?? 'mate'} className="flex items-center gap-2">
            {writer ? (
              <Avatar
                decorative
                size={20}
                name={writer.user_displayname}
                id={String(writer.user_id)}
                src={pictures[writer.user_id] ?? null}
              />
            ) : (
              <MateMark size={20} />
            )}
            <span className="min-w-0 truncate">{writer?.user_displayname ?? t('mate')}</span>
            <span className="ml-auto text-xs text-muted tabular-nums">{format.number(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
