import { AudioLines, Cctv, Code, ImagePlus, Monitor, NotebookText, Plus, SquareDashedMousePointer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job, JobSource } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import type { Source } from '#shared/contract/sources/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { toast } from '../../../ui/toast'
import { useCan } from '../../organisations/store'
import { PickPictures } from '../../sources/slots'
import { useSources } from '../../sources/store'
import { AreaDialog } from '../drawing/area-dialog'
import { keyOf, type NamedSource, picturesOf, useNamedSources, useSourceNames } from '../source-names'
import { useJobs } from '../store'
import { Chip } from './chip'
import { CustomCode, exampleCode } from './custom-code'
import { LogbookChip } from './logbook-chip'
import { LogbookDialog } from './logbook-dialog'
import { PictureAge } from './picture-age'
import { SourcePicture } from './source-picture'
import { Step, StepError, type StepProps } from './step'

/** What a job looks at: cameras, screens, logbooks and meetings, the marked area and pictures to compare with. */
export function LookAt({ fields, change, errorAt, job, editable }: StepProps) {
  const { t } = useTranslation('jobs')
  const { source } = fields
  const nameOf = useSourceNames()
  // Names of another width would push away what follows them.
  const isNamed = useSources(({ feed, status }) => feed !== null || status === 'failed')
  // Addresses of the last pictures are valid for a minute.
  useEffect(() => void useSources.getState().refresh(), [])
  const setSource = (part: Partial<JobSource>) => change({ source: { ...source, ...part } })
  const sources = picturesOf(source)
  const [first] = sources
  const mayUseCode = useCan('jobs.custom_code')

  const remove = (gone: Source) =>
    setSource(
      gone.kind === 'camera'
        ? { feed_ids: source.feed_ids.filter(id => id !== gone.camera_id) }
        : { user_ids: source.user_ids.filter(id => id !== gone.user_id) },
    )
  return (
    <Step icon={Cctv} title={t('look.title')}>
      <div className="flex gap-3.5 max-md:flex-col">
        {first && <SourcePicture source={first} name={nameOf(first).name} job={job} more={sources.length - 1} />}
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <ul
            aria-label={t('look.title')}
            className={cx('flex flex-wrap items-center gap-2', first && !isNamed && 'invisible')}
          >
            {sources.map(each => {
              const { name, isKnown } = nameOf(each)
              return (
                <Chip
                  key={keyOf(each)}
                  icon={each.kind === 'camera' ? Cctv : Monitor}
                  name={name}
                  href={isKnown ? `#/feed?source=${keyOf(each)}` : undefined}
                  removeLabel={t('remove', { name })}
                  onRemove={editable ? () => remove(each) : null}
                />
              )
            })}
            {source.logbook_ids.map(doc_id => (
              <LogbookChip
                key={doc_id}
                doc_id={doc_id}
                onRemove={
                  editable ? () => setSource({ logbook_ids: source.logbook_ids.filter(id => id !== doc_id) }) : null
                }
              />
            ))}
            {source.new_meetings && (
              <Chip
                icon={AudioLines}
                name={t('look.meetings')}
                removeLabel={t('remove', { name: t('look.meetings') })}
                onRemove={editable ? () => setSource({ new_meetings: false }) : null}
              />
            )}
            {editable && (
              <li>
                <AddSource source={source} mayUseCode={mayUseCode} onChange={setSource} />
              </li>
            )}
          </ul>
          <StepError>{errorAt('source')}</StepError>
          {first && <PictureTools job={job} source={first} editable={editable} />}
          {first && <PictureAge fields={fields} change={change} editable={editable} />}
          {source.custom_code !== null && (
            <CustomCode
              code={source.custom_code}
              editable={editable && mayUseCode}
              error={errorAt('source.custom_code')}
              onChange={custom_code => setSource({ custom_code })}
            />
          )}
        </div>
      </div>
    </Step>
  )
}

interface AddSourceProps {
  source: JobSource
  mayUseCode: boolean
  onChange: (part: Partial<JobSource>) => void
}

