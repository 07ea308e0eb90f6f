import { ChevronDown, LibraryBig, TextCursorInput } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { job as limits } from '#shared/contract/jobs/limits'
import { colourCycle } from '#shared/limits'
import { insertText } from '../../../platform/insert-text'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { CONTROL_FRAME, Field } from '../../../ui/field'
import { Menu } from '../../../ui/menu'
import { PendingLabels } from '../../logs/slots'
import { PromptsDialog } from '../prompts/prompts-dialog'
import { useGraphsOf } from './graphs-of'
import { labelsOf } from './labels-of'
import { ModelChoice } from './model-choice'
import { Rules } from './rules'
import { Step, StepError, type StepProps } from './step'

/** What a job does with what it sees: its task in words, the labels it may give, and rules over the pictures. */
export function DoThis(props: StepProps) {
  const { t } = useTranslation('jobs')
  const { fields, change, errorAt, job, editable } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const [isLibraryOpen, setLibraryOpen] = useState(false)
  const { prompt } = fields
  return (
    <Step icon={TextCursorInput} title={t('do.title')}>
      <Field label={t('do.prompt')} hideLabel error={errorAt('prompt')}>
        {control => (
          <span className={cx(CONTROL_FRAME, 'flex-col rounded-md')}>
            <textarea
              {...control}
              ref={area}
              value={prompt}
              placeholder={t('do.placeholder')}
              maxLength={limits.promptLength}
              rows={2}
              onChange={event => change({ prompt: event.target.value })}
              className="field-sizing-content max-h-96 min-h-16 w-full resize-none bg-transparent px-3 pt-2.5 text-md outline-none focus-visible:shadow-none"
            />
            <Labels {...props} />
          </span>
        )}
      </Field>
      <StepError>{errorAt('graph_id')}</StepError>
      {editable && (
        <div className="mt-1.5 -ml-2 flex flex-wrap gap-1">
          <Button size="sm" variant="quiet" icon={LibraryBig} onClick={() => setLibraryOpen(true)}>
            {t('prompts.open')}
          </Button>
          {job && <ModelChoice job={job} />}
        </div>
      )}
      {isLibraryOpen && (
        <PromptsDialog
          text={prompt}
          onInsert={text =>
            change({
              prompt: (prompt.trim() === '' ? text : insertText(area.current, text)).slice(0, limits.promptLength),
            })
          }
          onClose={() => setLibraryOpen(false)}
        />
      )}
      <Rules {...props} />
    </Step>
  )
}

/** The labels that the job may give to its logs: those of one graph of a logbook that it writes to [D22]. */
function Labels({ fields, change, editable }: StepProps) {
  const { t } = useTranslation('jobs')
  const { graphs } = useGraphsOf(fields.destination.logbook_ids)
  const graph = graphs.find(candidate => candidate.graph_id === fields.graph_id)
  const labels = graph ? labelsOf(graph) : []
  const count = graph && t('do.labelCount', { number: labels.length, most: colourCycle })
  // As high with a logbook whose graphs are not known yet.
  if (graphs.length === 0 && fields.graph_id === null)
    return <span className={fields.destination.logbook_ids.length > 0 ? 'h-10 pointer-coarse:h-[46px]' : 'h-2.5'} />
  return (
    <span className="flex flex-wrap items-center gap-1.5 px-3 pt-0.5 pb-2.5">
      {graph && <PendingLabels doc_id={graph.logbook_id} labels={labels} isOwn={false} />}
      <span className="-mr-1.5 ml-auto flex items-center">
        {!editable && <span className="px-1.5 text-xs whitespace-nowrap text-muted">{count}</span>}
        {editable && (
          <Menu
            label={t('do.graph')}
            align="end"
            entries={[
              {
                kind: 'choice',
                label: t('do.graph'),
                options: [
                  {
                    label: t('do.noGraph'),
                    checked: fields.graph_id === null,
                    onSelect: () => change({ graph_id: null }),
                  },
                  ...graphs.map(({ graph_id, name }) => ({
                    label: name,
                    checked: graph_id === fields.graph_id,
                    onSelect: () => change({ graph_id }),
                  })),
                ],
              },
            ]}
          >
            {trigger => (
              <Button
                {...trigger}
                size="sm"
                variant="quiet"
                trailingIcon={ChevronDown}
                aria-label={`${count ?? t('do.chooseGraph')}, ${t('do.graphOf', { name: graph?.name ?? t('do.noGraph') })}`}
                className="px-1.5 text-xs"
              >
                {count ?? t('do.chooseGraph')}
              </Button>
            )}
          </Menu>
        )}
      </span>
    </span>
  )
}
