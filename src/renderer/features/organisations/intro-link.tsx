import { Footprints } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow } from '../../ui/list-row'
import { stepsFor, useNewestFirstSteps } from './intro-steps'
import { useCan } from './store'

/** Leads to the first steps until all of them are done and the sample content is gone. */
export function FirstStepsLink() {
  const { t } = useTranslation('workspace')
  const steps = useNewestFirstSteps()
  const shown = stepsFor(useCan('feeds.manage_cameras'))
  if (!steps) return null
  const done = shown.filter(step => steps[step]).length
  if (done === shown.length && !steps.samples) return null
  return (
    <div className="shrink-0 border-t border-line py-2">
      <ListRow
        href="#/intro"
        icon={Footprints}
        title={t('intro.page')}
        meta={t('intro.progress', { done, of: shown.length })}
      />
    </div>
  )
}
