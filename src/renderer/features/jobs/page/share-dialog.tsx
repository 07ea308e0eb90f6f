import { Shield } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contract/jobs/job'
import { Dialog } from '../../../ui/dialog'
import { AccessGrants, AccessRequests } from '../../access/slots'

/** Shows who may see a job, and lets people who may change the job give and revoke access [D41]. */
export function ShareDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation(['jobs', 'app'])
  const { instruction_id, instruction_text: name, created_by, is_editable } = job
  const subject = { kind: 'job', id: instruction_id } as const
  const owner = created_by?.user_displayname
  return (
    <Dialog open size="lg" onClose={onClose} title={t('share.title', { name })} closeLabel={t('app:action.close')}>
      <div className="flex flex-col gap-5">
        {is_editable && <AccessRequests subject={subject} />}
        <p className="flex gap-2 text-sm text-muted">
          <Shield size={16} className="mt-0.5 shrink-0" />
          {owner ? t('share.always', { name: owner }) : t('share.alwaysNobody')}
        </p>
        <AccessGrants subject={subject} managed={is_editable} />
      </div>
    </Dialog>
  )
}
