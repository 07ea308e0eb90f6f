import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../../ui/lazy-component'
import { Skeleton } from '../../../ui/skeleton'
import { Words } from '../../../ui/words'
import { linkComponents } from '../../search/slots'
import { changedPassages, excerptOf, linesIn, type Part } from './changed-passages'
import { Names, type Writers } from './names'

const ChangedPassage = lazyComponent(async () => (await import('./changed-passage')).ChangedPassage)

interface Props {
  before: string
  after: string
  isBeside?: boolean
  /** Who added and removed each passage, where that is known. */
  writers?: Writers | undefined
}

/**
 * Shows what was added to and removed from a text, rendered, marked by symbol, word and colour, with its surroundings
 * and with who wrote it.
 */
export function Changes({ before, after, isBeside = false, writers }: Props) {
  const { t } = useTranslation('documents')
  const parts = useMemo(() => changedPassages(before, after), [before, after])
  if (parts.every(({ kind }) => kind === 'same')) return <p className="text-sm text-muted">{t('history.noChanges')}</p>
  return (
    <div className="flex flex-col gap-1 text-sm">
      <Suspense fallback={<Skeleton width="60%" />}>
        {parts.map((part, at) =>
          part.kind === 'same' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity and are rendered again for every other text.
            <Around key={at} part={part} isFirst={at === 0} isLast={at === parts.length - 1} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity and are rendered again for every other text.
            <div key={at} className="flex flex-col gap-1">
              {writers && <Names writers={writers} places={part.places} />}
              <ChangedPassage gone={part.gone} added={part.added} isBeside={isBeside} />
            </div>
          ),
        )}
      </Suspense>
    </div>
  )
}

interface AroundProps {
  part: Part & { kind: 'same' }
  isFirst: boolean
  isLast: boolean
}

/** One passage on each side of a change; others are only counted. */
function Around({ part: { passages }, isFirst, isLast }: AroundProps) {
  const { t } = useTranslation('documents')
  const head = isFirst ? 0 : 1
  const tail = isLast ? 0 : Math.min(1, passages.length - head)
  const hidden = linesIn(passages.slice(head, passages.length - tail))
  return (
    <>
      <Plain passages={passages.slice(0, head)} />
      {hidden > 0 && <p className="py-1 text-xs text-muted">{t('history.unchanged', { count: hidden })}</p>}
      <Plain passages={tail === 0 ? [] : passages.slice(-tail)} />
    </>
  )
}

function Plain({ passages }: { passages: AroundProps['part']['passages'] }) {
  const excerpt = excerptOf(passages)
  if (!excerpt) return null
  return (
    <div className={excerpt.hidesHead ? 'pl-6 text-muted [&_thead]:hidden' : 'pl-6 text-muted'}>
      <Words components={linkComponents}>{excerpt.text}</Words>
    </div>
  )
}
