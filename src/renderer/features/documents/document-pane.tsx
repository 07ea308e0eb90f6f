import { CloudAlert, RefreshCw } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useErrorText } from '../../i18n/texts'
import { useShortcut } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { Pane } from '../../ui/pane'
import { Skeleton } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { useViewport } from '../../ui/use-media'
import { useGrants } from '../access/store'
import { Composer, focusEnd } from '../logs/composer'
import { DraftLeft } from '../logs/draft-left'
import { DropToWrite } from '../logs/file-drop'
import { hasDraft, putBack } from '../logs/log-draft'
import { type Entry, useOutbox } from '../logs/outbox'
import type { Place } from '../logs/timeline'
import { TimelinePane } from '../logs/timeline-pane'
import { TimelineSkeleton } from '../logs/timeline-skeleton'
import { useTimelines } from '../logs/timelines'
import { useFilter } from '../logs/use-filter'
import { useTranscripts } from '../meetings/store'
import { EditSummary, Summary } from '../summaries/summary'
import { DocumentHeader } from './document-header'
import { Notices } from './editor/notices'
import { PageText } from './editor/page-text'
import { TextEditor } from './editor/text-editor'
import { useTextWriting } from './editor/use-text-writing'
import { HistoryDrawer } from './history/history-drawer'
import { NoAccess } from './no-access'
import { subjectOf, useRights } from './rights'
import { Transcript } from './slots'
import { type Info, useDocuments } from './store'
import { useUnread } from './unread'

/** A document: its header and, for a logbook, the timeline of its logs. */
export function DocumentPane({ doc_id, place }: { doc_id: number; place: Place | null }) {
  const { t } = useTranslation(['logbooks', 'app'])
  const errorText = useErrorText()
  const opened = useDocuments(state => state.opened[doc_id])
  const { readInfo } = useDocuments.getState()
  useTimelineAt(doc_id, place)
  useEffect(() => void readInfo(doc_id), [doc_id, readInfo])

  if (opened?.info) return <Opened info={opened.info} place={place} />
  if (opened?.status === 'failed' && opened.failure?.code === 'document.not_found') return <NoAccess doc_id={doc_id} />
  return (
    <Pane as="main" aria-label={t('title')}>
      {opened?.status === 'failed' ? (
        <StateBlock
          headingLevel={1}
          tone="danger"
          icon={CloudAlert}
          title={t('doc.failed')}
          text={opened.failure && errorText(opened.failure)}
          actions={
            <Button variant="primary" size="sm" icon={RefreshCw} onClick={() => void readInfo(doc_id)}>
              {t('app:action.tryAgain')}
            </Button>
          }
        />
      ) : (
        <>
          <div className="flex min-h-header shrink-0 animate-appear items-center border-b border-line px-5">
            <Skeleton width={220} height={14} />
          </div>
          <TimelineSkeleton label={t('doc.loading')} />
        </>
      )}
    </Pane>
  )
}

/** Opens the timeline at the place and with the filter of the address. */
function useTimelineAt(doc_id: number, place: Place | null): void {
  const { filter } = useFilter(doc_id)
  const log_id = place && 'log_id' in place ? place.log_id : null
  const day = place && 'day' in place ? place.day : null
  useEffect(() => {
    const at = log_id !== null ? { log_id } : day !== null ? { day } : null
    void useTimelines.getState().open(doc_id, at, filter)
  }, [doc_id, log_id, day, filter])
  useEffect(() => () => useTimelines.getState().close(), [])
}

