import { Paperclip, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { task as limits } from '#shared/contract/tasks/limits'
import type { Task } from '#shared/contract/tasks/task'
import { Button } from '../../../ui/button'
import { FileButton } from '../../../ui/file-button'
import { LogFiles, UploadList } from '../../attachments/slots'
import { fileIdsOf, releaseUploads, uploadsStateOf, useUploads } from '../../attachments/store'
import { useChangeTasks } from '../use-task-actions'

/** The files of a task. Chosen ones are attached once all of them are at the server. */
export function TaskFiles({ task }: { task: Task }) {
  const { t } = useTranslation(['tasks', 'attachments', 'app'])
  const place = `task.files.${task.id}`
  const { ids, add } = useUploads(place)
  const change = useChangeTasks()
  const [problem, setProblem] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const isAttaching = useRef(false)
  const { attachments } = task

  async function attach() {
    if (isAttaching.current) return
    isAttaching.current = true
    const isDone = await change([task], { file_ids: [...attachments, ...fileIdsOf(ids)] }, true)
    isAttaching.current = false
    setRefused(!isDone)
    if (isDone) releaseUploads(ids)
  }
  const isReady = ids.length > 0 && !isRefused && uploadsStateOf(ids) === 'there'
  // biome-ignore lint/correctness/useExhaustiveDependencies: it attaches once for each set of files that is ready.
  useEffect(() => {
    if (isReady) void attach()
  }, [isReady])

  function choose(files: readonly File[]) {
    const left = add(files, limits.files - attachments.length)
    setRefused(false)
    setProblem(left > 0 ? t('tooManyFiles', { count: left, most: limits.files }) : null)
  }
  return (
    <section aria-label={t('files')}>
      <h3 className="mb-1.5 text-xs font-semibold">{t('files')}</h3>
      {attachments.length > 0 && <LogFiles file_ids={attachments} />}
      <UploadList place={place} onRemove={() => setProblem(null)} />
      <span className="flex flex-wrap gap-2">
        {attachments.length < limits.files && (
          <FileButton size="sm" variant="quiet" icon={Paperclip} className="-ml-2.5" onFiles={choose}>
            {t('attachments:attach')}
          </FileButton>
        )}
        {isRefused && (
          <Button size="sm" icon={RefreshCw} needsServer onClick={() => void attach()}>
            {t('app:action.tryAgain')}
          </Button>
        )}
      </span>
      {problem && (
        <p role="alert" className="text-xs text-danger-ink">
          {problem}
        </p>
      )}
    </section>
  )
}
