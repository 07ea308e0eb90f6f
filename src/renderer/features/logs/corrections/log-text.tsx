import { Clock, RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Log } from '#shared/contract/logs/log'
import { useErrorText } from '../../../i18n/texts'
import { useOfflineSince } from '../../../platform/online'
import { usePreferences } from '../../../platform/preferences'
import { useSession } from '../../../platform/session'
import { Button } from '../../../ui/button'
import { WritingDots } from '../../../ui/writing-dots'
import { useDocuments, useRights } from '../../documents/store'
import { offerUndo } from '../../undo/store'
import { LogBody } from '../log-body'
import { Corrected } from './corrected'
import { CorrectionConflict } from './correction-conflict'
import { CorrectionEditor } from './correction-editor'
import { type Correction, corrected, useCorrections } from './corrections'
import { LogMenu } from './log-menu'
import { isOwnLog } from './use-correct-focused'

interface Props {
  log: Log
  titleId: string
}

/** The text of a log, or the form in which its author corrects it. */
export function LogText({ log, titleId }: Props) {
  const isOwn = useSession(state => isOwnLog(log, state.userId))
  if (isOwn) return <OwnLog log={log} titleId={titleId} />
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <LogBody log={log} titleId={titleId} note={<Corrected log={log} />} />
      </div>
      {!log.is_generating && <LogMenu log={log} onCorrect={null} />}
    </div>
  )
}

function OwnLog({ log, titleId }: Props) {
  const language = usePreferences(state => state.language)
  const info = useDocuments(state => state.opened[log.doc_id]?.info ?? null)
  const { writable } = useRights(info)
  const correction = useCorrections(state => state.open[log.id])
  useEffect(() => useCorrections.getState().recall(log), [log])
  if (correction?.conflict)
    return <CorrectionConflict correction={correction} theirs={correction.conflict} titleId={titleId} />
  if (correction?.stage === 'writing') return <CorrectionEditor log={log} correction={correction} titleId={titleId} />
  const begin = () => useCorrections.getState().begin(log, language)
  const isOnItsWay = correction?.stage === 'saving' || correction?.stage === 'waiting'
  const tick = (words: string) => useCorrections.getState().tick(log, words, language)
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <LogBody
          log={isOnItsWay ? corrected(log, correction, language) : log}
          titleId={titleId}
          note={correction ? null : <Corrected log={log} />}
          onTick={writable && (!correction || isOnItsWay) ? tick : undefined}
        />
        {correction && <CorrectionNote correction={correction} onEdit={begin} />}
      </div>
      {!correction && <LogMenu log={log} onCorrect={writable ? begin : null} />}
    </div>
  )
}

/** The state of a correction that is not open for editing. */
function CorrectionNote({ correction, onEdit }: { correction: Correction; onEdit: () => void }) {
  const { t } = useTranslation(['logs', 'logbooks', 'app'])
  const errorText = useErrorText()
  const isOffline = useOfflineSince() !== null
  const { log_id, stage, failure } = correction
  if (stage === 'saving') {
    return (
      <p role="status" className="mt-1 flex items-center gap-2 text-sm text-muted">
        {t('logbooks:pending.saving')}
        <WritingDots className="text-accent" />
      </p>
    )
  }
  const waits = isOffline || !failure ? t('logbooks:pending.waiting') : errorText(failure)
  return (
    <>
      <p role="status" className="mt-1 flex items-center gap-1.5 text-sm text-muted">
        <Clock size={14} className="shrink-0" />
        {stage === 'kept' ? t('correct.left') : waits}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {stage === 'waiting' && (
          <Button size="sm" icon={RefreshCw} onClick={() => void useCorrections.getState().save(log_id)}>
            {t('app:action.tryAgain')}
          </Button>
        )}
        <Button size="sm" variant={stage === 'kept' ? 'default' : 'quiet'} onClick={onEdit}>
          {stage === 'kept' ? t('correct.goOn') : t('logbooks:pending.edit')}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          onClick={() =>
            offerUndo({ done: t('correct.discarded'), onUndo: useCorrections.getState().setAside(log_id) })
          }
        >
          {t('logbooks:pending.discard')}
        </Button>
      </div>
    </>
  )
}
