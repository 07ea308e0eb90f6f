import { Cpu } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listModels } from '#shared/contract/jobs/endpoints'
import type { Job } from '#shared/contract/jobs/job'
import { useErrorText } from '../../../i18n/texts'
import { call } from '../../../platform/api'
import { Button } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import { toast } from '../../../ui/toast'
import { useJobs } from '../store'

/** Which model a job asks, saved at once. Nothing where the server has no more than one. */
export function ModelChoice({ job }: { job: Job }) {
  const { t } = useTranslation('jobs')
  const errorText = useErrorText()
  const [models, setModels] = useState<readonly string[]>([])
  useEffect(() => {
    void call(listModels, {}).then(outcome => setModels(outcome.ok ? outcome.data : []))
  }, [])
  const [standard] = models
  if (standard === undefined || models.length === 1) return null
  const chosen = job.model && models.includes(job.model) ? job.model : standard

  async function choose(model: string) {
    if (model === chosen) return
    const outcome = await useJobs.getState().setModel(job.instruction_id, model === standard ? null : model)
    if (outcome.ok) toast.success(t('model.saved', { name: model }))
    else toast.failure(t('model.failed'), { text: errorText(outcome) })
  }
  const options = models.map(name => ({
    label: name,
    checked: name === chosen,
    needsServer: true,
    onSelect: () => void choose(name),
  }))
  return (
    <Menu label={t('model.label')} entries={[{ kind: 'choice', label: t('model.label'), options }]}>
      {trigger => (
        <Button {...trigger} size="sm" variant="quiet" icon={Cpu}>
          {t('model.chosen', { name: chosen })}
        </Button>
      )}
    </Menu>
  )
}
