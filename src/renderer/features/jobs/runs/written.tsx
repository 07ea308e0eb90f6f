import { useTranslation } from 'react-i18next'
import type { Run } from '#shared/contract/jobs/job'

const LINK = 'text-xs font-medium text-accent pointer-coarse:min-h-touch'

/** The ways to everything that a run wrote. A thing opens only for those who may see it. */
export function Written({ run: { logs, sent } }: { run: Run }) {
  const { t } = useTranslation('jobs')
  return (
    <>
      {logs.map(({ doc_id, log_id }) => (
        <a key={`log ${log_id}`} href={`#/docs/${doc_id}?log=${log_id}`} className={LINK}>
          {t('last.open')}
        </a>
      ))}
      {sent.map(each =>
        each.kind === 'task' ? (
          <a key={`task ${each.task_id}`} href={`#/tasks/${each.task_id}`} className={LINK}>
            {t('last.openTask')}
          </a>
        ) : (
          <a
            key={`message ${each.message_id}`}
            href={`#/home/messages/${each.chat_id}?message=${each.message_id}`}
            className={LINK}
          >
            {t('last.openMessage')}
          </a>
        ),
      )}
    </>
  )
}
