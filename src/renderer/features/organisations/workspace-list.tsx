import { Check, Plus } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Organisation } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useSession } from '../../platform/session'
import { Button } from '../../ui/button'
import { lazyComponent } from '../../ui/lazy-component'
import { ListRow, ListSection } from '../../ui/list-row'
import { LoadFailed } from '../../ui/load-failed'
import { OrgMark } from '../../ui/org-mark'
import { SkeletonRows } from '../../ui/skeleton'
import { toast } from '../../ui/toast'
import { chooseOrganisation, useOrganisations } from './store'

const CreateDialog = lazyComponent(async () => (await import('./create-dialog')).CreateDialog)

/** The person's workspaces with the chosen one marked; choosing another one opens it. */
export function WorkspaceList({ onChosen, canCreate = false }: { onChosen: () => void; canCreate?: boolean }) {
  const { t } = useTranslation('organisations')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { items: list, status } = useOrganisations()
  const current = useSession(state => state.organizationId)
  const [isCreating, setCreating] = useState(false)
  useEffect(() => void useOrganisations.getState().load(), [])

  const choose = async ({ organization_id, organization_name }: Organisation) => {
    if (organization_id === current) {
      onChosen()
      return
    }
    const outcome = await chooseOrganisation(organization_id)
    if (!outcome.ok) {
      toast.failure(errorText(outcome))
      return
    }
    toast.info(t('switched', { name: organization_name }))
    await navigate('/')
  }

  return (
    <section>
      <ListSection title={t('list.title')} />
      {status === 'failed' && list.length === 0 && <ListFailed />}
      {status === 'loading' && list.length === 0 && <SkeletonRows label={t('choose.loading')} rows={3} />}
      <ul>
        {list.map(organisation => (
          <li key={organisation.organization_id} className="flex flex-col">
            <ListRow
              title={organisation.organization_name}
              leading={
                <OrgMark
                  name={organisation.organization_name}
                  id={String(organisation.organization_id)}
                  src={organisation.organization_image}
                  size={28}
                />
              }
              trailing={organisation.organization_id === current && <Check size={16} className="text-accent" />}
              selected={organisation.organization_id === current}
              onPress={() => void choose(organisation)}
            />
          </li>
        ))}
      </ul>
      {canCreate && (
        <div className="px-4 pt-2">
          <Button size="sm" icon={Plus} onClick={() => setCreating(true)}>
            {t('create.open')}
          </Button>
        </div>
      )}
      {isCreating && (
        <Suspense fallback={null}>
          <CreateDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** Shown when the list did not load, or the answer was not a list [5.3, 4.16b]. */
export function ListFailed() {
  const { t } = useTranslation(['organisations', 'app'])
  return (
    <LoadFailed
      title={t('list.failed')}
      text={t('list.failedText')}
      retryLabel={t('app:action.tryAgain')}
      onRetry={() => void useOrganisations.getState().load()}
    />
  )
}

/** The list where nothing is left behind by choosing. */
export const OwnWorkspaceList = () => <WorkspaceList onChosen={() => undefined} />
