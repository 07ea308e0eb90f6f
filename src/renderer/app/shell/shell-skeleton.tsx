import { useTranslation } from 'react-i18next'
import { useServerAway } from '../../ui/server-away'
import { Loading, Skeleton, SkeletonRows } from '../../ui/skeleton'
import { WheelMark } from '../../ui/wheel-mark'
import { availableEntries } from '../nav-entries'

/**
 * The layout with its navigation while nothing is loaded [2.20b]. index.html shows the same boxes until this renders.
 */
export function ShellSkeleton() {
  return (
    <div className="flex h-full">
      <div
        aria-hidden="true"
        className="flex w-rail shrink-0 flex-col items-center gap-2 border-r border-rail-border bg-rail py-2.5 max-md:hidden"
      >
        <span className="mb-2.5 grid size-[43px] shrink-0 place-items-center rounded-[11px] bg-rail-active text-rail-active-text">
          <WheelMark size={24} />
        </span>
        {availableEntries.map(({ id }) => (
          <span key={id} className="flex h-12 flex-col items-center gap-1.5 pt-2">
            <span className="size-5 rounded-sm bg-rail-active" />
            <span className="h-2 w-9 rounded-full bg-rail-active" />
          </span>
        ))}
        <span className="mt-auto size-[34px] rounded-full bg-rail-active" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col bg-surface-1">
        <PageSkeleton isWholeApp />
        <div className="h-bottomnav border-t border-line md:hidden" />
      </div>
    </div>
  )
}

/** A loading page, inside the navigation or its skeleton. Its code waits for the server where this device lacks it. */
export function PageSkeleton({ isWholeApp = false }: { isWholeApp?: boolean }) {
  const { t } = useTranslation()
  const away = useServerAway()
  return away ? (
    <main className="p-5 text-muted animate-appear">{away}</main>
  ) : (
    <Loading
      label={t('shell.loading')}
      immediate={isWholeApp}
      className="flex h-full min-h-0 flex-1 flex-col bg-surface-1"
    >
      <div className="flex h-header shrink-0 items-center gap-3 border-b border-line px-5">
        {isWholeApp ? (
          <>
            <WheelMark size={28} className="shrink-0 text-accent" />
            <span className="text-lg font-semibold">{t('name')}</span>
          </>
        ) : (
          <>
            <Skeleton width={28} height={28} className="rounded-full" />
            <Skeleton width={140} height={12} />
          </>
        )}
      </div>
      <div aria-hidden="true" className="mx-auto w-full max-w-measure">
        <SkeletonRows label="" rows={6} immediate={isWholeApp} />
      </div>
    </Loading>
  )
}
