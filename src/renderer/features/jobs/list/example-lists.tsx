import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { ListRow, ListSection } from '../../../ui/list-row'
import { PaneBody, PaneHeader } from '../../../ui/pane'
import { type ExampleId, exampleIds, examples } from '../examples'

/** How many examples show before the person asks for all. */
const someExamples = 4

/** Examples as rows under the jobs. */
export function Examples({ isWhole }: { isWhole: boolean }) {
  const { t } = useTranslation('jobs')
  const [isAll, setAll] = useState(isWhole)
  const ids = isAll ? exampleIds : exampleIds.slice(0, someExamples)
  return (
    <section aria-label={t('list.examples')}>
      <ListSection title={t('list.examples')} />
      <div className="flex flex-col">
        {ids.map(id => (
          <ListRow key={id} href={addressOf(id)} leading={<ExampleIcon id={id} />} title={t(`example.${id}.name`)} />
        ))}
      </div>
      {!isAll && (
        <div className="px-4 pt-1">
          <Button size="sm" variant="quiet" className="-ml-1.5" onClick={() => setAll(true)}>
            {t('list.allExamples', { count: exampleIds.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Examples with what each of them does, beside a list without jobs. */
export function ExampleCards() {
  const { t } = useTranslation('jobs')
  return (
    <>
      <PaneHeader title={t('list.examples')} headingLevel={2} />
      <PaneBody>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(16rem,1fr))] gap-3 p-5">
          {exampleIds.map(id => (
            <li key={id} className="contents">
              <a
                href={addressOf(id)}
                className="flex flex-col gap-2 rounded-lg border border-line bg-surface-1 p-4 text-default no-underline hover:border-strong"
              >
                <ExampleIcon id={id} />
                <span className="font-semibold">{t(`example.${id}.name`)}</span>{' '}
                <span className="text-muted text-sm">{t(`example.${id}.prompt`)}</span>
              </a>
            </li>
          ))}
        </ul>
      </PaneBody>
    </>
  )
}

const addressOf = (id: ExampleId): string => `#/jobs/new?example=${id}`

function ExampleIcon({ id }: { id: ExampleId }) {
  const Glyph = examples[id].icon
  return (
    <span className="grid size-7 shrink-0 place-items-center rounded-sm bg-surface-3 text-muted">
      <Glyph size={16} />
    </span>
  )
}
