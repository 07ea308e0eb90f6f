import type { CSSProperties, ReactNode } from 'react'
import { cx } from './cx'

interface BarProps {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  className?: string
}

/** A grey bar or box that stands for content that is loading. */
export function Skeleton({ width = '100%', height = 10, className }: BarProps) {
  return (
    <span
      aria-hidden="true"
      style={{ width, height }}
      className={cx(
        'block max-w-full bg-surface-3 motion-safe:animate-pulse',
        !className?.includes('rounded-') && 'rounded-xs',
        className,
      )}
    />
  )
}

interface LoadingProps {
  label: string
  /** Shows the skeleton without delay, because it replaces one that is already visible. */
  immediate?: boolean
  className?: string
  children: ReactNode
}

/**
 * Wraps a skeleton. It becomes visible if loading takes longer than 150 ms, and is announced as one busy region instead
 * of many bars.
 */
export function Loading({ label, immediate: atOnce = false, className, children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true" className={cx(!atOnce && 'animate-appear', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

const WIDTHS = [70, 52, 64, 45, 58, 66, 49, 61]

/** Placeholder rows of a list pane. */
export function SkeletonRows({ label, rows = 5, immediate }: { label: string; rows?: number; immediate?: boolean }) {
  return (
    <Loading label={label} {...(immediate && { immediate })} className="grid gap-3.5 px-4 py-3.5">
      {Array.from({ length: rows }, (_, row) => WIDTHS[row % WIDTHS.length] ?? 50).map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity and never move.
        <div key={row} className="flex items-center gap-2.5">
          <Skeleton width={32} height={32} className="shrink-0 rounded-sm" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton width={`${width}%`} />
            <Skeleton width={`${width * 0.6}%`} height={8} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
