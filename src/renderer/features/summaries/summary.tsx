import { ChevronDown, ListPlus, Pencil, PencilLine, RefreshCw, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SummaryRange } from '#shared/contract/summaries/endpoints'
import { actionItemsIn } from '#shared/rules/action-items'
import { useErrorText } from '../../i18n/texts'
import { MenuActions } from '../../platform/menu-actions'
import { useAction } from '../../platform/shortcuts'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconButton } from '../../ui/icon-button'
import { MateMark } from '../../ui/mate-mark'
import { Menu, type MenuEntry } from '../../ui/menu'
import type { Info } from '../documents/store'
import { useRights } from '../documents/store'
import { CitedWords } from './cited-words'
import { PromptDialog } from './prompt-dialog'
import { ItemTasks } from './slots'
import { useSummaries } from './store'
import { useSummaryTexts } from './use-summary-texts'

interface Props {
  info: Info
  /** Opens the summary for editing; null for people who may not edit it. */
  onEdit: (() => void) | null
}

/** The summary of a document, by Mate or by hand; renders nothing for readers if there is none. */
export function DocumentSummary({ info, onEdit }: Props) {
  const { t } = useTranslation(['logbooks', 'summaries'])
  const { editable } = useRights(info)
  const { title, made, note } = useSummaryTexts(info)
  const { content, doc_id, summary } = info
  const newer = summary?.newer_count ?? 0
  const corrected = summary?.corrected_count ?? 0
  if (!content && !editable) return null
  return (
    <section aria-label={t('doc.summary')} className="rounded-md border border-line bg-surface-2 px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1.5">
        <h2 className="flex items-center gap-2 text-sm font-semibold">
          <MateMark size={22} />
          {title}
        </h2>
        {made && <span className="text-xs text-muted tabular-nums">{made}</span>}
        {newer > 0 && <Badge tone="warn">{t('summaries:newer', { count: newer })}</Badge>}
        {corrected > 0 && <Badge tone="warn">{t('summaries:corrected', { count: corrected })}</Badge>}
        {editable && <Actions info={info} onEdit={onEdit} />}
      </div>
      {content ? (
        <div className="max-w-measure">
          <CitedWords doc_id={doc_id}>{content}</CitedWords>
        </div>
      ) : (
        <p className="text-sm text-muted">{t('summaries:none')}</p>
      )}
      {content && <ActionItems doc_id={doc_id} content={content} />}
      {content && note && <p className="mt-2 text-xs text-muted">{note}</p>}
      <Failed doc_id={doc_id} />
    </section>
  )
}

/** Offers to add what the summary says is to be done as tasks. */
function ActionItems({ doc_id, content }: { doc_id: number; content: string }) {
  const { t } = useTranslation('summaries')
  const items = useMemo(() => actionItemsIn(content), [content])
  const [isOpen, setOpen] = useState(false)
  if (items.length === 0 || !ItemTasks.isFilled()) return null
  return (
    <>
      <Button size="sm" icon={ListPlus} className="mt-2.5" onClick={() => setOpen(true)}>
        {t('addTasks')}
      </Button>
      {isOpen && <ItemTasks doc_id={doc_id} items={items} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Fits all buttons into one row of a phone. */
const narrow = 'max-md:px-1.5'

function Actions({ info, onEdit }: Props) {
  const { t } = useTranslation(['summaries', 'documents', 'app', 'logbooks'])
  const { doc_id, document_type } = info
  const work = useSummaries(state => state.work[doc_id])
  const isBusy = work !== undefined && work.failure === null
  const [isPromptOpen, setPromptOpen] = useState(false)
  const range = work?.range ?? info.summary?.range ?? 'day'
  const [toReplace, setToReplace] = useState<SummaryRange | null>(null)
  const write = (wanted: SummaryRange) => void useSummaries.getState().refresh(doc_id, wanted)
  // A summary written by hand is not replaced without confirmation.
  const refresh = (wanted: SummaryRange) => (isByHand(info) ? setToReplace(wanted) : write(wanted))
  useAction({ label: t('prompt.refresh'), group: t('logbooks:title'), isOn: !isBusy }, () => refresh(range))
  const entries: MenuEntry[] = [
    {
      kind: 'choice',
      label: t('range.label'),
      options: SummaryRange.options.map(option => ({
        label: t(`range.${option}`),
        checked: option === range,
        needsServer: true,
        onSelect: () => refresh(option),
      })),
    },
  ]
  return (
    <span className="-my-1 ml-auto flex flex-wrap items-center gap-0.5 max-md:-ml-1.5">
      {onEdit && <IconButton icon={Pencil} label={t('documents:edit.summary')} onClick={onEdit} />}
      <Button size="sm" variant="quiet" icon={PencilLine} className={narrow} onClick={() => setPromptOpen(true)}>
        {t('prompt.open')}
      </Button>
      {document_type === 'logbook' && (
        <>
          <Menu label={t('range.label')} entries={entries}>
            {trigger => (
              <Button
                {...trigger}
                size="sm"
                variant="quiet"
                trailingIcon={ChevronDown}
                className={narrow}
                aria-label={t('range.of', { range: t(`range.${range}`) })}
              >
                {t(`range.${range}`)}
              </Button>
            )}
          </Menu>
          <MenuActions entries={entries} group={t('logbooks:title')} />
        </>
      )}
      <Button
        needsServer
        size="sm"
        variant="quiet"
        icon={RefreshCw}
        loading={isBusy}
        className={narrow}
        onClick={() => refresh(range)}
      >
        {t('refresh')}
      </Button>
      <span role="status" className="sr-only">
        {isBusy && t('busy')}
      </span>
      {isPromptOpen && (
        <PromptDialog info={info} onClose={() => setPromptOpen(false)} onRefresh={() => refresh(range)} />
      )}
      {toReplace !== null && (
        <ConfirmDialog
          danger
          title={t('replace.title')}
          text={t('replace.text')}
          confirmLabel={t('replace.submit')}
          cancelLabel={t('app:action.cancel')}
          closeLabel={t('app:action.close')}
          onConfirm={async () => {
            write(toReplace)
            setToReplace(null)
            return null
          }}
          onClose={() => setToReplace(null)}
        />
      )}
    </span>
  )
}

const isByHand = ({ content, summary }: Info) => content.trim() !== '' && summary?.by !== 'mate'

function Failed({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation(['summaries', 'app'])
  const errorText = useErrorText()
  const failure = useSummaries(state => state.work[doc_id]?.failure)
  if (!failure) return null
  return (
    <p role="alert" className="mt-2 flex items-start gap-2 text-sm text-danger-ink">
      <span className="min-w-0 flex-1">{errorText(failure)}</span>
      <Button
        size="sm"
        variant="quiet"
        icon={X}
        aria-label={t('dismiss')}
        onClick={() => useSummaries.getState().dismiss(doc_id)}
      >
        {t('app:action.close')}
      </Button>
    </p>
  )
}
