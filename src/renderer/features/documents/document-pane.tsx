import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { useSidebar } from '../../platform/sidebar'
import { LoadFailed } from '../../ui/load-failed'
import type { MenuEntry } from '../../ui/menu'
import { Pane } from '../../ui/pane'
import { OnceMarksLoaded } from '../../ui/rich-text'
import { Skeleton } from '../../ui/skeleton'
import { TimelineSkeleton } from '../../ui/timeline-skeleton'
import { isDrawnAlike } from '../../ui/without-marks'
import { useGrants } from '../access/store'
import { DocumentHeader } from './document-header'
import { Notices } from './editor/notices'
import { PageText } from './editor/page-text'
import { TextEditor } from './editor/text-editor'
import { useTextWriting } from './editor/use-text-writing'
import { HistoryDrawer } from './history/history-drawer'
import { NoAccess } from './no-access'
import { LogbookPane, OpenTimeline, Summary, Transcript } from './slots'
import { type Info, subjectOf, useDocuments, useRights } from './store'
import { useUnread } from './unread'

/** A document: its header and its text, its logs or its transcript. */
export function DocumentPane({ doc_id }: { doc_id: number }) {
  const { readInfo, setShown } = useDocuments.getState()
  useEffect(() => {
    setShown(doc_id)
    void readInfo(doc_id)
    return () => setShown(null)
  }, [doc_id, readInfo, setShown])
  return (
    <>
      <OpenTimeline doc_id={doc_id} />
      <Content doc_id={doc_id} />
    </>
  )
}

function Content({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation(['logbooks', 'app'])
  const errorText = useErrorText()
  const opened = useDocuments(state => state.opened[doc_id])
  const isThere = opened?.info != null
  useEffect(() => {
    if (isThere) useSidebar.getState().selectNote(doc_id)
  }, [isThere, doc_id])
  if (opened?.info) return <Opened info={opened.info} />
  if (opened?.status === 'failed' && opened.failure?.code === 'document.not_found') return <NoAccess doc_id={doc_id} />
  return (
    <Pane as="main" aria-label={t('title')}>
      {opened?.status === 'failed' ? (
        <LoadFailed
          headingLevel={1}
          title={t('doc.failed')}
          text={opened.failure && errorText(opened.failure)}
          retryLabel={t('app:action.tryAgain')}
          onRetry={() => void useDocuments.getState().readInfo(doc_id)}
        />
      ) : (
        <PaneSkeleton />
      )}
    </Pane>
  )
}

function PaneSkeleton() {
  const { t } = useTranslation('logbooks')
  return (
    <>
      <div className="flex min-h-header shrink-0 animate-appear items-center border-b border-line px-5">
        <Skeleton width={220} height={14} />
      </div>
      <TimelineSkeleton label={t('doc.loading')} />
    </>
  )
}

const noEntries: readonly MenuEntry[] = []

function Opened({ info }: { info: Info }) {
  const { t } = useTranslation(['logbooks', 'documents'])
  const { doc_id, document_type } = info
  const { managed, editable, rewritable } = useRights(info)
  const isPage = document_type === 'document'
  const maySummarise = rewritable && !isPage
  const { writing, isByHand, edit } = useTextWriting(info, maySummarise)
  const isEditing = maySummarise && writing !== undefined
  const onEditText = maySummarise && !isEditing ? edit : null
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  useEffect(() => {
    useUnread.getState().read(doc_id)
    void useDocuments.getState().remember(doc_id)
  }, [doc_id])
  // People other than the owner may be editors by a grant, which decides what the menu offers.
  useEffect(() => {
    if (!managed) void useGrants.getState().load(subjectOf({ doc_id }))
  }, [doc_id, managed])

  const header = ({ onWrite, entries }: { onWrite: (() => void) | null; entries: readonly MenuEntry[] }) => (
    <DocumentHeader
      info={info}
      onWrite={onWrite}
      more={entries}
      onEditText={onEditText}
      onHistory={() => setHistoryOpen(true)}
    />
  )
  const summary = <Summary info={info} onEdit={onEditText} />
  const text = (
    <>
      <Notices key={doc_id} info={info} onEdit={maySummarise ? edit : null} />
      {isEditing && (
        <TextEditor info={info} writing={writing} label={t('documents:edit.summaryText')} autoFocus={isByHand} />
      )}
    </>
  )
  return (
    <>
      <Pane as="main">
        {document_type === 'logbook' ? (
          <Suspense fallback={<PaneSkeleton />}>
            <LogbookPane info={info} isEditing={isEditing} header={header} summary={summary}>
              {text}
            </LogbookPane>
          </Suspense>
        ) : (
          <>
            {header({ onWrite: null, entries: noEntries })}
            {text}
          </>
        )}
        {isPage && <PageText key={doc_id} info={info} mayWrite={rewritable} managed={managed} />}
        {!isEditing && document_type === 'diarization' && (
          <Suspense fallback={<TimelineSkeleton label={t('doc.loading')} />}>
            <OnceMarksLoaded
              isNeeded={!isDrawnAlike(info.content)}
              placeholder={<TimelineSkeleton label={t('doc.loading')} />}
            >
              <Transcript
                doc_id={doc_id}
                name={info.document_name}
                // Asking for a summary of a recording without words is pointless.
                summary={hasWords => (info.content || (editable && hasWords)) && summary}
                editable={editable}
              />
            </OnceMarksLoaded>
          </Suspense>
        )}
      </Pane>
      {isHistoryOpen && (
        <HistoryDrawer key={doc_id} info={info} canRestore={rewritable} onClose={() => setHistoryOpen(false)} />
      )}
    </>
  )
}
