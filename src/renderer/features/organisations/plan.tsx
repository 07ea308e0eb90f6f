import { useTranslation } from 'react-i18next'
import { useOrganisation } from './store'

/** The workspace's plan in words. */
export function Plan() {
  const { t } = useTranslation('organisations')
  const organisation = useOrganisation()
  if (!organisation) return null
  const { organization_name: name, is_premium } = organisation
  return (
    <div className="flex flex-col gap-2 p-4">
      <h3 className="font-semibold wrap-anywhere">
        {t(is_premium ? 'plan.premiumTitle' : 'plan.freeTitle', { name })}
      </h3>
      <p className="text-sm text-muted">{t(is_premium ? 'plan.premiumText' : 'plan.freeText')}</p>
      <p className="text-sm text-muted">{t('plan.unchangeable')}</p>
    </div>
  )
}
