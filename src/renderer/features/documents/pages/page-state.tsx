import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'
import { useErrorText } from '../../../i18n/texts'
import { DraftNote } from '../../../platform/draft-note'
import type { Failure } from '../../../platform/failure'
import { journalKey } from '../../../platform/mutation-queue/keys'
import { useMutations } from '../../../platform/mutation-queue/store'
import { useOfflineSince } from '../../../platform/online'
import { Button } from '../../../ui/button'
import { keptKey, unsentChanges, useRefusedChanges } from './page-change'

/** Shows whether everything that the person wrote in a page is on the server; if not, why. */
export function PageState({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation(['documents', 'app'])
  const errorText = useErrorText()
  const isOnline = useOfflineSince() === null
  const waiting = useMutations(useShallow(({ mutations }) => unsentChanges(doc_id, mutations)))
  const refused = useRefusedChanges(({ pages }) => pages[doc_id])
  const offline: Failure = { code: 'network.failed', message: '' }
  const failure = refused ?? waiting.find(({ failure: last }) => last)?.failure ?? (isOnline ? null : offline)
  const isUnsaved = refused !== undefined || waiting.length > 0
  return (
    <div className="flex min-w-0 items-center gap-2 text-xs">
      <DraftNote drafts={[keptKey(doc_id), ...waiting.map(({ id }) => journalKey(id))]} />
      {isUnsaved && failure ? (
        <p role="alert" className="text-danger-ink">
          {t('save.failed')} {errorText(failure)}
        </p>
      ) : (
        <p role="status" className="text-muted">
          {isUnsaved ? t('save.saving') : t('save.saved')}
        </p>
      )}
      {refused && (
        <Button size="sm" onClick={() => useRefusedChanges.getState().tryAgain(doc_id)}>
          {t('app:action.tryAgain')}
        </Button>
      )}
    </div>
  )
}
