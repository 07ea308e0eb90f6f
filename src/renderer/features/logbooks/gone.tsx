import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/button'
import { Pane } from '../../ui/pane'
import { StateBlock } from '../../ui/state-block'

/** A document that is not there, or not for this person; which of the two is nobody's business. */
export function Gone() {
  const { t } = useTranslation('logbooks')
  return (
    <Pane as="main">
      <StateBlock
        headingLevel={1}
        tone="neutral"
        icon={Lock}
        title={t('doc.gone')}
        text={t('doc.goneText')}
        actions={
          <LinkButton href="#/docs" size="sm">
            {t('doc.all')}
          </LinkButton>
        }
      />
    </Pane>
  )
}
