import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { diffLines } from '#shared/rules/line-diff'
import { cx } from '../../../ui/cx'
import { Markdown, wordsIn } from '../../../ui/markdown'
import { linkComponents } from '../../search/slots'
import type { Excerpt } from './changed-passages'

/** Texts with more words are not compared word by word. */
const maxWords = 4_000
/** Longer texts are not even split into words. */
const maxCharacters = 60_000

interface Props {
  gone: Excerpt | null
  added: Excerpt | null
  /** Shows both beside each other where there is room. */
  isBeside?: boolean
}

/** A place in a text before and after a change, rendered, with the differing words highlighted. */
export function ChangedPassage({ gone, added, isBeside = false }: Props) {
  const [goneWords, addedWords] = useMemo(() => differing(gone?.text ?? '', added?.text ?? ''), [gone, added])
  const before = gone && <Marked kind="gone" excerpt={gone} marked={goneWords} />
  const after = added && <Marked kind="new" excerpt={added} marked={addedWords} />
  if (!isBeside)
    return (
      <>
        {before}
        {after}
      </>
    )
  return (
    <div className="grid gap-1 md:grid-cols-2">
      <div className="min-w-0">{before}</div>
      <div className="min-w-0">{after}</div>
    </div>
  )
}

function Marked({ kind, excerpt, marked }: { kind: 'gone' | 'new'; excerpt: Excerpt; marked: ReadonlySet<number> }) {
  const { t } = useTranslation('documents')
  const Tag = kind === 'new' ? 'ins' : 'del'
  return (
    <div
      className={cx(
        'flex rounded-xs py-0.5',
        kind === 'new' ? 'bg-success-soft text-success-ink' : 'bg-danger-soft text-danger-ink',
      )}
    >
      <span aria-hidden="true" className="w-6 shrink-0 text-center font-mono">
        {kind === 'new' ? '+' : '−'}
      </span>
      <span className="sr-only">{kind === 'new' ? t('history.new') : t('history.gone')}</span>
      <Tag
        className={cx(
          'block min-w-0 flex-1 pr-2 no-underline [&_mark]:bg-transparent [&_mark]:font-semibold [&_mark]:text-inherit [&_mark]:underline [&_mark]:underline-offset-2 [&_th]:text-inherit [&_blockquote]:text-inherit',
          kind === 'gone' && '[&_mark]:line-through',
          excerpt.hidesHead && '[&_thead]:hidden',
        )}
      >
        <Markdown headingLevel={4} components={linkComponents} marked={marked}>
          {excerpt.text}
        </Markdown>
      </Tag>
    </div>
  )
}

/** Returns the numbers of the words that only one of two texts has; none if they have nothing in common. */
function differing(gone: string, added: string): [ReadonlySet<number>, ReadonlySet<number>] {
  const none = new Set<number>()
  if (gone === '' || added === '' || gone.length + added.length > maxCharacters) return [none, none]
  const [a, b] = [wordsIn(gone), wordsIn(added)]
  if (a.length + b.length > maxWords) return [none, none]
  const hunks = diffLines(a, b)
  const numbers = (spans: [number, number][]) =>
    new Set(spans.flatMap(([from, to]) => Array.from({ length: to - from }, (_, index) => from + index)))
  const [inGone, inAdded] = [
    numbers(hunks.map(({ aFrom, aTo }) => [aFrom, aTo])),
    numbers(hunks.map(({ bFrom, bTo }) => [bFrom, bTo])),
  ]
  return inGone.size === a.length && inAdded.size === b.length ? [none, none] : [inGone, inAdded]
}
