import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Job, JobFields } from '#shared/contract/jobs/job'
import type { Icon } from '../../../ui/icon'
import type { ErrorAt } from '../page/save'

/** What every step of a job works with. */
export interface StepProps {
  fields: JobFields
  change: (part: Partial<JobFields>) => void
  errorAt: ErrorAt
  /** Null for a job that does not exist yet. */
  job: Job | null
  editable: boolean
}

interface Props {
  icon: Icon
  title: string
  isLast?: boolean
  children: ReactNode
}

/** A step of a job on a vertical line. */
export function Step({ icon: Glyph, title, isLast = false, children }: Props) {
  return (
    <section aria-label={title} className="flex gap-3.5 max-md:gap-3">
      <span aria-hidden className="flex flex-col items-center">
        <span className="grid size-7 shrink-0 place-items-center rounded-full border border-strong bg-surface-1 text-muted">
          <Glyph size={15} />
        </span>
        {!isLast && <span className="w-px flex-1 bg-line" />}
      </span>
      <div className="min-w-0 flex-1 pt-1 pb-6">
        <h2 className="mb-2 text-sm font-semibold">{title}</h2>
        {children}
      </div>
    </section>
  )
}

/** What is wrong with a part of a job that is not a single field. */
export function StepError({ children }: { children: string | null }) {
  if (children === null) return null
  return (
    <p role="alert" className="mt-2 flex gap-1.5 text-xs text-danger-ink">
      <CircleAlert size={14} className="mt-px" />
      {children}
    </p>
  )
}
