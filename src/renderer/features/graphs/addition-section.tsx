import { Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import type { Failure } from '../../platform/failure'
import { Button } from '../../ui/button'

interface Props {
  title: string
  addLabel: string
  /** Null for people who may not add any. */
  onAdd: (() => void) | null
  failure: Failure | null
  failedText: string
  onRetry: () => void
  noneText: string
  /** The rows of the list. */
  rows: readonly ReactNode[]
  /** The dialog that is open. */
  children: ReactNode
}

/** What people added to a graph, as a list with a way to add more: its annotations or its thresholds. */
export function AdditionSection(props: Props) {
  const { title, addLabel, onAdd, failure, failedText, onRetry, noneText, rows, children } = props
  const { t } = useTranslation('app')
  const errorText = useErrorText()
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-surface-1 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {onAdd && (
          <Button size="sm" icon={Plus} needsServer onClick={onAdd}>
            {addLabel}
          </Button>
        )}
      </div>
      {failure && (
        <p role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-sm text-danger-ink">
          {failedText} {errorText(failure)}
          <Button size="sm" onClick={onRetry}>
            {t('action.tryAgain')}
          </Button>
        </p>
      )}
      {rows.length === 0 && !failure && <p className="mt-1 text-xs text-muted">{noneText}</p>}
      {rows.length > 0 && (
        <ul aria-labelledby={id} className="mt-2 grid">
          {rows}
        </ul>
      )}
      {children}
    </section>
  )
}
