import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx'
import { SuggestionChip } from '../../ui/suggestion-chip'
import { Offered } from './offered'

interface Props {
  texts: readonly string[]
  isBusy: boolean
  /** Centred in an empty conversation instead of above the composer. */
  centred?: boolean
  onPick: (text: string) => void
}

/**
 * Questions that are asked by one press [1.3a]. Above the composer they are one row that scrolls sideways, and keeps its
 * height without them, so that neither the conversation nor the composer moves.
 */
export function Suggestions({ texts, isBusy, centred = false, onPick }: Props) {
  const { t } = useTranslation('mate')
  if (texts.length === 0) return centred ? null : <div className="h-control pointer-coarse:h-touch" />
  return (
    <fieldset
      aria-label={t('suggestions')}
      className={cx(
        'flex min-w-0 gap-2',
        centred ? 'max-w-full flex-wrap justify-center' : 'overflow-x-auto p-1 -m-1 [scrollbar-width:none]',
      )}
    >
      {texts.map(text => (
        <Offered key={`offered ${text}`} label={text} isOn={!isBusy} run={() => onPick(text)} />
      ))}
      {texts.map((text, index) => (
        <SuggestionChip
          key={text}
          index={index}
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (!isBusy) onPick(text)
          }}
          className={cx(isBusy && 'opacity-60', centred ? 'max-w-full' : 'max-w-[85%] md:max-w-full')}
        >
          {text}
        </SuggestionChip>
      ))}
    </fieldset>
  )
}
