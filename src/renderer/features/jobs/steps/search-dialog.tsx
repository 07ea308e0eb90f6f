import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { TextField } from '../../../ui/field'

interface Props {
  title: string
  /** Names the field for the words. */
  label: string
  words: string
  onSearch: (words: string) => void
  onClose: () => void
  /** What matches the words. */
  children: ReactNode
}

/** Chooses from a list by name. What is chosen counts at once. */
export function SearchDialog({ title, label, words, onSearch, onClose, children }: Props) {
  const { t } = useTranslation(['jobs', 'app'])
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t('app:action.close')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <TextField
        type="search"
        label={label}
        hideLabel
        quiet
        icon={Search}
        placeholder={label}
        value={words}
        onChange={event => onSearch(event.target.value)}
      />
      <div className="mt-2 flex max-h-72 min-h-24 flex-col overflow-y-auto rounded-sm border border-line py-1">
        {children}
      </div>
    </Dialog>
  )
}
