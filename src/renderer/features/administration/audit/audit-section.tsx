import { Download, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { exportAudit } from '#shared/contract/audit/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { apiFile } from '../../../platform/api'
import { failureOf } from '../../../platform/failure'
import { MenuActions } from '../../../platform/menu-actions'
import { saveFile } from '../../../platform/save-file'
import { Button } from '../../../ui/button'
import { LoadFailed } from '../../../ui/load-failed'
import { LoadMore } from '../../../ui/load-more'
import { Pane, PaneBody, PaneHeader } from '../../../ui/pane'
import { SkeletonRows } from '../../../ui/skeleton'
import { StateBlock } from '../../../ui/state-block'
import { toast } from '../../../ui/toast'
import type { SectionProps } from '../section-props'
import { AuditFilters } from './audit-filters'
import { AuditRows } from './audit-rows'
import { loadMoreEntries, useAudit } from './store'

/** Who did what, when and from where, for owners [D8]. */
export function AuditSection({ isChosen }: SectionProps) {
  const { t } = useTranslation(['administration', 'app'])
  const navigate = useNavigate()
  useEffect(() => void useAudit.getState().load(), [])
  return (
    <Pane as={isChosen ? 'main' : 'section'} onPhone={isChosen} aria-label={t('section.audit')}>
      <PaneHeader
        title={t('section.audit')}
        headingLevel={isChosen ? 1 : 2}
        back={{ label: t('app:action.back'), onPress: () => void navigate('/organisation') }}
        actions={<ExportButton />}
      />
      <AuditFilters />
      <Entries />
    </Pane>
  )
}

/** Saves what the filter leaves, as a file. */
function ExportButton() {
  const { t } = useTranslation('administration')
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const { blob, name } = await apiFile(exportAudit, { ...useAudit.getState().query, format: 'csv' })
      saveFile(name, blob)
    } catch (cause) {
      toast.failure(t('audit.notExported'), { text: errorText(failureOf(cause)) })
    }
    setBusy(false)
  }
  const isFiltered = useAudit(state => Object.keys(state.query).length > 0)
  return (
    <>
      <MenuActions
        entries={[
          { label: t('audit.export'), needsServer: true, disabled: isBusy, onSelect: () => void save() },
          { label: t('people.clear'), disabled: !isFiltered, onSelect: () => void useAudit.getState().search({}) },
        ]}
        group={t('section.audit')}
      />
      <Button needsServer size="sm" icon={Download} loading={isBusy} onClick={() => void save()}>
        {t('audit.export')}
      </Button>
    </>
  )
}

function Entries() {
  const { t } = useTranslation(['administration', 'app'])
  const errorText = useErrorText()
  const { items, status, failure, next, more, query } = useAudit()
  if (items.length === 0 && status === 'failed')
    return (
      <LoadFailed
        title={t('audit.failed')}
        text={failure && errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useAudit.getState().load()}
      />
    )
  if (items.length === 0 && status !== 'ready') return <SkeletonRows label={t('audit.loading')} />
  if (items.length === 0)
    return (
      <StateBlock
        tone="neutral"
        icon={SearchX}
        title={t('audit.none')}
        actions={
          Object.keys(query).length > 0 && (
            <Button size="sm" onClick={() => void useAudit.getState().search({})}>
              {t('people.clear')}
            </Button>
          )
        }
      />
    )
  return (
    <PaneBody padded aria-busy={status === 'loading'}>
      <AuditRows entries={items} />
      <LoadMore
        label={t('audit.more')}
        failedText={t('audit.moreFailed')}
        state={more}
        next={next}
        onMore={loadMoreEntries}
      />
    </PaneBody>
  )
}
