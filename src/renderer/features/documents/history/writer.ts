import { useTranslation } from 'react-i18next'
import type { Version } from '#shared/contract/documents/versions'

/** Names the authors of a version: people, Mate, or a former member. */
export function useWriter(): (version: Pick<Version, 'created_by' | 'origin' | 'authors'>) => string {
  const { t } = useTranslation('documents')
  return ({ created_by, origin, authors }) =>
    authors.map(({ user_displayname }) => user_displayname).join(', ') ||
    (created_by?.user_displayname ?? (origin === 'mate' ? t('history.mate') : t('history.unknown')))
}
