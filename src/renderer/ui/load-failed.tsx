import { CloudAlert, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { StateBlock } from './state-block'

interface Props {
  title: string
  /** Why it failed. */
  text?: ReactNode
  retryLabel: string
  onRetry: () => void
  headingLevel?: 1 | 2 | 3
}

/** Stands in a pane for what could not be loaded, and loads it again. */
export function LoadFailed({ title, text, retryLabel, onRetry, headingLevel }: Props) {
  return (
    <StateBlock
      tone="danger"
      icon={CloudAlert}
      title={title}
      text={text}
      headingLevel={headingLevel}
      actions={
        <Button variant="primary" size="sm" icon={RefreshCw} onClick={onRetry}>
          {retryLabel}
        </Button>
      }
    />
  )
}
