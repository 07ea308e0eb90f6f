import { ArchiveRestore } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DeletedOrganisation,
  listDeletedOrganisations,
  restoreOrganisation,
} from '#shared/contract/organisations/deletion'
import { useErrorText } from '../../../i18n/texts'
import { call } from '../../../platform/api'
import { useFormat } from '../../../platform/format'
import { Button } from '../../../ui/button'
import { OrgMark } from '../../../ui/org-mark'
import { toast } from '../../../ui/toast'
import { useOrganisations } from '../../organisations/store'
import { JoinByLink } from '../invites/join-by-link'

/** What stands above the list of workspaces: a join link, and deleted workspaces that can be restored [D44]. */
export function AboveWorkspaces() {
  return (
    <>
      <JoinByLink />
      <DeletedWorkspaces />
    </>
  )
}

function DeletedWorkspaces() {
  const { t } = useTranslation('administration')
  const [deleted, setDeleted] = useState<readonly DeletedOrganisation[]>([])
  useEffect(() => {
    let isOver = false
    void call(listDeletedOrganisations, {}).then(outcome => {
      if (outcome.ok && !isOver) setDeleted(outcome.data)
    })
    return () => {
      isOver = true
    }
  }, [])
  if (deleted.length === 0) return null
  return (
    <ul
      aria-label={t('deletion.deleted')}
      className="mb-3.5 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface-2"
    >
      {deleted.map(organisation => (
        <Deleted
          key={organisation.organization_id}
          organisation={organisation}
          onRestored={() =>
            setDeleted(others => others.filter(other => other.organization_id !== organisation.organization_id))
          }
        />
      ))}
    </ul>
  )
}

function Deleted({ organisation, onRestored }: { organisation: DeletedOrganisation; onRestored: () => void }) {
  const { t } = useTranslation('administration')
  const errorText = useErrorText()
  const { dayInSentence, dayKey } = useFormat()
  const [isRestoring, setRestoring] = useState(false)
  const { organization_id, organization_name: name, erased_at } = organisation
  async function restore() {
    setRestoring(true)
    const outcome = await call(restoreOrganisation, { restored_id: organization_id })
    setRestoring(false)
    if (!outcome.ok) {
      toast.failure(errorText(outcome))
      return
    }
    useOrganisations.getState().put(outcome.data)
    toast.success(t('deletion.restored', { name }))
    onRestored()
  }
  return (
    <li className="flex flex-wrap items-center gap-3.5 px-4 py-3.5">
      <OrgMark name={name} id={String(organization_id)} size={44} />
      <span className="min-w-[160px] flex-1">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-sm text-muted">
          {t('deletion.until', { day: dayInSentence(dayKey(erased_at)) })}
        </span>
      </span>
      <Button
        needsServer
        size="sm"
        icon={ArchiveRestore}
        loading={isRestoring}
        aria-label={t('deletion.restoreOf', { name })}
        onClick={() => void restore()}
      >
        {t('deletion.restore')}
      </Button>
    </li>
  )
}
