import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx'

/** The state of the feed connection on the Source entry: green or orange, and in words [2.16]. */
export function FeedDot({ dot, className }: { dot: 'connected' | 'connecting'; className: string }) {
  const { t } = useTranslation()
  const isConnected = dot === 'connected'
  return (
    <span className={cx('rounded-full p-0.5', className)}>
      <span
        data-theme="dark"
        className={cx('block size-[5px] rounded-full', isConnected ? 'bg-success' : 'bg-connecting')}
      />
      <span className="sr-only"> {t(isConnected ? 'nav.feedConnected' : 'nav.feedConnecting')}</span>
    </span>
  )
}
