import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../../ui/lazy-component'
import { changedPassages } from './changed-passages'
import type { Writers } from './names'

const Passages = lazyComponent(async () => (await import('./passages')).Passages)

interface Props {
  before: string
  after: string
  isBeside?: boolean
  /** Who added and removed each passage, where that is known. */
  writers?: Writers | undefined
}

/**
 * Shows what was added to and removed from a text, rendered, marked by symbol, word and colour, with its surroundings
 * and with who wrote it. It suspends until the code that renders texts has loaded.
 */
export function Changes({ before, after, isBeside = false, writers }: Props) {
  const { t } = useTranslation('documents')
  const parts = useMemo(() => changedPassages(before, after), [before, after])
  if (parts.every(({ kind }) => kind === 'same')) return <p className="text-sm text-muted">{t('history.noChanges')}</p>
  return <Passages parts={parts} isBeside={isBeside} writers={writers} />
}
