import { ScanText } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '#shared/contract/sources/endpoints'
import { keyOf } from '../source-names'
import { useWordsReaders } from './store'

interface Props {
  source: Source
  jobs: number
  isInStrip?: boolean
}

/** Tells the watched, and all who may see a source, that jobs read the words on it, and which ones [D48]. */
export function WordsReadersOfSource({ source, jobs, isInStrip = false }: Props) {
  const { t, i18n } = useTranslation('jobs')
  const key = keyOf(source)
  const readers = useWordsReaders(state => state.bySource[key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the source; a job that looks may be new.
  useEffect(() => void useWordsReaders.getState().read(source), [key, jobs])
  if (!readers || readers.length === 0) return null
  const named = readers.flatMap(({ name }) => name ?? [])
  const nameless = readers.length - named.length
  const names = [...named, ...(nameless > 0 ? [t('reading.nameless', { count: nameless })] : [])]
  const text = t('reading.readBy', { names: new Intl.ListFormat(i18n.language).format(names) })
  if (isInStrip)
    return (
      <span className="flex min-w-0 max-w-full items-center gap-2 border-on-capture/32 md:border-l md:pl-3">
        <ScanText size={16} className="shrink-0 max-md:hidden" />
        <span className="truncate">{text}</span>
      </span>
    )
  return (
    <p className="mt-[18px] flex items-start gap-2 rounded-md border border-line bg-surface-2 p-3 text-sm">
      <ScanText size={16} className="mt-0.5 shrink-0 text-muted" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  )
}
