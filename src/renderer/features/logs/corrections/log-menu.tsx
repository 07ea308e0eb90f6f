import { Ellipsis, History, ListPlus, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Log } from '#shared/contract/logs/log'
import { IconButton } from '../../../ui/icon-button'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { NewTask } from '../../home/slots'
import { LogHistory } from './log-history'

/** The actions for a log; `onCorrect` is null for people who may not correct it. */
export function LogMenu({ log, onCorrect }: { log: Log; onCorrect: (() => void) | null }) {
  const { t } = useTranslation('logs')
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const [isMaking, setMaking] = useState(false)
  const { id: log_id, doc_id, title, content } = log
  const entries: MenuEntry[] = [
    ...(onCorrect ? [{ label: t('correct.open'), icon: Pencil, onSelect: onCorrect }] : []),
    ...(log.revision > 0 ? [{ label: t('history.open'), icon: History, onSelect: () => setHistoryOpen(true) }] : []),
    ...(NewTask.isFilled() ? [{ label: t('makeTask'), icon: ListPlus, onSelect: () => setMaking(true) }] : []),
  ]
  if (entries.length === 0) return null
  return (
    <>
      <Menu label={t('menu', { title: log.title })} entries={entries} align="end">
        {trigger => <IconButton {...trigger} icon={Ellipsis} size="sm" label={t('menu', { title: log.title })} />}
      </Menu>
      {isMaking && (
        <NewTask text={content || title} origin={{ kind: 'log', doc_id, log_id }} onClose={() => setMaking(false)} />
      )}
      {isHistoryOpen && <LogHistory log={log} onClose={() => setHistoryOpen(false)} />}
    </>
  )
}
