import { useTranslation } from 'react-i18next'
import { Markdown } from '../../../ui/markdown'
import { linkComponents } from '../../search/slots'
import { ChangedPassage } from './changed-passage'
import { excerptOf, linesIn, type Part } from './changed-passages'
import { Names, type Writers } from './names'

interface Props {
  parts: readonly Part[]
  isBeside: boolean
  writers: Writers | undefined
}

/** The passages of a text that changed, and some around them. */
export function Passages({ parts, isBeside, writers }: Props) {
  return (
    <div className="flex flex-col gap-1 text-sm">
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
      <Markdown headingLevel={4} components={linkComponents}>
        {excerpt.text}
      </Markdown>
    </div>
  )
}
