import { ListChecks, SquareCheck } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenItems } from '#shared/contract/tasks/origins'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { reloadOn } from '../../../platform/live'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { LoadFailed } from '../../../ui/load-failed'
import { LoadMore } from '../../../ui/load-more'
import { PaneBody } from '../../../ui/pane'
import { useServerAway } from '../../../ui/server-away'
import { SkeletonRows } from '../../../ui/skeleton'
import { StateBlock } from '../../../ui/state-block'
import { toast } from '../../../ui/toast'
import { ItemsDialog } from './items-dialog'
import { useOpenItems } from './items-store'

/** What is still to be done in the pages, summaries and logs that one may read, and of which no task was made. */
export function OpenItemsList() {
  const { t } = useTranslation(['tasks', 'app'])
  const errorText = useErrorText()
  const { items: texts, status, failure, more, next, load, loadMore } = useOpenItems()
  const [chosen, setChosen] = useState<OpenItems | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const tick = useTicking(list)
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
      <ul ref={list} tabIndex={-1} aria-label={t('openItems.title')} className="flex flex-col">
        {texts.map(text => (
          <li
            key={`${text.doc_id} ${text.log_id}`}
            className="flex items-start gap-4 border-b border-line px-5 py-3 max-md:flex-col max-md:gap-2 max-md:px-4"
          >
            <TextWithItems text={text} onTick={text.is_editable ? item => tick(text, item) : null} />
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

/** Ticks an item where it stands; the next one gets the focus. */
function useTicking(list: RefObject<HTMLElement | null>) {
  const { t } = useTranslation('tasks')
  const errorText = useErrorText()
  const mark = async (text: OpenItems, item: string, isDone: boolean): Promise<boolean> => {
    const { tick, refresh } = useOpenItems.getState()
    const outcome = await tick(text, item, isDone)
    if (!outcome.ok) toast.failure(t('openItems.notTicked'), { text: errorText(outcome) })
    await refresh()
    return outcome.ok
  }
  return async (text: OpenItems, item: string): Promise<boolean> => {
    const boxes = () => [...(list.current?.querySelectorAll<HTMLElement>('input') ?? [])]
    const at = boxes().indexOf(document.activeElement as HTMLElement)
    if (!(await mark(text, item, true))) return false
    requestAnimationFrame(() => {
      if (at >= 0) (boxes()[Math.min(at, boxes().length - 1)] ?? list.current)?.focus()
    })
    toast.success(t('openItems.ticked', { item }), {
      action: { label: t('undo'), onPress: () => void mark(text, item, false) },
    })
    return true
  }
}

interface TextProps {
  text: OpenItems
  /** Null for people who may not change the text. */
  onTick: ((item: string) => Promise<boolean>) | null
}

function TextWithItems({ text, onTick }: TextProps) {
  const isAway = useServerAway(true) !== null
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
      {onTick ? (
        <ul className="mt-1.5 flex flex-col gap-1 text-sm wrap-anywhere">
          {items.map(item => (
            <li key={item}>
              <TickedItem item={item} isDisabled={isAway} onTick={() => onTick(item)} />
            </li>
          ))}
        </ul>
      ) : (
        <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-4 text-sm wrap-anywhere">
          {items.map(item => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Shows as ticked at once; it leaves the list with the answer. */
function TickedItem({
  item,
  isDisabled,
  onTick,
}: {
  item: string
  isDisabled: boolean
  onTick: () => Promise<boolean>
}) {
  const [isTicked, setTicked] = useState(false)
  return (
    <Checkbox
      label={item}
      checked={isTicked}
      disabled={isDisabled}
      onChange={async () => {
        if (isTicked) return
        setTicked(true)
        // Where it was refused it stays.
        if (!(await onTick())) setTicked(false)
      }}
    />
  )
}
