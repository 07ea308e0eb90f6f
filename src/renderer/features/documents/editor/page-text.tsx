import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withNamespaces } from '../../../i18n/languages'
import { useErrorText } from '../../../i18n/texts'
import type { Failure } from '../../../platform/failure'
import { lazyComponent } from '../../../ui/lazy-component'
import { PaneBody } from '../../../ui/pane'
import { Words } from '../../../ui/words'
import type { Info } from '../store'

/** Large, with everything that shared documents need. */
const PageEditor = lazyComponent(async () => (await withNamespaces('pages', import('../pages/page-editor'))).PageEditor)

/** A page: its last known text until the shared document is there, which is read and written in the same place. */
export function PageText({ info, mayWrite, managed }: { info: Info; mayWrite: boolean; managed: boolean }) {
  const { t } = useTranslation(['documents', 'logbooks'])
  const errorText = useErrorText()
  const [opened, setOpened] = useState<'not yet' | 'open' | Failure>('not yet')
  const { doc_id, content } = info
  const failure = typeof opened === 'object' ? opened : null
  return (
    <PaneBody>
      {failure && (
        <p role="status" className="border-b border-line bg-warn-soft px-5 py-1.5 text-xs text-warn-ink max-md:px-4">
          {t('page.notOpened')} {errorText(failure)}
        </p>
      )}
      {opened !== 'open' && (
        <div className="box-content max-w-measure p-5 max-md:p-4">
          {content ? (
            <Words headingLevel={3} size="page">
              {content}
            </Words>
          ) : (
            <p className="text-muted">{t('logbooks:doc.noContent')}</p>
          )}
        </div>
      )}
      <Suspense>
        <PageEditor doc_id={doc_id} mayWrite={mayWrite} managed={managed} onOpened={why => setOpened(why ?? 'open')} />
      </Suspense>
    </PaneBody>
  )
}
