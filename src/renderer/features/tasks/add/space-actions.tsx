import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { QuickAdd } from './quick-add'

/** The button in the header of a space that adds a task. */
export function AddTaskToSpace({ branch_id }: { branch_id: number }) {
  const { t } = useTranslation('tasks')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="primary" icon={Plus} aria-label={t('newTask')} onClick={() => setOpen(true)}>
        {t('add')}
      </Button>
      {isOpen && <QuickAdd branch_id={branch_id} onClose={() => setOpen(false)} />}
    </>
  )
}
