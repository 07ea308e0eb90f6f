import { Pencil, Plus, SquareDashed, Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LookRule } from '#shared/contract/jobs/job'
import { type PictureRegion, pictureLimits } from '#shared/rules/picture-rules'
import { randomKey } from '../../../platform/random'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { Switch } from '../../../ui/switch'
import { useProfile } from '../../profile/store'
import { RegionDialog } from '../drawing/region-dialog'
import { picturesOf } from '../source-names'
import { useGraphsOf } from './graphs-of'
import { RuleDialog } from './rule-dialog'
import { isRead, useRuleWords } from './rule-words'
import { StepError, type StepProps } from './step'

const newRegion = (): PictureRegion => ({ id: randomKey(), name: '', shape: { kind: 'polygon', points: [] } })
const newRule = (): LookRule => ({
  rule: {
    id: randomKey(),
    region: null,
    measure: 'change',
    comparison: 'above',
    threshold: 0.2,
    hold_seconds: 0,
  },
  text: '',
  label: null,
})

/** What to watch without a model: rules over the pictures as sentences, and the parts of the picture they look at. */
export function Rules({ fields, change, errorAt, job, editable }: StepProps) {
  const { t } = useTranslation('jobs')
  const words = useRuleWords()
  const config = useConfig()
  const [edited, edit] = useState<LookRule | null>(null)
  const [drawn, draw] = useState<PictureRegion | null>(null)
  const { graphs } = useGraphsOf(fields.destination.logbook_ids)
  const { regions, rules, reads_words } = fields.look
  const sources = picturesOf(fields.source)
  const [source] = sources
  if (!source && rules.length === 0) return null

  const graph = graphs.find(candidate => candidate.graph_id === fields.graph_id) ?? null
  const labelText = ({ label }: LookRule) => (label && graph?.labels[`${label.label}` as '0']) ?? null
  const setLook = (part: Partial<typeof fields.look>) => change({ look: { ...fields.look, ...part } })
  const setRules = (next: LookRule[]) => setLook({ rules: next })
  const isKnown = (rule: LookRule) => rules.some(known => known.rule.id === rule.rule.id)
  const withRule = (rule: LookRule) =>
    isKnown(rule) ? rules.map(known => (known.rule.id === rule.rule.id ? rule : known)) : [...rules, rule]

  return (
    <section aria-label={t('rule.title')} className="mt-3 rounded-md border border-line p-3">
      <h3 className="text-sm font-medium">{t('rule.title')}</h3>
      <p className="text-xs text-muted">{t(config?.assistant.model === 'built-in' ? 'rule.noModel' : 'rule.hint')}</p>
      {(reads_words || (editable && config?.reads_words !== false)) && (
        <Switch
          className={cx('mt-3', config === null && !reads_words && 'invisible')}
          label={t('reading.read')}
          description={t('reading.readHint')}
          checked={reads_words}
          disabled={!editable}
          onChange={event => setLook({ reads_words: event.target.checked })}
        />
      )}
      {!reads_words && rules.some(({ rule }) => isRead(rule.measure)) && (
        <p className="mt-2 text-xs text-warn-ink">
          {t(config?.reads_words === false ? 'reading.missing.no_reader' : 'reading.needed')}
        </p>
      )}
      {rules.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {rules.map(rule => {
            const sentence = words(rule, regions, labelText(rule))
            return (
              <li key={rule.rule.id} className="flex items-center gap-1 py-1.5 text-sm">
                <span className="min-w-0 flex-1">{sentence}</span>
                {editable && (
                  <>
                    <IconButton icon={Pencil} label={t('rule.edit', { rule: sentence })} onClick={() => edit(rule)} />
                    <IconButton
                      icon={Trash2}
                      label={t('rule.remove', { rule: sentence })}
                      onClick={() => setRules(rules.filter(known => known !== rule))}
                    />
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <StepError>{errorAt('look')}</StepError>
      <Regions
        regions={regions}
        editable={editable}
        onDraw={draw}
        onRemove={id =>
          setLook({
            regions: regions.filter(region => region.id !== id),
            // A rule about a part that is gone looks at the whole picture.
            rules: rules.map(each =>
              each.rule.region === id ? { ...each, rule: { ...each.rule, region: null } } : each,
            ),
          })
        }
      />
      {editable && source && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" icon={Plus} disabled={rules.length >= pictureLimits.rules} onClick={() => edit(newRule())}>
            {t('rule.add')}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            icon={SquareDashed}
            disabled={regions.length >= pictureLimits.regions}
            onClick={() => draw(newRegion())}
          >
            {t('region.add')}
          </Button>
        </div>
      )}
      {edited && (
        <RuleDialog
          rule={edited}
          isNew={!isKnown(edited)}
          regions={regions}
          graph={graph}
          readsWords={reads_words}
          sources={sources}
          instruction_id={job?.instruction_id}
          onSave={rule => setRules(withRule(rule))}
          onClose={() => edit(null)}
        />
      )}
      {drawn && source && (
        <RegionDialog
          source={source}
          region={drawn}
          others={regions.filter(region => region.id !== drawn.id)}
          onSave={region =>
            setLook({
              regions: regions.some(known => known.id === region.id)
                ? regions.map(known => (known.id === region.id ? region : known))
                : [...regions, region],
            })
          }
          onClose={() => draw(null)}
        />
      )}
    </section>
  )
}

interface RegionsProps {
  regions: readonly PictureRegion[]
  editable: boolean
  onDraw: (region: PictureRegion) => void
  onRemove: (id: string) => void
}

function Regions({ regions, editable, onDraw, onRemove }: RegionsProps) {
  const { t } = useTranslation('jobs')
  if (regions.length === 0) return null
  return (
    <ul aria-label={t('region.list')} className="mt-2 flex flex-wrap gap-2">
      {regions.map(region => (
        <li
          key={region.id}
          className="inline-flex h-control-sm items-center gap-1 rounded-sm border border-line bg-surface-2 pr-1 pl-2 text-sm pointer-coarse:h-touch"
        >
          <SquareDashed size={15} className="text-muted" />
          <span className="truncate">{region.name}</span>
          {editable && (
            <>
              <IconButton
                icon={Pencil}
                size="sm"
                label={t('region.edit', { name: region.name })}
                onClick={() => onDraw(region)}
              />
              <IconButton
                icon={X}
                size="sm"
                label={t('remove', { name: region.name })}
                onClick={() => onRemove(region.id)}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What the server offers, such as a model [D25]; null until it is known. */
function useConfig() {
  const config = useProfile(state => state.config)
  useEffect(() => {
    if (!useProfile.getState().config) void useProfile.getState().loadConfig()
  }, [])
  return config
}