function Opened({ info, place }: { info: Info; place: Place | null }) {
  const { t } = useTranslation(['logbooks', 'documents'])
  const navigate = useNavigate()
  const { doc_id } = info
  const { addressOf } = useFilter(doc_id)
  const { writable, managed, editable, rewritable } = useRights(info)
  const { writing, isByHand, edit: editText } = useTextWriting(info, rewritable)
  const isEditing = rewritable && writing !== undefined && !writing.isInPlace
  const onEditText = rewritable && !isEditing ? editText : null
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    useUnread.getState().read(doc_id)
    void useDocuments.getState().remember(doc_id)
  }, [doc_id])
  const isPhone = useViewport() === 'phone'
  const composer = useRef<HTMLTextAreaElement>(null)
  /**
   * Whether the person opened the composer or an unfinished log did. The latter does not open it on a phone, where it
   * would cover the logbook.
   */
  const [writingLog, setWritingLog] = useState<'opened' | 'found' | null>(() =>
    hasDraft(doc_id) && !isPhone ? 'found' : null,
  )
  const writeLog = () => {
    setWritingLog('opened')
    focusEnd(composer.current)
  }
  /** Increases when text returns to the draft, so that the composer reads it. */
  const [takenBack, setTakenBack] = useState(0)
  /** Increases when the timeline should scroll to the reader's own new log. */
  const [toTop, setToTop] = useState(0)
  // People other than the owner may be editors by a grant, which decides what the menu offers.
  useEffect(() => {
    if (!managed) void useGrants.getState().load(subjectOf({ doc_id }))
  }, [doc_id, managed])
  useShortcut({ keys: 'c', label: t('write.label'), group: t('title'), isOn: writable }, writeLog)
  const isPage = info.document_type === 'document'

  const isLogbook = info.document_type === 'logbook'
  // Asking for a summary of a recording without words is pointless.
  const hasWords = useTranscripts(
    state => state.opened[doc_id]?.transcript?.segments.some(segment => segment.text !== '') ?? true,
  )
  const showNewest = () => {
    if (place) void navigate(addressOf())
    else if (useTimelines.getState().timelines[doc_id]?.hasNewer) void useTimelines.getState().replace(doc_id, null)
    setToTop(toTop + 1)
  }
  const edit = (entry: Entry) => {
    putBack(doc_id, entry)
    useOutbox.getState().discard(entry.client_id)
    setTakenBack(takenBack + 1)
    setWritingLog('opened')
  }
  return (
    <>
      <Pane as="main">
        <DocumentHeader
          info={info}
          onWrite={writable && !isEditing ? writeLog : null}
          onEditText={onEditText}
          onHistory={() => setHistoryOpen(true)}
        />
        {writingLog !== null && writable && !isEditing && (
          <Composer
            key={takenBack}
            doc_id={doc_id}
            area={composer}
            takesFocus={writingLog === 'opened'}
            onClose={() => setWritingLog(null)}
            onWritten={showNewest}
          />
        )}
        {writingLog === null && writable && !isEditing && (
          <>
            <DropToWrite doc_id={doc_id} onDropped={writeLog} />
            <DraftLeft doc_id={doc_id} onGoOn={writeLog} />
          </>
        )}
        <Notices key={doc_id} info={info} onEdit={rewritable ? editText : null} />
        {isEditing && (
          <TextEditor
            info={info}
            writing={writing}
            label={t(isPage ? 'documents:edit.page' : 'documents:edit.summaryText')}
            autoFocus={isByHand}
            onDone={() => requestAnimationFrame(() => page.current?.focus())}
          />
        )}
        {!isEditing && isLogbook && (
          <EditSummary value={onEditText}>
            <TimelinePane
              info={info}
              place={place}
              toTop={toTop}
              onNewest={showNewest}
              onWrite={writable ? writeLog : null}
              onEdit={edit}
            />
          </EditSummary>
        )}
        {!isEditing && isPage && (
          <PageText ref={page} info={info} onEdit={onEditText} ticked={writing} mayTick={rewritable} />
        )}
        {!isEditing && info.document_type === 'diarization' && (
          <EditSummary value={onEditText}>
            <Suspense fallback={<TimelineSkeleton label={t('doc.loading')} />}>
              <Transcript
                doc_id={doc_id}
                name={info.document_name}
                summary={(info.content || (editable && hasWords)) && <Summary info={info} />}
                editable={editable}
              />
            </Suspense>
          </EditSummary>
        )}
      </Pane>
      {isHistoryOpen && (
        <HistoryDrawer key={doc_id} info={info} canRestore={rewritable} onClose={() => setHistoryOpen(false)} />
      )}
    </>
  )
}
