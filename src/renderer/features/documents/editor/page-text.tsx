import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withNamespaces } from '../../../i18n/languages'
import { useErrorText } from '../../../i18n/texts'
import type { Failure } from '../../../platform/failure'
import { cx } from '../../../ui/cx'
import { lazyComponent } from '../../../ui/lazy-component'
import { PaneBody } from '../../../ui/pane'
import { preloadMarkdown } from '../../../ui/preload'
import { Loading, Skeleton } from '../../../ui/skeleton'
import type { Info } from '../store'
import { useBegunWriting } from './begun-writing'
import { BesideText, sideToCome, textPlace, toolRow } from './text-place'

/** Large, with everything that shared documents need. */
const PageEditor = lazyComponent(async () => (await withNamespaces('pages', import('../pages/page-editor'))).PageEditor)

/** Shown at once in its final form, because headings take more room than words without marks. */
const PageCopy = lazyComponent(async () => (await preloadMarkdown()).Markdown)

/** Lines in the place of a text. */
function TextSkeleton() {
  const { t } = useTranslation('documents')
  return (
    <Loading label={t('editor.loading')} className="grid gap-3 py-1">
      {[92, 97, 88, 60].map(width => (
        <Skeleton key={width} width={`${width}%`} height={12} />
      ))}
    </Loading>
  )
}

/** A page: its last known text until the shared document is there, which is read and written in the same place. */
export function PageText({ info, mayWrite, managed }: { info: Info; mayWrite: boolean; managed: boolean }) {
  const { t } = useTranslation(['documents', 'logbooks'])
  const errorText = useErrorText()
  const [opened, setOpened] = useState<'not yet' | 'open' | Failure>('not yet')
  const { doc_id, content } = info
  const copy = useRef<HTMLDivElement>(null)
  const begun = useBegunWriting(copy, mayWrite && opened === 'not yet')
  const failure = typeof opened === 'object' ? opened : null
  return (
    <PaneBody>
      {opened !== 'open' && (
        <>
          <div className={cx(toolRow, failure && 'bg-warn-soft')}>
            {failure && (
              <p role="status" className="self-center px-5 py-1.5 text-xs text-warn-ink max-md:px-4">
                {t('page.notOpened')} {errorText(failure)}
              </p>
            )}
          </div>
          <BesideText side={sideToCome}>
            <div ref={copy} className={textPlace}>
              {content ? (
                <Suspense fallback={<TextSkeleton />}>
                  <PageCopy headingLevel={3} size="page">
                    {content}
                  </PageCopy>
                </Suspense>
              ) : (
                <p className="text-muted">{t('logbooks:doc.noContent')}</p>
              )}
            </div>
          </BesideText>
        </>
      )}
      <Suspense>
        <PageEditor {...{ doc_id, mayWrite, managed, begun }} onOpened={why => setOpened(why ?? 'open')} />
      </Suspense>
    </PaneBody>
  )
}
