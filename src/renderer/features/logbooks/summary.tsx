import { useTranslation } from 'react-i18next'
import { MateMark } from '../../ui/mate-mark'
import { Words } from './words'

/** What Mate made of a document's logs. */
export function Summary({ content }: { content: string }) {
  const { t } = useTranslation('logbooks')
  return (
    <section aria-label={t('doc.summary')} className="rounded-md border border-line bg-surface-2 px-4 py-3.5">
      <h2 className="flex items-center gap-2 pb-1.5 text-sm font-semibold">
        <MateMark size={22} />
        {t('doc.summary')}
      </h2>
      <div className="max-w-measure">
        <Words headingLevel={3}>{content}</Words>
      </div>
    </section>
  )
}
