import { CircleAlert, Pause, Play, Redo2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../../platform/clock-text'
import { MenuActions } from '../../../platform/menu-actions'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { type Player, speeds } from './player'
import { usePlaying } from './use-player'

interface Props {
  player: Player
  duration: number
  /** Shows only the play button and the position, for little room. */
  isSmall?: boolean
}

/** The player controls: skip, seek and speed. */
export function PlayerBar({ player, duration, isSmall = false }: Props) {
  const { t } = useTranslation('meetings')
  const { time, isPlaying, speed, isBroken } = usePlaying(player)
  return (
    <fieldset aria-label={t('player.label')} className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      {!isSmall && <IconButton icon={Undo2} label={t('player.back')} onClick={() => player.skip(-10)} />}
      <IconButton
        icon={isPlaying ? Pause : Play}
        {...(!isSmall && { variant: 'primary', size: 'lg' })}
        label={t(isPlaying ? 'player.pause' : 'player.play')}
        onClick={() => player.toggle()}
      />
      {!isSmall && <IconButton icon={Redo2} label={t('player.forth')} onClick={() => player.skip(10)} />}
      <span className="min-w-10 text-right text-sm tabular-nums">{clockText(time)}</span>
      <input
        type="range"
        min={0}
        max={Math.max(1, Math.ceil(duration))}
        step={1}
        value={Math.min(Math.round(time), Math.ceil(duration))}
        aria-label={t('player.place')}
        aria-valuetext={t('player.placeText', { time: clockText(time), duration: clockText(duration) })}
        onChange={event => player.seek(Number(event.target.value))}
        className="h-6 min-w-24 flex-1 accent-accent"
      />
      <span className="text-sm text-muted tabular-nums">{clockText(duration)}</span>
      {!isSmall && <Speed player={player} speed={speed} />}
      {isBroken && (
        <p role="alert" className="flex w-full gap-1.5 text-sm text-danger-ink">
          <CircleAlert size={16} className="mt-px shrink-0" />
          {t('player.broken')}
        </p>
      )}
    </fieldset>
  )
}

function Speed({ player, speed }: { player: Player; speed: number }) {
  const { t, i18n } = useTranslation('meetings')
  const number = new Intl.NumberFormat(i18n.language)
  const speedText = (value: number) => t('player.times', { speed: number.format(value) })
  const entries: MenuEntry[] = [
    {
      kind: 'choice',
      label: t('player.speed'),
      options: speeds.map(choice => ({
        label: speedText(choice),
        checked: choice === speed,
        onSelect: () => player.setSpeed(choice),
      })),
    },
  ]
  return (
    <>
      <Menu label={t('player.speed')} align="end" entries={entries}>
        {trigger => (
          <Button {...trigger} size="sm" variant="quiet" aria-label={t('player.speedNow', { speed: speedText(speed) })}>
            {speedText(speed)}
          </Button>
        )}
      </Menu>
      <MenuActions entries={entries} group={t('transcript.label')} />
    </>
  )
}