/** Offers what the person may see: cameras and screens in the menu, logbooks in a dialog; and code, for who may use it. */
function AddSource({ source, mayUseCode, onChange }: AddSourceProps) {
  const { t } = useTranslation('jobs')
  const items = useNamedSources()
  const [isOpen, setOpen] = useState(false)
  const count = source.feed_ids.length + source.user_ids.length + source.logbook_ids.length
  const isFull = count >= limits.sources
  const toggled = (ids: readonly number[], id: number) =>
    ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id]

  const option = ({ source: each, name }: NamedSource) => {
    const id = each.kind === 'camera' ? each.camera_id : each.user_id
    const ids = each.kind === 'camera' ? source.feed_ids : source.user_ids
    const checked = ids.includes(id)
    return {
      label: name,
      checked,
      disabled: isFull && !checked,
      onToggle: () =>
        onChange(each.kind === 'camera' ? { feed_ids: toggled(ids, id) } : { user_ids: toggled(ids, id) }),
    }
  }
  const groups = (['camera', 'screen'] as const).flatMap((kind): MenuEntry[] => {
    const options = items.filter(item => item.source.kind === kind).map(option)
    return options.length > 0 ? [{ kind: 'toggles', label: t(`look.${kind}s`), options }] : []
  })
  const entries: MenuEntry[] = [
    ...groups,
    ...(groups.length > 0 ? [{ kind: 'separator' as const }] : []),
    { label: t('look.logbook'), icon: NotebookText, onSelect: () => setOpen(true) },
    ...(source.new_meetings
      ? []
      : [{ label: t('look.meetings'), icon: AudioLines, onSelect: () => onChange({ new_meetings: true }) }]),
    ...(mayUseCode && source.custom_code === null
      ? [{ label: t('code.add'), icon: Code, onSelect: () => onChange({ custom_code: exampleCode }) }]
      : []),
  ]
  return (
    <>
      <Menu label={t('look.add')} entries={entries}>
        {trigger => (
          <Button {...trigger} size="sm" variant="quiet" icon={Plus} className={count === 0 ? '-ml-2.5' : undefined}>
            {t('look.add')}
          </Button>
        )}
      </Menu>
      {isOpen && (
        <LogbookDialog
          title={t('look.logbookTitle')}
          chosen={source.logbook_ids}
          max={limits.sources - source.feed_ids.length - source.user_ids.length}
          writable={false}
          onChange={logbook_ids => onChange({ logbook_ids })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** The marked area and the pictures to compare with, which are saved at once. */
function PictureTools({ job, source, editable }: { job: Job | null; source: Source; editable: boolean }) {
  const { t } = useTranslation('jobs')
  const errorText = useErrorText()
  const [open, setOpen] = useState<'area' | 'references' | null>(null)
  const close = () => setOpen(null)
  if (!job) return <p className="text-xs text-muted">{t('area.saveFirst')}</p>
  const { instruction_id, references } = job

  async function keep(ids: string[]) {
    const outcome = await useJobs.getState().setReferences(instruction_id, ids)
    if (outcome.ok) toast.success(t('references.saved', { count: ids.length }))
    else toast.failure(t('references.failed'), { text: errorText(outcome) })
  }
  return (
    <>
      <p className="max-w-96 text-xs text-muted">{t(job.overlay_frame_url ? 'area.isSet' : 'area.none')}</p>
      {editable && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={SquareDashedMousePointer} onClick={() => setOpen('area')}>
            {t(job.overlay_frame_url ? 'area.edit' : 'area.mark')}
          </Button>
          <Button size="sm" variant="quiet" icon={ImagePlus} onClick={() => setOpen('references')}>
            {t('references.open', { number: references.length })}
          </Button>
        </div>
      )}
      {open === 'area' && <AreaDialog job={job} source={source} onClose={close} />}
      {open === 'references' && (
        <PickPictures
          chosen={references.map(reference => reference.id)}
          max={limits.references}
          onPick={ids => void keep(ids)}
          onClose={close}
        />
      )}
    </>
  )
}
