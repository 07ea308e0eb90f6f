import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../../platform/shortcuts'
import { Button } from '../../../ui/button'
import { PaneBody } from '../../../ui/pane'
import type { Info } from '../store'
import { Words } from '../words'

interface Props {
  info: Info
  /** Null for who may only read. */
  onEdit: (() => void) | null
  /** Where the focus is when the writing is done. */
  ref: { current: HTMLDivElement | null }
}

/** A page as it is read. */
export function PageText({ info, onEdit, ref }: Props) {
  const { t } = useTranslation(['documents', 'logbooks'])
  useShortcut({ keys: 'e', label: t('edit.open'), group: t('logbooks:title'), isOn: onEdit !== null }, () => onEdit?.())
  return (
    <PaneBody padded>
      <div ref={ref} tabIndex={-1} className="max-w-measure outline-none focus-visible:shadow-none">
        {info.content ? (
          <Words headingLevel={3}>{info.content}</Words>
        ) : (
          <div className="flex flex-col items-start gap-3">
            <p className="text-muted">{t('logbooks:doc.noContent')}</p>
            {onEdit && (
              <Button size="sm" variant="primary" icon={Pencil} onClick={onEdit}>
                {t('edit.write')}
              </Button>
            )}
          </div>
        )}
      </div>
    </PaneBody>
  )
}
