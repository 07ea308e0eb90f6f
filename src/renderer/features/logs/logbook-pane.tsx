import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useShortcut } from '../../platform/shortcuts'
import { useViewport } from '../../ui/use-media'
import type { LogbookPaneProps } from '../documents/slots'
import { useRights } from '../documents/store'
import { Composer, focusEnd } from './composer'
import { ExportDialog } from './export/export-dialog'
import { hasDraftTitle, putBack } from './log-draft'
import { type Entry, useOutbox } from './outbox'
import { QuickEntry } from './quick-entry'
import { useTimelines } from './store'
import type { Place } from './timeline'
import { TimelinePane } from './timeline-pane'
import { useFilter } from './use-filter'

/** Opens the timeline at the place and with the filter of the address. */
export function TimelineOpener({ doc_id }: { doc_id: number }): null {
  const place = usePlace()
  const { filter } = useFilter(doc_id)
  const log_id = place && 'log_id' in place ? place.log_id : null
  const day = place && 'day' in place ? place.day : null
  useEffect(() => {
    const at = log_id !== null ? { log_id } : day !== null ? { day } : null
    void useTimelines.getState().open(doc_id, at, filter)
  }, [doc_id, log_id, day, filter])
  useEffect(() => () => useTimelines.getState().close(), [])
  return null
}

/** The content of the pane of a logbook: its header, the composer and the timeline. */
export function LogbookContent({ info, isEditing, header, summary, children }: LogbookPaneProps) {
  const { t } = useTranslation(['logbooks', 'logs'])
  const navigate = useNavigate()
  const { doc_id } = info
  const place = usePlace()
  const { addressOf } = useFilter(doc_id)
  const { writable } = useRights(info)
  const isPhone = useViewport() === 'phone'
  const composer = useRef<HTMLTextAreaElement>(null)
  /**
   * Whether the person opened the whole form or an unfinished log with a title did. The latter does not open it on a
   * phone, where it would cover the logbook.
   */
  const [writingLog, setWritingLog] = useState<'opened' | 'found' | null>(() =>
    hasDraftTitle(doc_id) && !isPhone ? 'found' : null,
  )
  const writeLog = () => {
    setWritingLog('opened')
    focusEnd(composer.current)
  }
  /** Increases when text returns to the draft, so that the composer reads it. */
  const [takenBack, setTakenBack] = useState(0)
  /** Increases when the timeline should scroll to the reader's own new log. */
  const [toTop, setToTop] = useState(0)
  const [isExporting, setExporting] = useState(false)
  const writeLine = () => focusEnd(composer.current)
  useShortcut({ keys: 'c', label: t('write.label'), group: t('title'), isOn: writable }, writeLine)
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
  const quickEntry = writingLog === null && writable && !isEditing && (
    <QuickEntry
      key={takenBack}
      doc_id={doc_id}
      area={composer}
      onExpand={() => setWritingLog('opened')}
      onWritten={showNewest}
    />
  )
  return (
    <>
      {header({
        onWrite: writable && !isEditing ? writeLog : null,
        entries: [{ label: t('logs:export.open'), icon: Download, onSelect: () => setExporting(true) }],
      })}
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
      {!isPhone && quickEntry}
      {children}
      {!isEditing && (
        <TimelinePane
          info={info}
          place={place}
          summary={summary}
          toTop={toTop}
          onNewest={showNewest}
          isWritable={writable}
          onEdit={edit}
        />
      )}
      {isPhone && quickEntry}
      {isExporting && <ExportDialog info={info} onClose={() => setExporting(false)} />}
    </>
  )
}

const idFrom = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** Reads the place at which the timeline opens: `?log=9` or `?on=2026-11-12`; null is its newest end. */
function usePlace(): Place | null {
  const [query] = useSearchParams()
  const log_id = idFrom(query.get('log') ?? '')
  if (log_id !== null) return { log_id }
  const day = query.get('on') ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? { day } : null
}
