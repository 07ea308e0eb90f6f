import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { withSlots } from '../../platform/slot'
import { lazyComponent } from '../../ui/lazy-component'
import { PlansEntry } from './slots'
import { useOrganisation } from './store'

// It is below the entry of plans, which comes with it.
const Storage = lazyComponent(async () => (await withSlots(import('./storage'), PlansEntry)).Storage)

/** Explains the workspace's plan; owners and admins also see the storage used. */
export function Plan() {
  const { t } = useTranslation('workspace')
  const organisation = useOrganisation()
  if (!organisation) return null
  const { organization_name: name, is_premium, org_role } = organisation
  return (
    <>
      <div className="flex flex-col gap-2 p-4">
        <h3 className="font-semibold wrap-anywhere">
          {t(is_premium ? 'plan.premiumTitle' : 'plan.freeTitle', { name })}
        </h3>
        <p className="text-sm text-muted">{t(is_premium ? 'plan.premiumText' : 'plan.freeText')}</p>
        <PlansEntry />
      </div>
      {org_role !== 'member' && (
        <Suspense fallback={null}>
          <Storage />
        </Suspense>
      )}
    </>
  )
}
