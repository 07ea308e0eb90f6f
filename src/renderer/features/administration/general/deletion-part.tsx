import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { deleteOrganisation } from '#shared/contract/organisations/deletion'
import type { Organisation } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { call } from '../../../platform/api'
import { MenuActions } from '../../../platform/menu-actions'
import { Button } from '../../../ui/button'
import { toast } from '../../../ui/toast'
import { TypedConfirmDialog } from '../../../ui/typed-confirm-dialog'
import { useOrganisations } from '../../organisations/store'
import { useProfile } from '../../profile/store'
import { ExportControl } from './export-part'

/** Deletes the workspace after its name was typed [D44]. */
export function DeletionPart({ organisation }: { organisation: Organisation }) {
  const { t } = useTranslation('administration')
  const [isAsking, setAsking] = useState(false)
  return (
    <section aria-labelledby="deletion" className="flex flex-col gap-2 border-t border-line pt-5">
      <h2 id="deletion" className="text-md font-semibold">
        {t('deletion.title')}
      </h2>
      <p className="text-sm text-muted">{t('deletion.text')}</p>
      <MenuActions
        entries={[{ label: t('deletion.open'), needsServer: true, onSelect: () => setAsking(true) }]}
        group={t('section.general')}
      />
      <div>
        <Button needsServer variant="danger" icon={Trash2} onClick={() => setAsking(true)}>
          {t('deletion.open')}
        </Button>
      </div>
      {isAsking && <DeletionDialog organisation={organisation} onClose={() => setAsking(false)} />}
    </section>
  )
}

function DeletionDialog({ organisation, onClose }: { organisation: Organisation; onClose: () => void }) {
  const { t } = useTranslation(['administration', 'app'])
  const errorText = useErrorText()
  const navigate = useNavigate()
  const name = organisation.organization_name

  async function remove(typed: string): Promise<string | null> {
    const outcome = await call(deleteOrganisation, { confirmed_name: typed })
    if (!outcome.ok) return errorText(outcome)
    toast.success(t('deletion.done', { name }))
    onClose()
    // The profile finds out that no workspace is chosen any more.
    await Promise.all([useProfile.getState().load(), useOrganisations.getState().load()])
    await navigate('/workspace')
    return null
  }

  return (
    <TypedConfirmDialog
      title={t('deletion.question', { name })}
      text={t('deletion.consequence')}
      expected={name}
      fieldLabel={t('deletion.type', { name })}
      confirmLabel={t('deletion.submit')}
      cancelLabel={t('app:action.cancel')}
      closeLabel={t('app:action.close')}
      onClose={onClose}
      onConfirm={remove}
    >
      <div className="flex flex-col gap-2 rounded-md border border-line p-3">
        <p className="text-sm">{t('export.before')}</p>
        <ExportControl />
      </div>
    </TypedConfirmDialog>
  )
}
