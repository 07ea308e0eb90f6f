import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { deleteOrganisation } from '#shared/contract/organisations/deletion'
import type { Organisation } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { call } from '../../../platform/api'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { TextField } from '../../../ui/field'
import { toast } from '../../../ui/toast'
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
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const name = organisation.organization_name
  const isSame = typed.trim() === name.trim()

  async function remove() {
    if (!isSame || isDeleting) return
    setDeleting(true)
    const outcome = await call(deleteOrganisation, { confirmed_name: typed })
    setDeleting(false)
    if (!outcome.ok) {
      setError(errorText(outcome))
      return
    }
    toast.success(t('deletion.done', { name }))
    onClose()
    // The profile finds out that no workspace is chosen any more.
    await Promise.all([useProfile.getState().load(), useOrganisations.getState().load()])
    await navigate('/workspace')
  }

  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={t('deletion.question', { name })}
      description={t('deletion.consequence')}
      closeLabel={t('app:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app:action.cancel')}</Button>
          <Button
            needsServer
            variant="danger"
            type="submit"
            form="deletion-form"
            loading={isDeleting}
            disabled={!isSame}
          >
            {t('deletion.submit')}
          </Button>
        </>
      }
    >
      <form
        id="deletion-form"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          void remove()
        }}
      >
        <div className="flex flex-col gap-2 rounded-md border border-line p-3">
          <p className="text-sm">{t('export.before')}</p>
          <ExportControl />
        </div>
        <TextField
          label={t('deletion.type', { name })}
          error={error}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setError(null)
          }}
        />
      </form>
    </Dialog>
  )
}
