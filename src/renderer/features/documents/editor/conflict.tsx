import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../platform/format'
import { Button } from '../../../ui/button'
import { PaneBody } from '../../../ui/pane'
import { Side } from '../../../ui/text-side'
import type { Theirs } from './theirs'
import { useWriting, type Writing } from './writing'

/** Shows both texts and the choices when two people changed the same text. */
export function Conflict({ writing, theirs }: { writing: Writing; theirs: Theirs }) {
  const { t } = useTranslation('documents')
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { doc_id, text } = writing
  const { keepMine, takeTheirs } = useWriting.getState()
  const name = theirs.updatedby?.user_displayname ?? t('conflict.somebody')
  return (
    <PaneBody padded>
      <section aria-labelledby="conflict" className="flex flex-col gap-4">
        <div>
          <h2 id="conflict" ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
            {t('conflict.title')}
          </h2>
          <p className="mt-1 max-w-measure text-sm text-muted">
            {t('conflict.text', { name, when: format.dayAndTime(theirs.updatedat) })}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => void keepMine(doc_id)}>
            {t('conflict.keepMine')}
          </Button>
          <Button onClick={() => takeTheirs(doc_id)}>{t('conflict.takeTheirs', { name })}</Button>
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <section aria-labelledby="conflict-mine" className="min-w-0 rounded-md border border-line p-4">
            <h3 id="conflict-mine" className="pb-2 text-sm font-semibold">
              {t('conflict.mine')}
            </h3>
            <Side text={text} other={theirs.content} mark={t('conflict.onlyMine')} />
          </section>
          <section aria-labelledby="conflict-theirs" className="min-w-0 rounded-md border border-line p-4">
            <h3 id="conflict-theirs" className="pb-2 text-sm font-semibold">
              {t('conflict.theirs', { name })}
            </h3>
            <Side text={theirs.content} other={text} mark={t('conflict.onlyTheirs', { name })} />
          </section>
        </div>
      </section>
    </PaneBody>
  )
}
