import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/button'
import { Pane } from '../../ui/pane'
import { StateBlock } from '../../ui/state-block'
import { AskForAccess } from '../access/slots'
import { useCan } from '../organisations/store'
import { subjectOf } from './store'

/**
 * Shown for a document that does not exist or is not accessible; it does not reveal which. Null stands for an invalid
 * id.
 */
export function NoAccess({ doc_id }: { doc_id: number | null }) {
  const { t } = useTranslation('logbooks')
  // Nothing is hidden from these people, so what they cannot open does not exist.
  const seesAll = useCan('logbooks.manage_all')
  return (
    <Pane as="main">
      <StateBlock
        headingLevel={1}
        tone="neutral"
        icon={Lock}
        title={t(seesAll ? 'doc.none' : 'doc.gone')}
        text={t(seesAll ? 'doc.noneText' : 'doc.goneText')}
        actions={
          <>
            {doc_id !== null && !seesAll && <AskForAccess subject={subjectOf({ doc_id })} />}
            <LinkButton href="#/docs" size="sm">
              {t('doc.all')}
            </LinkButton>
          </>
        }
      />
    </Pane>
  )
}
