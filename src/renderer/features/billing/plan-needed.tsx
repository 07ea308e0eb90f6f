import { CreditCard, Sparkles } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { LinkButton } from '../../ui/button'
import { ListRow } from '../../ui/list-row'
import { StateBlock } from '../../ui/state-block'
import { useOrganisation } from '../organisations/store'

/** Stands where something is that the plan does not include, and leads owners to the plans [D17]. */
export function PlanNeededState({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('billing')
  const isOwner = useOrganisation()?.org_role === 'owner'
  return (
    <StateBlock
      icon={Sparkles}
      title={title}
      text={isOwner ? text : `${text} ${t('needed.askOwner')}`}
      actions={
        <>
          {isOwner && (
            <LinkButton size="sm" variant="primary" href="#/plans">
              {t('needed.see')}
            </LinkButton>
          )}
          <LinkButton size="sm" href="#/home/spaces">
            {t('needed.home')}
          </LinkButton>
        </>
      }
    />
  )
}

/** The way to the plans among the sections of the administration, for owners. */
export function PlansRow() {
  const { t } = useTranslation('billing')
  const isOwner = useOrganisation()?.org_role === 'owner'
  const isOpen = useLocation().pathname.startsWith('/plans')
  return isOwner ? <ListRow icon={CreditCard} title={t('title')} selected={isOpen} href="#/plans" /> : null
}
