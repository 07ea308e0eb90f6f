import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../../ui/cx'
import { type Block, compareTexts, type Run } from './compare'

/** How many lines around a change are shown. */
const around = 2

/** What is new and what is gone in a text, by sign, word and colour, with a few lines around. */
export function Changes({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('documents')
  const blocks = useMemo(() => compareTexts(before, after), [before, after])
  if (blocks.every(({ kind }) => kind === 'same')) return <p className="text-sm text-muted">{t('history.noChanges')}</p>
  return (
    <div className="flex flex-col gap-1 text-sm">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity and are drawn anew with every other text.
        <ChangedBlock key={at} block={block} isFirst={at === 0} isLast={at === blocks.length - 1} />
      ))}
    </div>
  )
}

function ChangedBlock({ block, isFirst, isLast }: { block: Block; isFirst: boolean; isLast: boolean }) {
  const { t } = useTranslation('documents')
  if (block.kind !== 'same') return <Marked kind={block.kind} runs={block.runs} />
  const { lines } = block
  const head = isFirst ? [] : lines.slice(0, around)
  const tail = isLast ? [] : lines.slice(Math.max(head.length, lines.length - around))
  const hidden = lines.length - head.length - tail.length
  return (
    <>
      <Plain lines={head} />
      {hidden > 0 && <p className="py-1 text-xs text-muted">{t('history.unchanged', { count: hidden })}</p>}
      <Plain lines={tail} />
    </>
  )
}

function Plain({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return <p className="pl-6 whitespace-pre-wrap wrap-anywhere text-muted">{lines.join('\n')}</p>
}

function Marked({ kind, runs }: { kind: 'gone' | 'new'; runs: readonly Run[] }) {
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
      <Tag className="min-w-0 flex-1 pr-2 whitespace-pre-wrap wrap-anywhere no-underline">
        <Words runs={runs} />
      </Tag>
    </div>
  )
}

function Words({ runs }: { runs: readonly Run[] }) {
  return runs.map((run, at) =>
    run.isChanged ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity.
      <strong key={at} className="font-semibold underline underline-offset-2">
        {run.text}
      </strong>
    ) : (
      run.text
    ),
  )
}

/** One of two texts that stand side by side: what the other one does not have is marked as such. */
export function Side({ text, other, mark }: { text: string; other: string; mark: string }) {
  const blocks = useMemo(() => compareTexts(other, text).filter(({ kind }) => kind !== 'gone'), [text, other])
  return (
    <div className="flex flex-col gap-1 text-sm">
      {blocks.map((block, at) =>
        block.kind === 'same' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity.
          <p key={at} className="pl-3 whitespace-pre-wrap wrap-anywhere">
            {block.lines.join('\n')}
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity.
          <div key={at} className="rounded-xs border-l-2 border-accent bg-accent-soft py-1 pr-2 pl-3 text-accent-ink">
            <p className="text-xs font-semibold">{mark}</p>
            <p className="whitespace-pre-wrap wrap-anywhere">
              <Words runs={block.runs} />
            </p>
          </div>
        ),
      )}
    </div>
  )
}
