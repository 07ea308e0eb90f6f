import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsKept } from './drafts'

interface Props {
  /** The keys of the drafts. */
  drafts: readonly string[]
  /** Shown while the device keeps the text; nothing by default. */
  children?: ReactNode
}

/** Says where unsent text is kept: on this device or, if that has no room, in this tab only. */
export function DraftNote({ drafts, children = null }: Props) {
  const { t } = useTranslation('app')
  if (useIsKept(drafts)) return children
  return (
    <span role="alert" className="text-warn-ink">
      {t('tabAlone')}
    </span>
  )
}
