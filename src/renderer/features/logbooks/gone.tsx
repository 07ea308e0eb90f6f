import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AskForAccess } from '../../platform/slots'
import { LinkButton } from '../../ui/button'
import { Pane } from '../../ui/pane'
import { StateBlock } from '../../ui/state-block'
import { useCan } from '../organisations/store'
import { subjectOf } from './rights'

/** A document that is not there, or not for this person; which of the two is nobody's business. Null is no number of one. */
export function Gone({ doc_id }: { doc_id: number | null }) {
  const { t } = useTranslation('logbooks')
  // Nothing is hidden from them: what they cannot open is not there.
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
