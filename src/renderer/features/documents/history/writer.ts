import { useTranslation } from 'react-i18next'
import type { Version } from '#shared/contract/documents/versions'

/** Names the author of a version: a person, Mate, or a former member. */
export function useWriter(): (version: Pick<Version, 'created_by' | 'origin'>) => string {
  const { t } = useTranslation('documents')
  return ({ created_by, origin }) =>
    created_by?.user_displayname ?? (origin === 'mate' ? t('history.mate') : t('history.unknown'))
}
