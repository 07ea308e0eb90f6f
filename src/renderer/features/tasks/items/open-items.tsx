import { ListChecks, SquareCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenItems } from '#shared/contract/tasks/origins'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { reloadOn } from '../../../platform/live'
import { Button } from '../../../ui/button'
import { LoadFailed } from '../../../ui/load-failed'
import { LoadMore } from '../../../ui/load-more'
import { PaneBody } from '../../../ui/pane'
import { SkeletonRows } from '../../../ui/skeleton'
import { StateBlock } from '../../../ui/state-block'
import { ItemsDialog } from './items-dialog'
import { useOpenItems } from './items-store'

/** What is still to be done in the pages, summaries and logs that one may read, and of which no task was made. */
export function OpenItemsList() {
  const { t } = useTranslation(['tasks', 'app'])
  const errorText = useErrorText()
  const { items: texts, status, failure, more, next, load, loadMore } = useOpenItems()
  const [chosen, setChosen] = useState<OpenItems | null>(null)
  useEffect(() => {
    const { open, refresh } = useOpenItems.getState()
    void open()
    return reloadOn(['document.updated', 'log.added', 'log.corrected', 'task.changed'], () => void refresh())
  }, [])

  if (status === 'failed' && texts.length === 0)
    return (
      <LoadFailed
        title={t('openItems.failed')}
        text={failure && errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void load()}
      />
    )
  if (status !== 'ready' && texts.length === 0) return <SkeletonRows label={t('openItems.loading')} />
  if (texts.length === 0 && next === null)
    return <StateBlock icon={ListChecks} title={t('openItems.none')} text={t('openItems.noneText')} />
  return (
    <PaneBody>
      <ul aria-label={t('openItems.title')} className="flex flex-col">
        {texts.map(text => (
          <li
            key={`${text.doc_id} ${text.log_id}`}
            className="flex items-start gap-4 border-b border-line px-5 py-3 max-md:flex-col max-md:gap-2 max-md:px-4"
          >
            <TextWithItems text={text} />
            <Button
              size="sm"
              icon={SquareCheck}
              aria-label={`${t('items.title')}, ${text.title || text.document_name}`}
              onClick={() => setChosen(text)}
            >
              {t('items.title')}
            </Button>
          </li>
        ))}
      </ul>
      <LoadMore label={t('more')} failedText={t('moreFailed')} state={more} next={next} onMore={loadMore} />
      {chosen && (
        <ItemsDialog
          doc_id={chosen.doc_id}
          log_id={chosen.log_id ?? undefined}
          items={chosen.items.map(item => ({ text: item, is_done: false }))}
          onClose={() => {
            setChosen(null)
            void useOpenItems.getState().refresh()
          }}
        />
      )}
    </PaneBody>
  )
}

function TextWithItems({ text }: { text: OpenItems }) {
  const { shortDay, time } = useFormat()
  const { doc_id, log_id, document_name, title, at, items } = text
  const href = log_id === null ? `#/docs/${doc_id}` : `#/docs/${doc_id}?log=${log_id}`
  return (
    <div className="min-w-0 flex-1">
      <p className="text-xs text-muted">
        <a href={href} className="font-medium text-default no-underline hover:underline">
          {title === '' ? document_name : title}
        </a>
        {title !== '' && ` · ${document_name}`} · {shortDay(at)}, {time(at)}
      </p>
      <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-4 text-sm wrap-anywhere">
        {items.map(item => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
