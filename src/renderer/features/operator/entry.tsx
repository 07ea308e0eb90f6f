import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/button'
import { useProfile } from '../profile/store'

/** In the profile of a super user, the way to the operator's page [D7]. Others see nothing. */
export function Entry() {
  const { t } = useTranslation('operator')
  const id = useId()
  const config = useProfile(state => state.config)
  useEffect(() => {
    if (!useProfile.getState().config) void useProfile.getState().loadConfig()
  }, [])
  if (!config?.is_super_user) return null
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface-1 p-5 shadow-1"
    >
      <h2 id={id} className="text-md font-semibold">
        {t('title')}
      </h2>
      <p className="text-sm text-muted">{t('entry')}</p>
      <LinkButton size="sm" href="#/operate" className="self-start">
        {t('open')}
      </LinkButton>
    </section>
  )
}
