import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsKept } from './drafts'

interface Props {
  /** The keys of its drafts. */
  drafts: readonly string[]
  /** What is said while the device keeps it; nothing unless given. */
  children?: ReactNode
}

/** Where what is being written is kept: on this device, or, where that has no room, in this tab alone. */
export function KeptNote({ drafts, children = null }: Props) {
  const { t } = useTranslation('app')
  if (useIsKept(drafts)) return children
  return (
    <span role="alert" className="text-warn-ink">
      {t('tabAlone')}
    </span>
  )
}
