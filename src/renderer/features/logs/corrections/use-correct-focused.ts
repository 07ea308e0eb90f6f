import { useTranslation } from 'react-i18next'
import type { Log } from '#shared/contract/logs/log'
import { usePreferences } from '../../../platform/preferences'
import { useSession } from '../../../platform/session'
import { useShortcut } from '../../../platform/shortcuts'
import { toast } from '../../../ui/toast'
import type { Info } from '../../documents/store'
import { useRights } from '../../documents/store'
import { type FeedRow, rowId } from '../rows'
import { useCorrections } from './corrections'

/** Whether this person wrote the log and it is complete. */
export const isOwnLog = ({ created_by, is_generating, future_instructions_id }: Log, userId: number | null): boolean =>
  userId !== null && userId === created_by?.user_id && !is_generating && future_instructions_id === null

/** Handles the key that corrects the focused log. For a log of somebody else, a message says why nothing happens. */
export function useCorrectFocused(rows: readonly FeedRow[], info: Info): void {
  const { t } = useTranslation(['logs', 'logbooks'])
  const { writable } = useRights(info)
  const userId = useSession(state => state.userId)
  const language = usePreferences(state => state.language)
  useShortcut({ keys: 'e', label: t('correct.open'), group: t('logbooks:title'), isOn: writable }, () => {
    const id = document.activeElement?.closest('article')?.id
    const log = rows.find(row => rowId(row) === id)?.log
    if (!log) return
    if (isOwnLog(log, userId)) useCorrections.getState().begin(log, language)
    else toast.info(t('correct.notYours'))
  })
}
