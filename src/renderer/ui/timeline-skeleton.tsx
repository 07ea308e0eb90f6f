import { PaneBody } from './pane'
import { Loading, Skeleton } from './skeleton'

/** The placeholder of logs. */
export function TimelineSkeleton({ label }: { label: string }) {
  return (
    <PaneBody>
      <Loading label={label} className="grid gap-8 px-7 py-5 max-md:px-4">
        <Skeleton width={120} height={14} />
        {[62, 48, 70, 55].map(width => (
          <div key={width} className="grid grid-cols-[56px_14px_minmax(0,1fr)] gap-3">
            <Skeleton width={44} />
            <Skeleton width={11} height={11} className="rounded-full" />
            <div className="grid gap-2">
              <Skeleton width={`${width / 2}%`} height={12} />
              <Skeleton width={`${width}%`} />
              <Skeleton width={`${width - 15}%`} />
            </div>
          </div>
        ))}
      </Loading>
    </PaneBody>
  )
}
